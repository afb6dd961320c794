// The network between the parts of the in-page demo: `fetch` as a function call, found by the origin of its address. The line to the
// service is as bad as that of the live demo (`lost.ts`).
import { createLosses, subjectOf } from '../../stack/lost.ts'
import { aborted, serverRequest } from './request.ts'

/** Answers requests. */
export type Answerer = (request: Request) => Promise<Response>

/** A network of few addresses. */
export interface Network {
  readonly fetch: typeof globalThis.fetch
  /** Puts a server at an origin; one request after another is answered by the newest. */
  connect(origin: string, answer: Answerer): void
}

const bytesOf = (body: BodyInit | null | undefined): Uint8Array<ArrayBuffer> | null =>
  typeof body === 'string' ? new TextEncoder().encode(body) : null

/** A network where answers from `lossy` are lost as the scenes want it. */
export function createNetwork(lossy: string): Network {
  const servers = new Map<string, Answerer>()
  const loses = createLosses()
  return {
    connect: (origin, answer) => void servers.set(origin, answer),
    async fetch(input, init = {}) {
      const url = new URL(input instanceof Request ? input.url : input)
      const answer = servers.get(url.origin)
      if (answer === undefined) throw new TypeError(`Nobody is at ${url.origin}.`)
      const { method = 'GET', body, signal } = init
      const gone = signal ?? new AbortController().signal
      gone.throwIfAborted()
      const lost =
        url.origin === lossy && loses(subjectOf(method, url.href, typeof body === 'string' ? body : ''))
      const request = serverRequest(url.href, {
        method,
        headers: new Headers(init.headers),
        body: bytesOf(body),
        signal: gone,
      })
      const response = await Promise.race([answer(request), aborted(gone)])
      if (!lost) return response
      await response.body?.cancel()
      throw new TypeError('The answer was lost on its way.')
    },
  }
}
