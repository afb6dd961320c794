// The adapter from node:http (and so Express, Fastify, …) to a fetch handler: the headers as received, the body as a stream, the
// response with back-pressure. `@hono/node-server` is not used: it leaves an unread body on the connection (P53).
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MalformedResponse } from './malformed.ts'
import { oneByOne } from './one-by-one.ts'
import type { FetchHandler } from './ports.ts'

/** Unread bytes of a rejected body that are read and discarded, so that the caller gets the answer and no reset. */
const DRAIN_BYTES = 131_072
/** Most bytes received of a body of unknown or greater length, used or discarded; beyond it the connection is closed. */
const TAKEN_BYTES = 286_720
/** A body with a known length up to this limit is read to its end, within `DRAIN_MS`. */
const DRAIN_KNOWN_BYTES = 2_097_152
const DRAIN_MS = 500
/** A reader that takes nothing for so long has its connection closed. Longer than the pause between two heartbeats of a stream. */
const STALL_MS = 60_000

/** The handler of {@link toNodeListener}, and its limits. */
export interface NodeListenerOptions {
  readonly handler: FetchHandler
  /** Creates the answer to malformed HTTP. */
  readonly malformed: MalformedResponse
  /**
   * Whether the request's URL has the host of the `Host` header, which must then be valid. Otherwise the host of the URL
   * has no meaning. Default false.
   */
  readonly readHost?: boolean
  /** How long the reader of a response may take nothing, in ms. Default 60,000. */
  readonly stallMs?: number
}

/** Bytes of a body read so far. */
interface Taken {
  bytes: number
}

/** Streams the body on demand; cancelling leaves the connection open. */
function streamOf(incoming: IncomingMessage, taken: Taken): ReadableStream<Uint8Array> {
  let pieces: AsyncIterator<Uint8Array> | null = null
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        pieces ??= incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>
        const { done, value } = await pieces.next()
        taken.bytes += value?.length ?? 0
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await pieces?.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

function bodyOf(incoming: IncomingMessage, taken: Taken): ReadableStream<Uint8Array> | string | null {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return null
  // A body parser of the host (express.json) has read the bytes; only its result is left.
  const parsed: unknown = 'body' in incoming ? incoming.body : undefined
  if (incoming.readableEnded && parsed !== undefined) return JSON.stringify(parsed)
  return streamOf(incoming, taken)
}

/** Renames methods that `Request` rejects (WHATWG Fetch §2.2.1); the router then treats them as unknown methods. */
const methodOf = ({ method = 'GET' }: IncomingMessage): string =>
  /^(CONNECT|TRACE|TRACK)$/i.test(method) ? `X-${method}` : method

/** A dot segment, also percent-encoded, which the URL parser resolves (WHATWG URL §4.4). */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/** Whether the URL parser would read another path than a proxy, which compares the text: it also reads "\\" as "/" and ends at "#". */
const isAmbiguous = (target: string): boolean =>
  /[\\#]/.test(target) || DOT_SEGMENT.test(target.split('?', 1)[0] ?? '')

/** The host of a request without one. */
const NO_HOST = 'server.invalid'

/** The URL of a request. Throws if the target or, with `readHost`, the host is not valid. */
function urlOf({ url: target = '/', headers, socket }: IncomingMessage, readHost: boolean): URL {
  if (isAmbiguous(target)) throw new TypeError('not a target')
  if (/^https?:\/\//i.test(target)) return new URL(target)
  // `//host/path` stays a path; any other form is not for an origin server (RFC 9112 §3.2).
  if (!target.startsWith('/')) throw new TypeError('not a target')
  if (!readHost) return new URL(`http://${NO_HOST}${target}`)
  // Only HTTP/1.0 has requests without a host, such as the health checks of HAProxy.
  const { host = NO_HOST } = headers
  const url = new URL(`${'encrypted' in socket ? 'https' : 'http'}://${host}${target}`)
  // A host with a path, a user or a character that the parser changes is not a host.
  if (url.hostname !== host.replace(/:\d+$/, '').toLowerCase()) throw new TypeError('not a host')
  return url
}

/** Converts a request; `null` if it is malformed. */
function toRequest(
  incoming: IncomingMessage,
  taken: Taken,
  signal: AbortSignal,
  readHost: boolean,
): Request | null {
  const headers = new Headers()
  const { rawHeaders } = incoming
  try {
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
    }
    const init = {
      method: methodOf(incoming),
      headers,
      body: bodyOf(incoming, taken),
      signal,
      duplex: 'half',
    }
    return new Request(urlOf(incoming, readHost), init as RequestInit)
  } catch {
    return null
  }
}

/** Discards the unread rest of a body, or closes the connection if the rest is too large or too slow. */
function discardRest(incoming: IncomingMessage, taken: Taken): void {
  if (incoming.complete || incoming.destroyed) return
  const known = Number(incoming.headers['content-length'] ?? Number.NaN)
  const left = Math.max(0, Math.min(DRAIN_BYTES, TAKEN_BYTES - taken.bytes))
  const most = known <= DRAIN_KNOWN_BYTES ? DRAIN_KNOWN_BYTES : left
  let read = 0
  const timer = setTimeout(() => incoming.socket.destroy(), DRAIN_MS)
  incoming.on('data', (chunk: Uint8Array) => {
    read += chunk.length
    if (read > most) incoming.socket.destroy()
  })
  incoming.once('close', () => clearTimeout(timer))
  incoming.once('end', () => clearTimeout(timer))
  incoming.once('error', () => clearTimeout(timer))
  incoming.resume()
}

const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    outgoing.once('drain', done)
    outgoing.once('close', done)
  })

