// In-process network of the in-page demo: `fetch` as a function call, routed by origin. The connection to the
// service loses answers as in the live demo (`lost-answers.ts`).
import { createLosses, subjectOf } from '../../stack/lost-answers.ts'
import { aborted, serverRequest } from './request.ts'

type Answerer = (request: Request) => Promise<Response>

/** A network of in-process servers. */
export interface Network {
  readonly fetch: typeof globalThis.fetch
  /** Registers a server at an origin; requests go to the newest one. */
  connect(origin: string, answer: Answerer): void
  /** Ends the losses about all earlier sales and applications. */
  readonly repair: () => void
}

const bytesOf = (body: BodyInit | null | undefined): Uint8Array<ArrayBuffer> | null =>
  typeof body === 'string' ? new TextEncoder().encode(body) : null

/** Creates a network that loses answers of `lossy` for the demo's scenes. */
export function createNetwork(lossy: string): Network {
  const servers = new Map<string, Answerer>()
  const { loses, repair } = createLosses()
  return {
    repair,
    connect: (origin, answer) => void servers.set(origin, answer),
    async fetch(input, init = {}) {
      const url = new URL(input instanceof Request ? input.url : input)
      const answer = servers.get(url.origin)
      if (answer === undefined) throw new TypeError(`No server is registered at ${url.origin}.`)
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
