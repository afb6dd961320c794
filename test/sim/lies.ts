// What a broken or lying upstream makes of its answer to a read. None of it may lead to a wrong final state.
import type { RawAnswer } from '../../packages/bff/src/upstream/answer.ts'
import { jsonAnswer } from './service.ts'

const readable = (answer: RawAnswer): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(answer.body)) as Record<string, unknown>

/** The answer with members changed, wherever they stand. */
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

/** What the caller sees instead of `answer`. */
export function befall(kind: string, answer: RawAnswer): RawAnswer {
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
    default:
      return answer
  }
}
