// Payment processor over HTTP: posts each charge signed, with its session ID as idempotency key, and the reversal of a charge without
// an answer. Strict: an answer without the expected form and session ID counts as unknown, because the card may be charged.
import { isObject, memberOf, SIGNATURE_HEADER, wireDecimal } from '@tapboard/contract'
import { parseJson, sign } from '@tapboard/server'
import type { Outbound, OutboundResult } from '../../http/outbound-port.ts'
import { isAddressFault, readSignedAddress, type SignedAddress } from '../../http/signed-address.ts'
import type { Clock } from '../../ports.ts'
import type { AuthorizationAnswer, AuthorizationRequest, Authorizer, ReversalAnswer } from './authorizer.ts'

/** Names of the address in error sentences. */
export const AUTHORIZER = { what: 'authorizer', variable: 'TAPBOARD_SERVICE_AUTHORIZER_SECRET' } as const

/** Shorter than the time until the session is asked again, so that no two requests are out at once. */
const TIMEOUT_MS = 15_000

const ANSWER_BYTES = 65_536

/** Statuses with which a processor rejects a request before it charges. */
const REFUSED_STATUSES = new Set([400, 401, 403, 404, 405, 413, 415, 422])

const STATUSES = ['approved', 'declined', 'error'] as const

interface Unknown {
  readonly type: 'unknown'
  readonly code: string
}

const unknown = (code: string): Unknown => ({ type: 'unknown', code: `authorizer-${code}` })

const isText = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value)

function readDecision(body: object): AuthorizationAnswer {
  const status = STATUSES.find((word) => word === memberOf(body, 'Status'))
  if (status === undefined) return unknown('status')
  const [responseCode, approvalCode, message] = [
    memberOf(body, 'ResponseCode') ?? null,
    memberOf(body, 'ApprovalCode') ?? null,
    memberOf(body, 'Message') ?? '',
  ]
  if (responseCode !== null && !isText(responseCode, /^[\x21-\x7e]{1,8}$/)) return unknown('response-code')
  if (approvalCode !== null && !isText(approvalCode, /^[\x21-\x7e]{1,32}$/)) return unknown('approval-code')
  if (!isText(message, /^[^\p{Cc}\p{Cs}]{0,200}$/u)) return unknown('message')
  // "00" means success (§2.2), so a code and a status that contradict each other decide nothing (D-12).
  const isApproved = status === 'approved'
  if (
    isApproved
      ? responseCode !== '00' || approvalCode === null
      : responseCode === '00' || approvalCode !== null
  )
    return unknown('contradiction')
  return { type: 'decided', status, responseCode, approvalCode, message: message === '' ? status : message }
}

/** Reads the JSON object of a good answer about this session. */
function readObject(
  sessionId: string,
  answer: Extract<OutboundResult, { readonly ok: true }>,
): { readonly type: 'read'; readonly value: object } | Unknown {
  const { status, contentType, whole, body } = answer
  if (status !== 200 && status !== 201) return unknown(String(status))
  if (!whole) return unknown('answer-cut')
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType)) return unknown('not-json')
  const read = parseJson(body)
  if (!read.ok || !isObject(read.value)) return unknown('not-json')
  return memberOf(read.value, 'SessionId') === sessionId
    ? { type: 'read', value: read.value }
    : unknown('other-session')
}

/** Interprets the answer to a charge. */
export function judgeAuthorization(sessionId: string, answer: OutboundResult): AuthorizationAnswer {
  if (!answer.ok)
    return answer.code === 'unreachable' || answer.code === 'address-refused'
      ? { type: 'unsent', code: `authorizer-${answer.code}` }
      : unknown(answer.code)
  const { status } = answer
  if (REFUSED_STATUSES.has(status)) return { type: 'refused', code: `authorizer-${status}` }
  const read = readObject(sessionId, answer)
  return read.type === 'unknown' ? read : readDecision(read.value)
}

/** Interprets the answer to a reversal: only a clear confirmation ends it. */
export function judgeReversal(sessionId: string, answer: OutboundResult): ReversalAnswer {
  if (!answer.ok) return unknown(answer.code)
  const read = readObject(sessionId, answer)
  if (read.type === 'unknown') return read
  return memberOf(read.value, 'Status') === 'reversed' ? { type: 'reversed' } : unknown('status')
}

const bodyOf = (request: AuthorizationRequest): string =>
  JSON.stringify({
    SessionId: request.sessionId,
    Command: request.command,
    Amount: wireDecimal(request.amountMinor, request.currency),
    Currency: request.currency,
    Card: { Brand: request.card.brand, LastFour: request.card.lastFour, Entry: request.card.entry },
    ExternalRequestId: request.externalId,
    AccountId: request.accountId,
    DeviceId: request.deviceId,
  })

/** Creates the authorizer of an address. Throws a RangeError for an invalid address. */
export function createHttpAuthorizer(address: SignedAddress, outbound: Outbound, clock: Clock): Authorizer {
  const read = readSignedAddress(address, AUTHORIZER)
  if (isAddressFault(read)) throw new RangeError(read.message)
  const { url, secret } = read
  const send = (
    url: string,
    key: string,
    request: AuthorizationRequest,
    signal: AbortSignal,
  ): Promise<OutboundResult> => {
    const body = bodyOf(request)
    return outbound.send({
      url,
      method: 'POST',
      headers: {
        accept: 'application/json',
        'user-agent': 'Tapboard',
        'content-type': 'application/json',
        'idempotency-key': key,
        [SIGNATURE_HEADER]: sign(secret, body, clock.now()),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES,
      signal,
    })
  }
  return {
    async authorize(request, signal) {
      const { sessionId } = request
      return judgeAuthorization(sessionId, await send(url, sessionId, request, signal))
    },
    async reverse(request, signal) {
      const { sessionId } = request
      const answer = await send(`${url}/${sessionId}/reversal`, `${sessionId}-reversal`, request, signal)
      return judgeReversal(sessionId, answer)
    },
  }
}
