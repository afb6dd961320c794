// One press of Charge, from the press to the answer (D-99). Until a start request has left the page, nothing can be charged and
// the person may cancel. After that only the BFF knows the result, and the same request is repeated until it answers.
import type { StartSale } from '@tapboard/contract'
import type { FaultCode } from '../shared/fault.ts'
import { digest } from '../shared/proof.ts'

/** A press that does not reach a terminal within this time never does; the BFF judges it by its own clock. */
export const PRESS_MS = 15_000

/** A press that has no answer yet. */
export interface Press {
  /** Identical in every repeat, including `deadlineAtMs`. */
  readonly request: StartSale
  /** A start request has left the page, or may have. */
  readonly posted: boolean
  /** A start request left and its answer is missing. */
  readonly unanswered: boolean
  /** The connection or the token failed before a start request could leave. */
  readonly blocked: boolean
  /** The person canceled before a start request left. */
  readonly abandoned: boolean
  /** A start request left, and it is certain that it never starts a sale. */
  readonly never: boolean
}

/** The idempotency key of an attempt: the same after a reload, in a second tab and for a double click. */
export const attemptKey = (order: string, attempt: number): Promise<string> => digest(`${order}|${attempt}`)

export const pressOf = (request: StartSale): Press => ({
  request,
  posted: false,
  unanswered: false,
  blocked: false,
  abandoned: false,
  never: false,
})

/**
 * Checks whether the press ended without a sale: no request left the page, or the sent one never starts a sale. `nowMs` never
 * runs ahead of the BFF's clock.
 */
export const isUnsent = ({ posted, abandoned, never, request }: Press, nowMs: number): boolean =>
  never || (!posted && (abandoned || nowMs >= (request.deadlineAtMs ?? Infinity)))

/** Checks whether the first start request of this press may leave. */
export const mayLeave = (press: Press, nowMs: number): boolean => !isUnsent(press, nowMs)

/** The BFF commits or refuses a start that was in transit at the deadline within this time. */
const COMMITTED_MS = 2_000

/**
 * Checks whether it is certain that an unanswered start never starts a sale. Its deadline and the time for a commit have
 * passed, and the order has no such attempt; the BFF sends none later.
 */
export const neverStarts = ({ request }: Press, attempt: number, nowMs: number): boolean =>
  attempt < request.attempt && nowMs >= (request.deadlineAtMs ?? Infinity) + COMMITTED_MS

/** Checks whether to read the order, because a refused repeat does not give the result of the first start. */
export const needsOrder = ({ request }: Press, nowMs: number): boolean =>
  nowMs >= (request.deadlineAtMs ?? Infinity) + COMMITTED_MS

/** Refusals after the lookup of the idempotency key: the request started no sale. */
const DECIDED: readonly FaultCode[] = [
  'device-busy',
  'device-not-connected',
  'device-not-found',
  'invalid-amount',
  'order-already-paid',
  'earlier-attempt-unclear',
  'store-restored',
]

/** The members of a refusal that a press uses. */
interface StartRefusal {
  readonly code: FaultCode
  /** True if the BFF itself answered. */
  readonly heard: boolean
  readonly sale?: unknown
}

/**
 * Checks whether a refusal ends the press. A refusal by another server never does. After an unanswered request, that request
 * may still be running until the deadline: only a sale, or a decision after the deadline, ends the press.
 */
export function endsPress(press: Press, refusal: StartRefusal, nowMs: number): boolean {
  if (!refusal.heard || refusal.code === 'draining' || refusal.code === 'store-unavailable') return false
  if (!press.unanswered || refusal.sale) return true
  return nowMs >= (press.request.deadlineAtMs ?? 0) && DECIDED.includes(refusal.code)
}
