// Classifies the exchange of an initiate: the table "Classify a send" of sale/README.md as one pure function. An ambiguous
// exchange is `unknown`: a wrong "never started" charges a customer twice.
import { readMembers, readServiceErrorCode, type SaleReason } from '@tapboard/contract'
import { readBody } from '../transport/answer.ts'
import type { Exchange } from '../transport/outbound-port.ts'
import { readRetryAfter } from '../transport/fault.ts'

/** The class of a send. */
export type SendClass =
  | {
      readonly kind: 'not_sent'
      readonly reason: 'upstream-unreachable' | 'upstream-busy'
      readonly retryAfterMs: number
    }
  | { readonly kind: 'accepted'; readonly sessionId: string }
  | { readonly kind: 'rejected'; readonly reason: SaleReason }
  | {
      readonly kind: 'unknown'
      readonly detail: string
      /** The session that a "duplicate" error named: evidence if the upstream is known to refuse repeats. */
      readonly namedSession?: string
    }

/** Returns true for a valid session ID: 1–128 printable characters without spaces. */
export const isSessionId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]{1,128}$/.test(value)

const unknown = (detail: string): SendClass => ({ kind: 'unknown', detail })

/** Delay after a 429 without `Retry-After`. */
const BUSY_WAIT_MS = 1_000

/** The session that an answer names. */
interface NamedSession {
  readonly sessionId: string
  /** The answer also has our external ID. */
  readonly isEchoed: boolean
}

/** Reads the session that an answer names; `fault` if it is invalid or belongs to another request. */
function sessionOf(
  body: Readonly<Record<string, unknown>>,
  externalId: string,
): NamedSession | { readonly fault: string } | null {
  const read = readMembers(body, ['sessionId', 'externalId'])
  if (!read.ok) return { fault: `${read.name} is given twice` }
  const { sessionId, externalId: echoed } = read.members
  if (sessionId === undefined || sessionId === '') return null
  if (!isSessionId(sessionId)) return { fault: 'the session ID is invalid' }
  if (echoed !== undefined && echoed !== externalId) return { fault: 'the answer is about another request' }
  return { sessionId, isEchoed: echoed !== undefined }
}

/** Returns the reason of a TRANSACTION_FAILED: known texts are mapped to codes, the text itself is not stored. */
function failedReason(body: Readonly<Record<string, unknown>>): SaleReason {
  const text = JSON.stringify([body['error'], body['xError']]).toLowerCase()
  if (text.includes('disconnected') || text.includes('not connected')) return 'device-not-connected'
  return text.includes('busy') ? 'device-busy' : 'upstream-refused'
}

/**
 * Returns true if a refusal may be about an external ID that was used before: an attempt whose row was lost is sent again under
 * the same ID, and its first send may have charged.
 */
const mayBeRepeat = (status: number, body: Readonly<Record<string, unknown>>): boolean =>
  status === 409 ||
  /duplicate|already|used before|unique/i.test(JSON.stringify([body['error'], body['xError']]))

function classifyFailed(
  status: number,
  body: Readonly<Record<string, unknown>>,
  session: NamedSession | null,
): SendClass {
  const reason = failedReason(body)
  if (session !== null) {
    // A busy terminal may be busy with the session of another sale, which must not be followed as ours.
    if (reason === 'device-busy' && !session.isEchoed) return unknown('busy with a session')
    return { kind: 'accepted', sessionId: session.sessionId }
  }
  // 502 says that the terminal was lost while it started (D-20): it may show the prompt, and a customer may pay it.
  if (status >= 500 || status === 408) return unknown(`status ${status} without a session`)
  // A terminal that is busy or away answers 409, too.
  if (reason === 'upstream-refused' && mayBeRepeat(0, body)) return unknown('duplicate external ID')
  return { kind: 'rejected', reason }
}

/** The class of one send. */
export function classifySend(exchange: Exchange, externalId: string): SendClass {
  if (exchange.kind === 'no_byte')
    return { kind: 'not_sent', reason: 'upstream-unreachable', retryAfterMs: 0 }
  if (exchange.kind === 'broken') return unknown(exchange.cause)
  const { answer } = exchange
  const { status } = answer
  const body = readBody(answer)
  if (status === 429 && answer.complete) {
    if (body !== null && sessionOf(body, externalId) !== null) return unknown('status 429 with a session')
    const waitMs = readRetryAfter(answer.headers.retryAfter) ?? BUSY_WAIT_MS
    return { kind: 'not_sent', reason: 'upstream-busy', retryAfterMs: waitMs }
  }
  if (body === null) return unknown(`status ${status} without a readable body`)
  const session = sessionOf(body, externalId)
  if (session !== null && 'fault' in session) return unknown(session.fault)
  const code = readServiceErrorCode(body)
  if (code === 'TRANSACTION_FAILED') return classifyFailed(status, body, session)
  if (status >= 200 && status < 300) {
    if (code !== null) return unknown(`status ${status} with ${code}`)
    return session === null ? unknown('no session ID') : { kind: 'accepted', sessionId: session.sessionId }
  }
  if (status < 400 || status >= 500 || status === 408) return unknown(`status ${status}`)
  // A proxy may have sent our bytes twice and returned the refusal of the second request.
  if (session !== null && code === 'INVALID_REQUEST')
    return { kind: 'unknown', detail: 'duplicate external ID', namedSession: session.sessionId }
  if (session !== null) return unknown(`status ${status} with a session`)
  switch (code) {
    case 'UNAUTHORIZED':
      return { kind: 'rejected', reason: 'upstream-unauthorized' }
    case 'DEVICE_NOT_FOUND':
      return { kind: 'rejected', reason: 'device-not-found' }
    case 'INVALID_REQUEST':
      if (mayBeRepeat(status, body)) return unknown('duplicate external ID')
      return { kind: 'rejected', reason: 'upstream-refused' }
    case 'Session_not_found':
    case null:
      return unknown(`status ${status}`)
  }
}