/**
 * Closes the connection if its reader takes nothing for so long, until the response is written: it would keep the rest of the response
 * in memory for ever. The timer of a socket counts each part that is taken.
 */
function limitStall(outgoing: ServerResponse, stallMs: number): void {
  const { socket } = outgoing
  if (socket === null || outgoing.listenerCount('timeout') > 0) return
  const { timeout = 0 } = socket
  outgoing.setTimeout(stallMs, () => outgoing.destroy())
  outgoing.once('finish', () => {
    // The server may have set its own one for the next request.
    if (socket.timeout === stallMs) socket.setTimeout(timeout)
  })
}

async function writeBody(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  stallMs: number,
): Promise<void> {
  const reader = body.getReader()
  const cancel = (): void => void reader.cancel().catch(() => outgoing.destroy())
  if (outgoing.destroyed) return cancel()
  outgoing.once('close', cancel)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (outgoing.write(value)) continue
      limitStall(outgoing, stallMs)
      await drained(outgoing)
    }
    outgoing.off('close', cancel)
    outgoing.end()
    if (outgoing.writableLength > 0) limitStall(outgoing, stallMs)
  } catch {
    outgoing.destroy()
  }
}

/** Writes the response. Closes the connection after it if the body of the request was not read to its end. */
async function writeResponse(
  response: Response,
  outgoing: ServerResponse,
  incoming: IncomingMessage,
  taken: Taken,
  stallMs: number,
): Promise<void> {
  const isUnread = !incoming.complete && incoming.method !== 'GET' && incoming.method !== 'HEAD'
  // As a list, because an object would keep only the last `Set-Cookie`.
  const headers = [...response.headers, ...(isUnread ? [['connection', 'close']] : [])]
  outgoing.writeHead(response.status, headers.flat())
  if (response.body === null) outgoing.end()
  else {
    outgoing.flushHeaders()
    await writeBody(response.body, outgoing, stallMs)
  }
  if (isUnread) discardRest(incoming, taken)
}

async function answer(
  { handler, malformed, readHost = false, stallMs = STALL_MS }: NodeListenerOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  const taken: Taken = { bytes: 0 }
  const request = toRequest(incoming, taken, gone.signal, readHost)
  if (request === null) {
    const response = malformed('not-http')
    response.headers.set('connection', 'close')
    return writeResponse(response, outgoing, incoming, taken, stallMs)
  }
  const response = await handler.fetch(request, { address: incoming.socket.remoteAddress ?? null })
  if (outgoing.destroyed) await response.body?.cancel()
  else await writeResponse(response, outgoing, incoming, taken, stallMs)
}

/** Creates a listener for `http.createServer`, `app.use('/prefix', …)` and the like. */
export const toNodeListener =
  (options: NodeListenerOptions) =>
  (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    oneByOne(incoming.socket, outgoing, () => {
      answer(options, incoming, outgoing).catch(() => outgoing.destroy())
    })
  }
