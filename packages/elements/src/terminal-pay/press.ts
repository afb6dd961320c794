// One press of Charge, from the press to the answer (D-99). Until a start request has left the page nothing can be charged, and
// the person may give up. After that only the BFF knows the outcome, and the same request is repeated until it answers.
import type { StartSale } from '@tapboard/contract'
import type { FaultCode } from '../shared/fault.ts'

/** A press reaches a terminal within this time, or never; the BFF judges it by its own clock. */
export const PRESS_MS = 15_000

/** A press that has no answer yet. */
export interface Press {
  /** The same in every repeat, `deadlineAtMs` included. */
  readonly request: StartSale
  /** A start request has left the page, or may have. */
  readonly posted: boolean
  /** A start request left and its answer is missing. */
  readonly unanswered: boolean
  /** The line or the token failed before a start request could leave. */
  readonly blocked: boolean
  /** The person gave up before a start request left. */
  readonly abandoned: boolean
  /** A start request left, and it is certain that it never starts. */
  readonly never: boolean
}

/** A press that has just been made. */
export const pressOf = (request: StartSale): Press => ({
  request,
  posted: false,
  unanswered: false,
  blocked: false,
  abandoned: false,
  never: false,
})

/** Did the press end without a sale: no request left the page, or the one that left never starts? `nowMs` never runs ahead of the BFF's clock. */
export const isUnsent = ({ posted, abandoned, never, request }: Press, nowMs: number): boolean =>
  never || (!posted && (abandoned || nowMs >= (request.deadlineAtMs ?? Infinity)))

/** May the first start request of this press leave now? */
export const mayLeave = (press: Press, nowMs: number): boolean => !isUnsent(press, nowMs)

/** A start that was on its way at the deadline is committed, or refused, within this time. */
const COMMITTED_MS = 2_000

/**
 * Is it certain that a start without an answer never starts? Its deadline has passed, with the time that a commit takes, and the
 * order has no such attempt: the BFF sends none after that.
 */
export const neverStarts = ({ request }: Press, attempt: number, nowMs: number): boolean =>
  attempt < request.attempt && nowMs >= (request.deadlineAtMs ?? Infinity) + COMMITTED_MS

/** Should the order be read, because a refused repeat says nothing about the first start? */
export const needsOrder = ({ request }: Press, nowMs: number): boolean =>
  nowMs >= (request.deadlineAtMs ?? Infinity) + COMMITTED_MS

/** Refusals that are decided after the idempotency key was looked up: the request started nothing. */
const DECIDED: readonly FaultCode[] = [
  'device-busy',
  'device-not-connected',
  'device-not-found',
  'invalid-amount',
  'order-already-paid',
  'earlier-attempt-unclear',
]

/** A refusal as far as a press is concerned. */
export interface StartRefusal {
  readonly code: FaultCode
  /** The BFF itself answered. */
  readonly heard: boolean
  readonly sale?: unknown
}

/**
 * Does a refusal end the press? One that the BFF did not speak never does. After a request whose answer is missing, that
 * request may still be under way until the deadline: only a sale, or a decision after the deadline, ends the press.
 */
export function endsPress(press: Press, refusal: StartRefusal, nowMs: number): boolean {
  if (!refusal.heard || refusal.code === 'draining' || refusal.code === 'store-unavailable') return false
  if (!press.unanswered || refusal.sale) return true
  return nowMs >= (press.request.deadlineAtMs ?? 0) && DECIDED.includes(refusal.code)
}
