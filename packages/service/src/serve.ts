// Puts a service on a port of this machine: HTTP and the terminals' channel on one node:http server, with limits against
// slow and idle clients.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { answerBroken, answerFor, namesOneHost } from './http/broken.ts'
import type { Service } from './service.ts'

/** How to serve. */
export interface ServeOptions {
  readonly service: Service
  /** Default `127.0.0.1`. */
  readonly host?: string
  /** 0: a free one. */
  readonly port: number
}

/** A served service. */
export interface Served {
  /** Where it answers, for example `http://127.0.0.1:4010`. */
  readonly url: string
  /** Takes no new connections, drains the service, lets answers finish for a moment, ends the rest. */
  close(): Promise<void>
}

/** Why a port could not be taken. */
export type ServeErrorCode = 'port-in-use' | 'port-refused'

const BRAND = Symbol.for('@tapboard/service/serve-error')

/** A port that could not be taken; recognise it with {@link isServeError}. */
export class ServeError extends Error {
  /** Marks the class across copies of this module. */
  readonly [BRAND] = true
  /** Why. */
  readonly code: ServeErrorCode

  constructor(code: ServeErrorCode, message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'ServeError'
    this.code = code
  }
}

/** Whether `error` says that a port could not be taken. */
export const isServeError = (error: unknown): error is ServeError =>
  typeof error === 'object' && error !== null && BRAND in error

/** A client that sends its headers slower than this only holds a socket: closed within 14 s (P52). */
const HEADERS_MS = 8_000
/** A body of 64 KiB needs no longer (P52). */
const REQUEST_MS = 10_000
/** Longer than the pause between two polls, so that a poller keeps its connection. */
const KEEP_ALIVE_MS = 10_000
/** Sockets at once, terminals included. */
const CONNECTIONS_MAX = 20_000
/** How long answers in hand may take when the server stops. */
const DRAIN_MS = 2_000
/** How often idle connections are looked for meanwhile. */
const IDLE_MS = 20

/** Serves HTTP and terminals; throws a {@link ServeError} if the port cannot be taken. */
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
      // We say ourselves what is wrong with the host.
      requireHostHeader: false,
      // Many clients offer h2c with every request (RFC 9110 §7.8: an upgrade may be ignored); only terminals upgrade.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    serve,
  )
  server.maxConnections = CONNECTIONS_MAX
  // An expectation that nobody knows may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', serve)
  server.on('clientError', (error, socket) => void answerBroken(error, socket))
  const detach = service.attachTerminals(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      detach()
      const used = error.code === 'EADDRINUSE'
      const message = used
        ? `Port ${port} of ${host} is in use. Stop the program that uses it, or choose another port.`
        : `Port ${port} of ${host} cannot be taken (${error.code ?? 'unknown reason'}). Choose another one.`
      reject(new ServeError(used ? 'port-in-use' : 'port-refused', message, error))
    })
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    async close() {
      detach()
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
        // A connection whose answer has just gone out is idle from then on, not from now.
        const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS)
        server.close(() => {
          clearTimeout(timer)
          clearInterval(idle)
          resolve()
        })
        // Held reads are answered now, so that their callers need not guess.
        void service.drain()
      })
    },
  }
}
