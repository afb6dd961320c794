// Classifies the exchange of a submission. Pure. An ambiguous exchange is `unknown`: a wrong `not_sent` would create a
// second application (INV-19).
import { memberOf } from '@tapboard/contract'
import type { SubmitResult } from './boarding-port.ts'
import { readBody } from '../transport/answer.ts'
import type { Exchange } from '../transport/outbound-port.ts'
import { appIdOf, readVerdict, referenceOf } from './answer.ts'

/** Values of AppId that mean "no application". */
const NO_APPLICATION: ReadonlySet<unknown> = new Set([undefined, '', 0])
const UNKNOWN: SubmitResult = { kind: 'unknown' }

/** Returns the result of one submission. */
export function classifySubmit(exchange: Exchange): SubmitResult {
  if (exchange.kind === 'no_byte') return { kind: 'not_sent' }
  if (exchange.kind === 'broken') return UNKNOWN
  const { answer } = exchange
  const { status } = answer
  if (status === 429 && answer.complete) return { kind: 'not_sent' }
  const body = readBody(answer)
  const verdict = body === null ? null : readVerdict(body)
  if (body === null || verdict === null) return UNKNOWN
  const appId = appIdOf(body)
  const isGood = status >= 200 && status < 300
  if (verdict.kind === 'success') {
    if (!isGood || appId === null) return UNKNOWN
    return { kind: 'accepted', appId, reference: referenceOf(body) }
  }
  // An error with an AppId contradicts itself. An internal error does not tell whether the application was stored.
  if (!NO_APPLICATION.has(memberOf(body, 'AppId'))) return UNKNOWN
  if (verdict.code.toLowerCase() === 'internalerror' || status === 408) return UNKNOWN
  return isGood || (status >= 400 && status < 500) ? verdict : UNKNOWN
}
