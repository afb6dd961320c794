// A page's connection to the in-browser servers: `fetch` and the terminal's WebSocket as messages. In a
// shared worker if available, so that all tabs use the same shop; otherwise in this page.
import { BFF_URL, TERMINAL_URL } from '../addresses.ts'
import type { FromPage, HeaderPairs, ToPage } from '../messages.ts'

export type ServerNews = Extract<ToPage, { type: 'ready' | 'failed' | 'elsewhere' | 'forgotten' }>

export interface ServerConnection {
  /** Answers requests to the page's own server and the BFF; `null`: use the network. */
  fetch(url: URL, request: Request, signal: AbortSignal): Promise<Response> | null
  /** Redirect target of `path`; `null`: the page exists. */
  place(path: string): Promise<string | null>
  /** Opens a port for a terminal's frames. */
  openTerminal(): MessagePort
  /** Sends a message to the servers. */
  tell(message: FromPage): void
  /** Subscribes to notifications of the servers. */
  listen(hear: (news: ServerNews) => void): void
}

/** Maximum number of redirects: a missing order leads to `/`, and that to the newest order. */
const HOPS_MAX = 5

/** Statuses without a body (RFC 9110); a Response with one and a body throws. */
const BODILESS = new Set([204, 205, 304])

interface Waiting {
  head(status: number, headers: HeaderPairs): void
  piece(bytes: Uint8Array<ArrayBuffer>): void
  end(): void
  broken(): void
}

const lost = (): TypeError => new TypeError('The answer was interrupted.')

/** A response whose body arrives through the answer's methods. */
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
      // The reader cancelled the stream.
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

/** Selects the server of a request; `null`: the network. */
function targetOf(url: URL): 'host' | 'bff' | null {
  if (url.origin === BFF_URL) return 'bff'
  // Pages use root-relative paths, wherever the site is hosted.
  return url.origin === location.origin && url.pathname.startsWith('/api/') ? 'host' : null
}

/** Creates a connection over `port`. */
export function createConnection(port: MessagePort): ServerConnection {
  const asked = new Map<number, Waiting>()
  const hearers = new Set<(news: ServerNews) => void>()
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

/** Whether this is the URL of the terminals' channel. */
export const isTerminalUrl = (url: string | URL): boolean => String(url) === TERMINAL_URL
