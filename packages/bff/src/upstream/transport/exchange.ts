// The observed exchange of a request that is sent at most once, without interpretation.
import type { RawAnswer } from './answer.ts'

/** The observed exchange. */
export type Exchange =
  /** No byte of the request was written: DNS, refused, connect timeout, TLS, or cancelled by the last check. */
  | { readonly kind: 'no_byte'; readonly cause: string }
  /** An answer, possibly truncated (`complete` is false). */
  | { readonly kind: 'answer'; readonly answer: RawAnswer }
  /** Reset, closed or timed out after the first byte, without an answer. */
  | { readonly kind: 'broken'; readonly cause: string }

/** The report of a send. `late` resolves with an answer that arrives after the timeout on the open socket, else with `null`. */
export interface SendReport {
  readonly exchange: Exchange
  readonly late: Promise<Exchange | null> | null
}
