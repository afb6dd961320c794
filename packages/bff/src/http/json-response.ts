// A JSON answer with its length, so that no server has to send it in chunks.

/** Writes `body` as JSON; `application/json` unless the headers say otherwise. */
export function jsonResponse(body: unknown, status: number, headers: Headers): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  headers.set('content-length', String(bytes.length))
  return new Response(bytes, { status, headers })
}
