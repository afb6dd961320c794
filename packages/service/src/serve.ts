// Serves a service on a port: HTTP and the terminals' channel on one node:http server, with limits against slow
// and idle clients.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { answerBroken, answerFor, namesOneHost } from './http/broken.ts'
import type { Service } from './service.ts'

/** Options of {@link serveService}. */
export interface ServeOptions {
  readonly service: Service
  /** Host name or address to bind. Default `127.0.0.1`. */
  readonly host?: string
  /** The TCP port; 0 selects a free port. */
  readonly port: number
}

/** A listening service. */
export interface Served {
  /** The base URL, for example `http://127.0.0.1:4010`. */
  readonly url: string
  /** Stops accepting connections, drains the service, waits briefly for answers, closes the other connections. */
  close(): Promise<void>
}

/** Codes of {@link ServeError}. */
export type ServeErrorCode = 'port-in-use' | 'port-refused'

const BRAND = Symbol.for('@tapboard/service/serve-error')

/** The port could not be opened; test for it with {@link isServeError}. */
export class ServeError extends Error {
  /** Identifies the class across copies of this module. */
  readonly [BRAND] = true
  /** The error code. */
  readonly code: ServeErrorCode

  constructor(code: ServeErrorCode, message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'ServeError'
    this.code = code
  }
}

/** Whether `error` is a {@link ServeError}, from any copy of this module. */
export const isServeError = (error: unknown): error is ServeError =>
  typeof error === 'object' && error !== null && BRAND in error

// Closes a client that sends its headers too slowly, within 14 s (P52).
const HEADERS_MS = 8_000
// Enough for a body of 64 KiB (P52).
const REQUEST_MS = 10_000
/** Longer than the pause between two polls, so that a poller reuses its connection. */
const KEEP_ALIVE_MS = 10_000
/** Concurrent sockets, including terminals. */
const CONNECTIONS_MAX = 20_000
/** Limit for running requests during shutdown. */
const DRAIN_MS = 2_000
/** Interval between two checks for idle connections during shutdown. */
const IDLE_MS = 20

/** Serves HTTP and terminals; throws a {@link ServeError} if the port cannot be opened. */
export async function serveService({ service, host = '127.0.0.1', port }: ServeOptions): Promise<Served> {
  const listener = getRequestListener((request) => service.fetch(request), {
    overrideGlobalObjects: false,
    errorHandler: answerFor,
  })
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (namesOneHost(incoming)) void listener(incoming, outgoing)
    else void answerBroken(new Error('not one host'), incoming.socket)
  }
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 2_000,
      // The service validates the host header itself, with its own error.
      requireHostHeader: false,
      // Many clients offer h2c with every request (RFC 9110 §7.8: an upgrade may be ignored); only terminals upgrade.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    serve,
  )
  server.maxConnections = CONNECTIONS_MAX
  // An unknown expectation may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', serve)
  server.on('clientError', (error, socket) => void answerBroken(error, socket))
  const detach = service.attachTerminals(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      detach()
      const used = error.code === 'EADDRINUSE'
      const message = used
        ? `Port ${port} of ${host} is in use. Stop the program that uses it, or choose another port.`
        : `Port ${port} of ${host} cannot be opened (${error.code ?? 'unknown reason'}). Choose another port.`
      reject(new ServeError(used ? 'port-in-use' : 'port-refused', message, error))
    })
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const boundPort = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    async close() {
      detach()
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
        // Connections become idle after their last answer, so check repeatedly.
        const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS)
        server.close(() => {
          clearTimeout(timer)
          clearInterval(idle)
          resolve()
        })
        // Answers waiting reads at once, so that their callers need not guess.
        void service.drain()
      })
    },
  }
}
