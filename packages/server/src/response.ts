// Responses and the headers of every response. Hono's `secureHeaders` is not used: it adds headers for pages, and these are APIs.

/**
 * Headers of every response: no caching, framing, sniffing or referrer. `default-src` covers neither `base-uri` nor
 * `form-action`. Each server adds {@link HSTS}.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** `Strict-Transport-Security` of both servers: two years, with the hosts below (RFC 6797 §6.1). Browsers ignore it on http. */
export const HSTS = 'max-age=63072000; includeSubDomains'

/**
 * Creates a JSON response; `application/json` unless the headers have another type. Its length is known, so that no
 * server sends it in chunks.
 */
export function jsonResponse(
  body: unknown,
  status: number,
  init: Headers | Readonly<Record<string, string>> = {},
): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const headers = new Headers(init instanceof Headers ? init : { ...init })
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  headers.set('content-length', String(bytes.length))
  return new Response(bytes, { status, headers })
}

/** Whether `If-None-Match` names this ETag (RFC 9110 §13.1.2). */
export const matchesEtag = (header: string | null, etag: string): boolean =>
  header !== null && header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
