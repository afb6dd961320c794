// What can go wrong when the upstream is asked something. A fault is data and says nothing about a sale: it never
// changes a state, it only decides when to ask again.

/** Why there is no usable answer. */
export type FaultKind =
  /** No connection: DNS, refused, connect time-out, TLS. */
  | 'unreachable'
  /** Connected, but no complete answer in time or the connection broke. */
  | 'broken'
  /** 429 or 503: asked to come later. */
  | 'busy'
  /** The key is not (or no longer) valid. */
  | 'unauthorized'
  /** The upstream refused the request with a code of §7 or a 4xx. */
  | 'refused'
  /** An answer that is not what the API answers: HTML, truncated, too large, encoded, redirect, 5xx. */
  | 'garbled'
  /** The caller gave up. */
  | 'aborted'

/** No usable answer. */
export interface UpstreamFault {
  readonly kind: 'fault'
  readonly fault: FaultKind
  /** How long the upstream asked us to wait (`Retry-After`), if it did. */
  readonly retryAfterMs: number | null
}

/** Makes a fault. */
export const faultOf = (fault: FaultKind, retryAfterMs: number | null = null): UpstreamFault => ({
  kind: 'fault',
  fault,
  retryAfterMs,
})

/** Longest `Retry-After` that is obeyed; a longer one would leave a sale unread for minutes. */
export const RETRY_AFTER_MAX_MS = 60_000

/** Reads `Retry-After` in its seconds form (RFC 9110 §10.2.3), capped at 60 s; `null` when absent or a date. */
export function readRetryAfter(value: string | null): number | null {
  if (value === null || !/^\d{1,9}$/.test(value.trim())) return null
  return Math.min(Number(value.trim()) * 1000, RETRY_AFTER_MAX_MS)
}
