// Runs a BFF as a server of its own: sockets, time-outs for slow and broken HTTP (P52), a port that is taken, and a stop
// that lets answers under way finish.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { FetchHandler } from './fetch-handler.ts'
import { toNodeHandler } from './node.ts'

/** Where to listen. */
export interface ServeOptions {
  readonly bff: FetchHandler
  /** Default `127.0.0.1`: the BFF is not reachable from the network unless configured. */
  readonly host?: string
  /** 0 = any free port. */
  readonly port: number
}

/** A listening BFF. */
export interface Served {
  /** Its own address; pages use the configured publicUrl. */
  readonly url: string
  /** From now on every answer ends its connection, so that callers come back to another instance. */
  leave(): void
  /** Stops listening, ends idle connections, waits for answers under way (at most 5 s). Drain the BFF first, close it after. */
  close(): Promise<void>
}

/** Longest time to receive a whole request; the limit of its headers is shorter. A slow socket is closed within 14 s. */
const REQUEST_MS = 10_000
const HEADERS_MS = 8_000
const CHECK_MS = 2_000
const CLOSE_MS = 5_000
const MAX_HEADER_BYTES = 16_384
/** Most open sockets: all streams plus short requests. */
const MAX_CONNECTIONS = 16_384

const FAULTS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Send at most 16 KiB of headers.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Send the whole request within 10 seconds.'],
}

/** Answers bytes that are not HTTP (RFC 9112 §2.2): one problem, then the connection closes. */
function answerBroken(error: NodeJS.ErrnoException, socket: NodeJS.WritableStream & Partial<Socket>): void {
  if (socket.destroyed === true || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy?.()
    return
  }
  const [status, detail] = FAULTS[error.code ?? ''] ?? [400, 'Send a well-formed HTTP request.']
  const body = JSON.stringify({
    type: 'urn:tapboard:problem:invalid-request',
    title: 'The request is not valid',
    status,
    detail,
  })
  socket.end(
    `HTTP/1.1 ${status} Error\r\nConnection: close\r\nContent-Type: application/problem+json\r\n` +
      `Cache-Control: no-store\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** Names an HTTP/1.1 request exactly one host (RFC 9112 §3.2)? Two are how requests are smuggled past a proxy. */
const namesOneHost = ({ httpVersion, rawHeaders }: IncomingMessage): boolean =>
  httpVersion !== '1.1' ||
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length === 1

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      const message = `Port ${port} on ${host} is in use; stop what uses it, or choose another port.`
      reject(taken ? new Error(message, { cause: error }) : error)
    })
    server.listen(port, host, resolve)
  })

/** Listens until closed; refuses with a clear sentence when the port is taken. */
export async function serveBff(options: ServeOptions): Promise<Served> {
  const { bff, port, host = '127.0.0.1' } = options
  const handle = toNodeHandler(bff)
  let leaving = false
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (leaving) outgoing.shouldKeepAlive = false
    if (namesOneHost(incoming)) handle(incoming, outgoing)
    else answerBroken(new Error('not one host'), incoming.socket)
  }
  const server = createServer(
    {
      requestTimeout: REQUEST_MS,
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: 10_000,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The BFF itself answers a bad Host header.
      requireHostHeader: false,
    },
    listener,
  )
  // The server may ignore an unknown expectation (RFC 9110 §10.1.1).
  server.on('checkExpectation', listener)
  server.maxConnections = MAX_CONNECTIONS
  server.on('clientError', answerBroken)
  await listen(server, port, host)
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${name}:${address.port}`,
    leave: () => void (leaving = true),
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), CLOSE_MS)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
