// A page's line to the house of the servers: `fetch` and the terminal's WebSocket as messages. In a shared worker where the browser
// has one, so that all tabs meet the same shop; else in this page itself.
import { BFF_URL, TERMINAL_URL } from '../addresses.ts'
import type { FromPage, HeaderPairs, ToPage } from '../messages.ts'

/** What a page learns of the house. */
export type HouseNews = Extract<ToPage, { type: 'ready' | 'failed' | 'elsewhere' | 'forgotten' }>

/** A page's line. */
export interface Line {
  /** Answers requests to the page's own server and to the BFF inside of this browser; `null`: it is for the network. */
  fetch(url: URL, request: Request, signal: AbortSignal): Promise<Response> | null
  /** Where the page's own server sends whoever opens `path`; `null`: there is a page. */
  place(path: string): Promise<string | null>
  /** A port that carries a terminal's frames. */
  openTerminal(): MessagePort
  /** Tells the house something. */
  tell(message: FromPage): void
  /** Hears of the house. */
  listen(hear: (news: HouseNews) => void): void
}

/** Redirects that are followed: an order that is gone leads to `/`, and that to the newest order. */
const HOPS_MAX = 5

/** Statuses that have no body (RFC 9110); a Response with one cannot be made. */
const BODILESS = new Set([204, 205, 304])

interface Waiting {
  head(status: number, headers: HeaderPairs): void
  piece(bytes: Uint8Array<ArrayBuffer>): void
  end(): void
  broken(): void
}

const lost = (): TypeError => new TypeError('The answer broke off.')

/** A promise of the response whose parts arrive by the answer's methods. */
function awaitAnswer(
  drop: () => void,
  signal: AbortSignal,
): { waiting: Waiting; response: Promise<Response> } {
  let settle: (response: Response) => void = () => {}
  let fail: (reason: unknown) => void = () => {}
  const response = new Promise<Response>((resolve, reject) => {
    settle = resolve
    fail = reject
  })
  let body: ReadableStreamDefaultController<Uint8Array> | null = null
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => void (body = controller),
    cancel: drop,
  })
  const stop = (): void => {
    drop()
    waiting.broken()
  }
  const finish = (error?: unknown): void => {
    signal.removeEventListener('abort', stop)
    try {
      if (error === undefined) body?.close()
      else body?.error(error)
    } catch {
      // The reader has cancelled it.
    }
    body = null
  }
  const waiting: Waiting = {
    head: (status, headers) =>
      settle(
        new Response(BODILESS.has(status) ? null : stream, {
          status,
          headers: headers.map(([name, value]) => [name, value]),
        }),
      ),
    piece: (bytes) => body?.enqueue(bytes),
    end: () => finish(),
    broken() {
      const error: unknown = signal.aborted ? signal.reason : lost()
      fail(error)
      finish(error)
    },
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return { waiting, response }
}

/** Where a request of this page is answered; `null`: on the network. */
function targetOf(url: URL): 'host' | 'bff' | null {
  if (url.origin === BFF_URL) return 'bff'
  // The pages ask their server by paths from the root, wherever the site itself lies.
  return url.origin === location.origin && url.pathname.startsWith('/api/') ? 'host' : null
}

/** A line over `port`. */
export function createLine(port: MessagePort): Line {
  const asked = new Map<number, Waiting>()
  const hearers = new Set<(news: HouseNews) => void>()
  let count = 0
  const tell = (message: FromPage): void => port.postMessage(message)
  port.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
    switch (data.type) {
      case 'head':
        return asked.get(data.id)?.head(data.status, data.headers)
      case 'piece':
        return asked.get(data.id)?.piece(data.bytes)
      case 'end':
      case 'broken':
        asked.get(data.id)?.[data.type]()
        return void asked.delete(data.id)
      case 'ready':
      case 'failed':
      case 'elsewhere':
      case 'forgotten':
        for (const hear of hearers) hear(data)
    }
  })
  port.start()

  const ask = async (
    to: 'host' | 'bff',
    url: URL,
    request: Request,
    signal: AbortSignal,
  ): Promise<Response> => {
    count += 1
    const id = count
    const { method, headers } = request
    const bytes = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
    signal.throwIfAborted()
    const drop = (): void => {
      if (asked.delete(id)) tell({ type: 'drop', id })
    }
    const { waiting, response } = awaitAnswer(drop, signal)
    asked.set(id, waiting)
    tell({
      type: 'ask',
      id,
      to,
      method,
      path: url.pathname + url.search,
      headers: [...headers],
      body: bytes,
    })
    return response
  }

  return {
    fetch(url, request, signal) {
      const to = targetOf(url)
      return to === null ? null : ask(to, url, request, signal)
    },
    async place(path) {
      let to: string | null = null
      for (let hop = 0; hop < HOPS_MAX; hop += 1) {
        const url = new URL(to ?? path, location.origin)
        const { headers } = await ask('host', url, new Request(url), new AbortController().signal)
        const next = headers.get('location')
        if (next === null) break
        to = next
      }
      return to
    },
    openTerminal() {
      const { port1, port2 } = new MessageChannel()
      const message: FromPage = { type: 'terminal' }
      port.postMessage(message, [port2])
      return port1
    },
    tell,
    listen: (hear) => void hearers.add(hear),
  }
}

/** Is this the address of the terminals' channel? */
export const isTerminalUrl = (url: string | URL): boolean => String(url) === TERMINAL_URL
