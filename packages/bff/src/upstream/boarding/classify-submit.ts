// Classifies the end of a submission from the exchange: one pure function, as for an initiate. An ambiguous exchange is
// "unknown": a wrong "not received" makes a second application (INV-19).
import { memberOf } from '@tapboard/contract'
import type { SubmitEnd } from './boarding-port.ts'
import { readBody } from '../transport/answer.ts'
import type { Exchange } from '../transport/exchange.ts'
import { appIdOf, readVerdict, referenceOf } from './answer.ts'

/** How an answer says that there is no application. */
const NO_APPLICATION: ReadonlySet<unknown> = new Set([undefined, '', 0])
const UNKNOWN: SubmitEnd = { kind: 'unknown' }

/** The class of one submission. */
export function classifySubmit(exchange: Exchange): SubmitEnd {
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
  // An error beside an application contradicts itself; an error of the server itself says nothing about what it did before.
  if (!NO_APPLICATION.has(memberOf(body, 'AppId'))) return UNKNOWN
  if (verdict.code.toLowerCase() === 'internalerror' || status === 408) return UNKNOWN
  return isGood || (status >= 400 && status < 500) ? verdict : UNKNOWN
}
