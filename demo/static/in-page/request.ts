// A server-side request inside a browser. A browser's Request drops the headers that only a network may set
// (Origin, Cookie, Content-Length) and that a server checks; this one holds them in separate Headers.

interface RequestParts {
  readonly method: string
  readonly headers: Iterable<readonly [string, string]>
  /** The body; `null` without one. */
  readonly body: Uint8Array<ArrayBuffer> | null
  readonly signal: AbortSignal
}

export function serverRequest(url: string, { method, headers, body, signal }: RequestParts): Request {
  const request = new Request(url, { method, signal, ...(body === null ? {} : { body }) })
  const seen = new Headers([...headers].map(([name, value]) => [name, value]))
  if (body !== null) seen.set('content-length', String(body.byteLength))
  Object.defineProperty(request, 'headers', { value: seen })
  return request
}

/** Rejects with the signal's reason after an abort. */
export const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
