// Answers of a broken or lying upstream to a read. None of them may lead to a wrong final state.
import type { RawAnswer } from '../../packages/bff/src/upstream/transport/answer.ts'
import type { Fault, Faults } from './faults.ts'
import { jsonAnswer, type SimService } from './service.ts'
import type { World } from './world.ts'

const readable = (answer: RawAnswer): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(answer.body)) as Record<string, unknown>

/** The answer with members changed, at any depth. */
function changed(
  answer: RawAnswer,
  change: (body: Record<string, unknown>) => Record<string, unknown>,
): RawAnswer {
  if (answer.status !== 200) return answer
  const { body, headers } = jsonAnswer(200, change(readable(answer)))
  return { ...answer, body, headers: { ...answer.headers, contentType: headers.contentType } }
}

const without = (body: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

/** The session as an approved transaction of the other kind, complete in everything else. */
function otherKind(body: Record<string, unknown>): Record<string, unknown> {
  const { sessionId, deviceId, xExternalRequestID, amount } = body
  const transactionType = body['transactionType'] === 'cc:sale' ? 'cc:credit' : 'cc:sale'
  const result = { xRefNum: '990000000001', transactionType, amount, status: 'approved', approvalCode: 'Z9' }
  return {
    sessionId,
    deviceId,
    xExternalRequestID,
    transactionType,
    amount,
    status: 'COMPLETED',
    responseCode: '00',
    xRefNum: result.xRefNum,
    transactionResult: result,
  }
}

/** The answer that the caller receives in place of `answer`. */
export function withReadFault(kind: string, answer: RawAnswer): RawAnswer {
  switch (kind) {
    case 'busy':
      return jsonAnswer(429, { error: { code: 'BUSY' } }, { 'Retry-After': '2' })
    case 'server error':
      return jsonAnswer(500, { xResult: 'E' })
    case 'html':
      return { ...answer, headers: { ...answer.headers, contentType: 'text/html' } }
    case 'truncated':
      return { ...answer, body: answer.body.subarray(0, 30), complete: false }
    case 'missing':
      return jsonAnswer(404, {
        error: { code: 'Session_not_found', message: 'no' },
        xErrorCode: 'Session_not_found',
      })
    case 'disconnected':
      return changed(answer, (body) => ({ ...body, status: 'DISCONNECTED' }))
    case 'other amount':
      return changed(answer, (body) => ({ ...body, amount: 0.01, xAmount: '0.01' }))
    case 'other session':
      return changed(answer, (body) => ({ ...body, sessionId: 'ses_other', xSessionId: 'ses_other' }))
    case 'unknown word':
      return changed(answer, (body) => ({ ...body, status: 'SETTLING', xSessionStatus: 'SETTLING' }))
    case 'no reference':
      return changed(answer, (body) => {
        const result = body['transactionResult']
        if (typeof result !== 'object' || result === null) return body
        const nested = without(result as Record<string, unknown>, ['xRefNum'])
        const bare = without(body, ['xRefNum', 'xGatewayRefnum'])
        return { ...bare, transactionResult: nested, xTransactionResult: nested }
      })
    case 'unpaid once':
      return changed(answer, ({ sessionId, deviceId }) => ({ sessionId, deviceId, status: 'TIMEOUT' }))
    case 'other kind':
      return changed(answer, otherKind)
    default:
      return answer
  }
}

/** An answer that reports a session as unpaid. */
export const unpaidAnswer = (answer: RawAnswer, status: string): RawAnswer =>
  changed(answer, ({ sessionId, deviceId }) => ({ sessionId, deviceId, status }))

type Lie = Extract<Fault, { at: 'lie' }>

/** Sessions that the upstream reports as unpaid for a while, each with its end. */
export class Lies {
  readonly #world: World
  readonly #faults: Faults
  readonly #service: SimService
  readonly #planned: readonly Lie[]
  #endedAtMs = Infinity

  constructor(world: World, faults: Faults, service: SimService) {
    this.#world = world
    this.#faults = faults
    this.#service = service
    this.#planned = [...faults.at('lie')]
  }

  /** Answers with the truth from now on. */
  end(): void {
    this.#endedAtMs = this.#world.now()
  }

  /** The current lie about a session; `null` = none. */
  about(sessionId: string): Lie | null {
    const endMs = this.endMs(sessionId)
    if (endMs === null || this.#world.now() >= endMs) return null
    const lie = this.#lieOf(sessionId)
    if (lie !== null) this.#faults.recordApplied(lie)
    return lie
  }

  /** When the upstream tells the truth about a session again; `null` = it never lied about it. */
  endMs(sessionId: string): number | null {
    const lie = this.#lieOf(sessionId)
    const overAtMs = this.#service.overAtMs(sessionId)
    return lie === null || overAtMs === null ? null : Math.min(overAtMs + lie.forMs, this.#endedAtMs)
  }

  #lieOf(sessionId: string): Lie | null {
    if (this.#planned.length === 0) return null
    const number = this.#service.sessions.findIndex(({ id }) => id === sessionId) + 1
    return this.#planned.find(({ session }) => session === number) ?? null
  }
}
