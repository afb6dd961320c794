// The report of a request that is sent at most once: what was seen on the wire, without a judgement.
import type { RawAnswer } from './answer.ts'

/** The observed exchange on the wire. */
export type Exchange =
  /** No byte of the request was written: DNS, refused, connect time-out, TLS, or the last check said no. */
  | { readonly kind: 'no_byte'; readonly cause: string }
  /** An answer began and ended (perhaps too early, see `complete`). */
  | { readonly kind: 'answer'; readonly answer: RawAnswer }
  /** Reset, closed or timed out after the first byte, without an answer. */
  | { readonly kind: 'broken'; readonly cause: string }

/** The report of a send; `late` resolves with an answer that still arrives on the open socket (kept 60 s), else `null`. */
export interface SendReport {
  readonly exchange: Exchange
  readonly late: Promise<Exchange | null> | null
}
