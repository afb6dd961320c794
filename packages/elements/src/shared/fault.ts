// The faults of an element in addition to the BFF's problems, and the shape of a refused request. The element's strings choose
// the text for a code.
import type { Issue, ProblemCode } from '@tapboard/contract'

/**
 * Codes of faults without an answer of the BFF. If the page gives no token: its server is unreachable
 * (`token-unreachable`), answers that
 * the user is not signed in (`token-unauthorized`), that it or its BFF is not ready (`token-unavailable`), or
 * that there are too
 * many requests (`token-limited`); any other case is a mistake in the page (`token-refused`).
 * `button-covered`: in a frame of another
 * site, the button of a press was not visible. `queue-over`, `queue-left`: a charge that waited for its
 * terminal ended, because the time was over or the page was hidden.
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
  | 'button-covered'
  | 'queue-over'
  | 'queue-left'
  | 'bad-answer'

/** Every code an element can report: its own and the BFF's registered problem codes. */
export type FaultCode = LocalCode | ProblemCode

/** A request without a usable answer. */
export interface Refusal {
  readonly ok: false
  readonly code: FaultCode
  /** Instruction for developers, in one English sentence. */
  readonly detail: string
  /** True if the BFF itself refused; false if it is unknown whether it processed the request. */
  readonly heard: boolean
  /** Milliseconds that `Retry-After` asked for; 0 when absent. */
  readonly retryAfterMs: number
  /** The blocking sale, not yet validated (`sale-open`, `order-already-paid`). */
  readonly sale?: unknown
  /** The present application, not yet validated (`application-closed`, `application-in-doubt`). */
  readonly application?: unknown
  /** Errors of fields, by path. */
  readonly issues?: readonly Issue[] | undefined
}

/** A usable answer. */
export interface Answered<T> {
  readonly ok: true
  readonly status: number
  readonly value: T
}

/** The result of a request; expected failures are data. */
export type Answer<T> = Answered<T> | Refusal

/** A mistake in the page, for its developer. */
export interface ErrorDetail {
  readonly code: FaultCode
  /** The wrong attribute or property, or `null`. */
  readonly name: string | null
  /** Instruction in one sentence. */
  readonly message: string
}

/** A refusal that did not come from the network. */
export const refuse = (code: FaultCode, detail: string): Refusal => ({
  ok: false,
  code,
  detail,
  heard: false,
  retryAfterMs: 0,
})
