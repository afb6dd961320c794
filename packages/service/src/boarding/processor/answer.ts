// What an answer of the processor over HTTP says. Pure and strict: an answer that is not about this application in the form
// we know says nothing, and the application is sent again with the same key.
import { boarding, memberOf } from '@tapboard/contract'
import { isFinal } from '../status/moves.ts'
import type { ProcessorAnswer } from './processor.ts'

/** An answer as it came. */
export interface HttpAnswer {
  readonly status: number
  /** `Content-Type`, empty if there is none. */
  readonly contentType: string
  /** The whole body. */
  readonly body: Uint8Array
}

const MINUTE = 60_000

/** When to ask again what became of it: often in the first minutes, every hour after a day. */
export const askInMs = (takenForMs: number): number =>
  takenForMs < 10 * MINUTE ? MINUTE / 2 : takenForMs < 24 * 60 * MINUTE ? 10 * MINUTE : 60 * MINUTE

const unknown = (what: string): ProcessorAnswer => ({ type: 'unknown', code: `processor-${what}` })

const STATUSES: readonly string[] = boarding.BOARDING_STATUSES
const isStatus = (value: unknown): value is boarding.BoardingStatus =>
  typeof value === 'string' && STATUSES.includes(value)

/** HTTP statuses that speak of this application and not of the processor's health or our access to it. */
const OF_THIS_ONE = new Set([400, 409, 413, 422])

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    return undefined
  }
}

/** Judges an answer to the sending of an application, or to the question what became of it. */
export function judgeAnswer(appId: string, answer: HttpAnswer, takenForMs: number): ProcessorAnswer {
  const { status, contentType, body } = answer
  if (OF_THIS_ONE.has(status)) return { type: 'refused', code: `processor-${status}` }
  if (status !== 200 && status !== 201 && status !== 202) return unknown(String(status))
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType)) return unknown('not-json')
  const json = readJson(body)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return unknown('not-json')
  if (memberOf(json, 'AppId') !== appId) return unknown('other-application')
  const said = memberOf(json, 'ApplicationStatus')
  if (said !== undefined && !isStatus(said)) return unknown('status')
  const reference = memberOf(json, 'Reference')
  if (reference !== undefined && !(typeof reference === 'string' && /^[\x20-\x7e]{1,100}$/.test(reference)))
    return unknown('reference')
  return {
    type: 'taken',
    processorReference: reference ?? null,
    status: said ?? null,
    askInMs: said !== undefined && isFinal(said) ? null : askInMs(takenForMs),
  }
}
