// Headers that stand on every answer (P30): nothing is cached, sniffed, framed or leaked by a referrer.

/** Adds the security headers; HSTS only where the public address is https. */
export function writeSecurityHeaders(headers: Headers, https: boolean): void {
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  headers.set('x-content-type-options', 'nosniff')
  headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  headers.set('referrer-policy', 'no-referrer')
  // Other origins read by CORS; the BFF and its pages are often not the same site.
  headers.set('cross-origin-resource-policy', 'cross-origin')
  if (https) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
}
