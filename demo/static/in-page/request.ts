// A request as a server gets it, made inside of a browser. A browser's own Request drops the headers that only a network may write
// (Origin, Cookie, Content-Length), and those are what a server judges; here they stand beside it, in a Headers that keeps them.

/** What makes a request. */
export interface RequestParts {
  readonly method: string
  readonly headers: Iterable<readonly [string, string]>
  /** `null`: none. */
  readonly body: Uint8Array<ArrayBuffer> | null
  readonly signal: AbortSignal
}

/** The request. */
export function serverRequest(url: string, { method, headers, body, signal }: RequestParts): Request {
  const request = new Request(url, { method, signal, ...(body === null ? {} : { body }) })
  const seen = new Headers([...headers].map(([name, value]) => [name, value]))
  if (body !== null) seen.set('content-length', String(body.byteLength))
  Object.defineProperty(request, 'headers', { value: seen })
  return request
}

/** Rejects with the signal's reason once it is aborted. */
export const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
