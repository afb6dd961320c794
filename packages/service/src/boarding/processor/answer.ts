// Parses the answers of an HTTP processor. Pure and strict: an answer without the expected form and AppId
// counts as unknown, and the application is sent again with the same key.
import { boarding, memberOf } from '@tapboard/contract'
import { isFinal } from '../status/moves.ts'
import type { ProcessorAnswer } from './processor.ts'

/** A raw answer of the processor. */
export interface HttpAnswer {
  readonly status: number
  /** The `Content-Type`, or an empty text. */
  readonly contentType: string
  readonly body: Uint8Array
}

const MINUTE = 60_000

/** Polling interval: short in the first minutes, an hour after a day. */
export const askInMs = (takenForMs: number): number =>
  takenForMs < 10 * MINUTE ? MINUTE / 2 : takenForMs < 24 * 60 * MINUTE ? 10 * MINUTE : 60 * MINUTE

const unknown = (what: string): ProcessorAnswer => ({ type: 'unknown', code: `processor-${what}` })

const STATUSES: readonly string[] = boarding.BOARDING_STATUSES
const isStatus = (value: unknown): value is boarding.BoardingStatus =>
  typeof value === 'string' && STATUSES.includes(value)

/** An hour at most, so that a processor cannot postpone every poll. */
const isInterval = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 3_600

/** HTTP statuses that concern this application, and neither the processor's health nor our credentials. */
const REJECTED_STATUSES = new Set([400, 409, 413, 422])

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    return undefined
  }
}

/** Parses the answer to a submission or to a status request. */
export function parseAnswer(appId: string, answer: HttpAnswer, takenForMs: number): ProcessorAnswer {
  const { status, contentType, body } = answer
  if (REJECTED_STATUSES.has(status)) return { type: 'refused', code: `processor-${status}` }
  if (status !== 200 && status !== 201 && status !== 202) return unknown(String(status))
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType)) return unknown('not-json')
  const json = readJson(body)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return unknown('not-json')
  if (memberOf(json, 'AppId') !== appId) return unknown('other-application')
  const reportedStatus = memberOf(json, 'ApplicationStatus')
  if (reportedStatus !== undefined && !isStatus(reportedStatus)) return unknown('status')
  const reference = memberOf(json, 'Reference')
  if (reference !== undefined && !(typeof reference === 'string' && /^[\x20-\x7e]{1,100}$/.test(reference)))
    return unknown('reference')
  const seconds = memberOf(json, 'AskInSeconds')
  if (seconds !== undefined && !isInterval(seconds)) return unknown('interval')
  const nextMs = seconds === undefined ? askInMs(takenForMs) : seconds * 1_000
  return {
    type: 'taken',
    processorReference: reference ?? null,
    status: reportedStatus ?? null,
    askInMs: reportedStatus !== undefined && isFinal(reportedStatus) ? null : nextMs,
  }
}
