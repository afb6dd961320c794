// The adapter from node:http (and so Express, Fastify, …) to a fetch handler: headers as they came, the body as a stream,
// the answer with back-pressure, and a connection that is let go when the caller sends more than anyone reads.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FetchHandler } from './fetch-handler.ts'

/** Unread bytes of a refused body that are read and thrown away, so that the caller gets the answer and no reset. */
const DRAIN_BYTES = 131_072
/** Most bytes received of a body of unknown length, used or discarded; beyond it the connection is closed. */
const TAKEN_BYTES = 286_720
/** A body that says its length up to here is drained whole. */
const DRAIN_KNOWN_BYTES = 2_097_152
const DRAIN_MS = 500

const UNREADABLE = JSON.stringify({
  type: 'urn:tapboard:problem:invalid-request',
  title: 'The request is not valid',
  status: 400,
  detail: 'Send a well-formed HTTP request.',
})

/** Bytes of a body read so far. */
interface Taken {
  bytes: number
}

/** The body as it comes, no byte before it is asked for; giving it up leaves the connection as it is. */
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
  // A body parser of the host (express.json) was faster: what it parsed is all there is.
  const parsed: unknown = 'body' in incoming ? incoming.body : undefined
  if (incoming.readableEnded && parsed !== undefined) return JSON.stringify(parsed)
  return streamOf(incoming, taken)
}

/** Methods that fetch knows no request for (WHATWG Fetch §2.2.1): under this name they meet what every unknown one does. */
const methodOf = ({ method = 'GET' }: IncomingMessage): string =>
  /^(CONNECT|TRACE|TRACK)$/i.test(method) ? `X-${method}` : method

/** The request as the fetch standard has it. The host name is of no meaning: only path and query are looked at. */
function toRequest(incoming: IncomingMessage, taken: Taken, signal: AbortSignal): Request | null {
  const headers = new Headers()
  const { rawHeaders } = incoming
  try {
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
    }
    // Resolved by hand: `//host/path` must stay a path.
    const target = incoming.url ?? '/'
    const url = new URL(target.startsWith('/') ? `http://bff.invalid${target}` : target)
    const init = {
      method: methodOf(incoming),
      headers,
      body: bodyOf(incoming, taken),
      signal,
      duplex: 'half',
    }
    return new Request(url, init as RequestInit)
  } catch {
    return null
  }
}

/** Lets go of a request whose body was not read to its end. */
function letGo(incoming: IncomingMessage, taken: Taken): void {
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

async function writeBody(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader()
  const cancel = (): void => void reader.cancel().catch(() => outgoing.destroy())
  if (outgoing.destroyed) return cancel()
  outgoing.once('close', cancel)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (!outgoing.write(value)) await drained(outgoing)
    }
    outgoing.off('close', cancel)
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

async function answer(
  handler: FetchHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  const taken: Taken = { bytes: 0 }
  const request = toRequest(incoming, taken, gone.signal)
  if (request === null) {
    outgoing.writeHead(400, {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      connection: 'close',
    })
    outgoing.end(UNREADABLE)
    letGo(incoming, taken)
    return
  }
  const response = await handler.fetch(request, { address: incoming.socket.remoteAddress ?? null })
  if (outgoing.destroyed) {
    await response.body?.cancel()
    return
  }
  const unread = request.body !== null && !incoming.complete
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    ...(unread ? { connection: 'close' } : {}),
  })
  if (response.body === null) outgoing.end()
  else {
    outgoing.flushHeaders()
    await writeBody(response.body, outgoing)
  }
  if (unread) letGo(incoming, taken)
}

/** A listener for `http.createServer`, `app.use('/prefix', …)` and the like. */
export const toNodeHandler =
  (handler: FetchHandler) =>
  (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy())
  }
