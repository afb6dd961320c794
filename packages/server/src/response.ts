// Responses and the headers of every response. Hono's `secureHeaders` is not used: it adds headers for pages, and these are APIs.

/** Headers of every response: no caching, framing, sniffing or referrer. Each server adds its own HSTS. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

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
