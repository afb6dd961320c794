// The header `traceparent` of W3C Trace Context, level 2 (§3.2): reads it strictly and writes version 00. `tracestate` is neither read nor
// sent: it is free text of the caller.
import type { SpanIdentity } from './open-telemetry.ts'

/** Version, trace ID, parent ID and flags; a later version may append members after another "-". */
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

const SAMPLED = 1

const isZero = (digits: string): boolean => /^0+$/.test(digits)

/** Longest accepted value; one of version 00 has 55 characters. */
const LENGTH_MAX = 256

/**
 * Reads the header; `null` if it is absent, malformed or sent more than once. The receiver then starts a trace of its own
 * (W3C Trace Context §3.2.2.3, §4.3).
 */
export function readTraceparent(header: string | null): SpanIdentity | null {
  if (header === null || header.length > LENGTH_MAX) return null
  const [, version = '', traceId = '', spanId = '', flags = '', more] = FORM.exec(header) ?? []
  if (version === '' || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (isZero(traceId) || isZero(spanId)) return null
  // Of the flags only "sampled" is defined for all versions (§4.3).
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true }
}

/** Writes the header for the children of a span. */
export const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanIdentity): string =>
  `00-${traceId}-${spanId}-0${traceFlags & SAMPLED}`
