// The faults of a call to the upstream. A fault is data. It is no evidence about a sale: it only delays the next read.

export type FaultKind =
  /** No connection: DNS, refused, connect timeout, TLS. */
  | 'unreachable'
  /** Connected, but the answer timed out or the connection broke. */
  | 'broken'
  /** The upstream answered 429 or 503. */
  | 'busy'
  | 'unauthorized'
  /** The upstream refused the request with one of its error codes or a 4xx. */
  | 'refused'
  /** An unexpected answer: HTML, truncated, too large, encoded, redirect, 5xx. */
  | 'garbled'
  /** The caller aborted the request. */
  | 'aborted'

/** A call without a usable answer. */
export interface UpstreamFault {
  readonly kind: 'fault'
  readonly fault: FaultKind
  /** `Retry-After` of the upstream in ms, if present. */
  readonly retryAfterMs: number | null
  /** Status of a `busy` answer: 429 is about the caller, 503 about the server. */
  readonly busyStatus?: BusyStatus
}

/** Statuses of a busy upstream. */
type BusyStatus = 429 | 503

/** Whether a status means that the upstream is busy. */
export const isBusyStatus = (status: number): status is BusyStatus => status === 429 || status === 503

export const faultOf = (
  fault: FaultKind,
  retryAfterMs: number | null = null,
  busyStatus?: BusyStatus,
): UpstreamFault => ({
  kind: 'fault',
  fault,
  retryAfterMs,
  ...(busyStatus === undefined ? {} : { busyStatus }),
})

/** Upper limit of `Retry-After`: a longer delay would leave a sale unread for minutes. */
export const RETRY_AFTER_MAX_MS = 60_000

/** Reads `Retry-After` in its seconds form (RFC 9110 §10.2.3), capped at 60 s; `null` when absent or a date. */
export function readRetryAfter(value: string | null): number | null {
  if (value === null || !/^\d{1,9}$/.test(value.trim())) return null
  return Math.min(Number(value.trim()) * 1000, RETRY_AFTER_MAX_MS)
}
