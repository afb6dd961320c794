// The origin of a request, and its CORS headers (Fetch standard §3.2). Only exact, configured origins pass (P26); all others,
// including `null`, get no CORS header.
import { refuse, type Refusal } from '../refusal.ts'

/** The origin of a page, by its headers. */
export type PageOrigin =
  | { readonly kind: 'listed'; readonly origin: string; readonly cors: boolean }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'none' }

export interface OriginRules {
  readonly origins: ReadonlySet<string>
  readonly publicOrigin: string
}

/**
 * Reads the origin of a request. A browser omits `Origin` from a same-origin GET; then `Sec-Fetch-Site: same-origin`,
 * which no script can set, means the origin of publicUrl.
 */
export function readOrigin(headers: Headers, rules: OriginRules): PageOrigin {
  const origin = headers.get('origin')
  if (origin !== null) {
    return rules.origins.has(origin) ? { kind: 'listed', origin, cors: true } : { kind: 'foreign' }
  }
  if (headers.get('sec-fetch-site') !== 'same-origin') return { kind: 'none' }
  return rules.origins.has(rules.publicOrigin)
    ? { kind: 'listed', origin: rules.publicOrigin, cors: false }
    : { kind: 'foreign' }
}

/** The last three are those of a page with OpenTelemetry; only `traceparent` is read. */
const ALLOWED_HEADERS =
  'authorization, dpop, content-type, idempotency-key, last-event-id, if-none-match, prefer, traceparent, tracestate, baggage'
const EXPOSED_HEADERS =
  'dpop-nonce, etag, retry-after, www-authenticate, x-request-id, idempotency-replayed, ratelimit, ratelimit-policy'
/** Two hours: the longest that Chromium keeps a preflight. */
const MAX_AGE_SECONDS = 7_200

/** Adds the CORS headers of a listed page. Every answer has `Vary`: a shared cache must not mix pages. */
export function writeCors(headers: Headers, page: PageOrigin): void {
  headers.append('vary', 'Origin')
  if (page.kind !== 'listed' || !page.cors) return
  headers.set('access-control-allow-origin', page.origin)
  headers.set('access-control-expose-headers', EXPOSED_HEADERS)
}

/** Answers a preflight for a path with these methods. */
export function answerPreflight(page: PageOrigin, methods: readonly string[]): Response | Refusal {
  if (page.kind !== 'listed') return refuse('origin-not-allowed', NOT_LISTED)
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': String(MAX_AGE_SECONDS),
    },
  })
}

/** The message for a page that is not listed. */
export const NOT_LISTED =
  "Add this page's origin, exactly, to the merchant's origins in the BFF's configuration."
