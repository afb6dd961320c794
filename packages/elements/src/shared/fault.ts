// The faults an element can meet besides the BFF's own problems, and what a refused request looks like. Which words a
// person sees for a code, the element's strings decide.
import type { Issue, ProblemCode } from '@tapboard/contract'

/**
 * Codes of faults without an answer of the BFF. If the page gives no token: its server is unreachable
 * (`token-unreachable`), answers that
 * the user is not signed in (`token-unauthorized`), that it or its BFF is not ready (`token-unavailable`), or
 * that there are too
 * many requests (`token-limited`); any other case is a mistake in the page (`token-refused`).
 */
export type LocalCode =
  | 'bff-url-invalid'
  | 'get-token-missing'
  | 'token-unreachable'
  | 'token-unauthorized'
  | 'token-unavailable'
  | 'token-limited'
  | 'token-refused'
  | 'insecure-context'
  | 'property-invalid'
  | 'language-missing'
  | 'network'
  | 'bad-answer'

/** Every code an element can report: its own and the BFF's registered problem codes. */
export type FaultCode = LocalCode | ProblemCode

/** A request that brought no usable answer. */
export interface Refusal {
  readonly ok: false
  readonly code: FaultCode
  /** What to do, in one English sentence for developers. */
  readonly detail: string
  /** True when the BFF itself said no; false when nobody knows whether it heard the request. */
  readonly heard: boolean
  /** Milliseconds that `Retry-After` asked for; 0 when absent. */
  readonly retryAfterMs: number
  /** The sale that stands in the way, not yet judged (`sale-open`, `order-already-paid`). */
  readonly sale?: unknown
  /** The application as it stands, not yet judged (`application-closed`, `application-in-doubt`). */
  readonly application?: unknown
  /** Fields that are wrong, by path. */
  readonly issues?: readonly Issue[] | undefined
}

/** A usable answer. */
export interface Answered<T> {
  readonly ok: true
  readonly status: number
  readonly value: T
}

/** What a request came to; expected ends are data. */
export type Answer<T> = Answered<T> | Refusal

/** What is wrong, for the page's developer. */
export interface ErrorDetail {
  readonly code: FaultCode
  /** The attribute or property that is wrong, or `null`. */
  readonly name: string | null
  /** One sentence that says what to do. */
  readonly message: string
}

/** A refusal that happened on this side of the network. */
export const refuse = (code: FaultCode, detail: string): Refusal => ({
  ok: false,
  code,
  detail,
  heard: false,
  retryAfterMs: 0,
})
