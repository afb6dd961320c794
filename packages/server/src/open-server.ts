// Opens a node:http server with limits against slow and broken clients (P52), and closes it after its running answers.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerMalformed, hasOneHost, type MalformedResponse } from './malformed.ts'

/** Limits of sockets and of the time to close. */
export interface ServerLimits {
  /** Sockets that are open at once. */
  readonly connections: number
  /** How long closing waits for running answers, in ms; 0 closes all connections at once. */
  readonly closeMs: number
}

/** The address, listener and limits for {@link openServer}. */
export interface ServerOptions {
  readonly listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  /** Host name or address to bind. */
  readonly host: string
  /** The TCP port; 0 selects a free port. */
  readonly port: number
  readonly limits: ServerLimits
  /** Creates the answer to malformed HTTP. */
  readonly malformed: MalformedResponse
  /** Whether a request may upgrade the connection. Default: no. */
  readonly upgrades?: (incoming: IncomingMessage) => boolean
}

/** A server on its socket, until `close`. */
export interface OpenServer {
  /** The base URL, for example `http://127.0.0.1:4010`. */
  readonly url: string
  readonly server: Server
  /** From now on every answer ends its connection, so that callers come back to another instance. */
  leave(): void
  /** Stops listening, waits for running answers, closes the other connections. */
  close(): Promise<void>
}

/** Why a port was not opened: the codes of {@link ServeError}. */
export type ServeErrorCode = 'port-in-use' | 'port-refused'

const BRAND = Symbol.for('@tapboard/server/serve-error')

/** The port could not be opened; test for it with {@link isServeError}. */
export class ServeError extends Error {
  /** Identifies the class across copies of this module. */
  readonly [BRAND] = true
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

const HTTP_OPTIONS = {
  // Closes a socket whose headers take longer than 8 s, at the next check: within the 14 s of P52.
  headersTimeout: 8_000,
  // Enough for the largest body (P52).
  requestTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  // Longer than the pause between two polls, so that a poller reuses its connection.
  keepAliveTimeout: 10_000,
  maxHeaderSize: 16_384,
  // The listener rejects a bad host itself, in the form of every error.
  requireHostHeader: false,
}

/** Interval between two checks for idle connections while closing, in ms. */
const IDLE_MS = 20

function failureOf(error: NodeJS.ErrnoException, port: number, host: string): ServeError {
  return error.code === 'EADDRINUSE'
    ? new ServeError(
        'port-in-use',
        `Port ${port} of ${host} is in use. Stop the program that uses it, or choose another port.`,
        error,
      )
    : new ServeError(
        'port-refused',
        `Port ${port} of ${host} cannot be opened (${error.code ?? 'unknown reason'}). Choose another port.`,
        error,
      )
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(failureOf(error, port, host)))
    server.listen(port, host, resolve)
  })

/** The base URL of a listening server. */
function urlOf(server: Server): string {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server listens on no port.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

const close = (server: Server, closeMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), closeMs)
    // A connection becomes idle after its last answer, so check repeatedly.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(idle)
      resolve()
    })
    server.closeIdleConnections()
  })

/** Listens until closed; rejects with a {@link ServeError} if the port cannot be opened. */
export async function openServer(options: ServerOptions): Promise<OpenServer> {
  const { listener, host, port, limits, malformed, upgrades = () => false } = options
  let leaving = false
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (leaving) outgoing.shouldKeepAlive = false
    if (hasOneHost(incoming)) listener(incoming, outgoing)
    else void answerMalformed(new Error('not one host'), incoming.socket, malformed)
  }
  // Many clients offer h2c with every request (RFC 9110 §7.8: an upgrade may be ignored).
  const server = createServer({ ...HTTP_OPTIONS, shouldUpgradeCallback: upgrades }, handle)
  // An unknown expectation may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', handle)
  server.maxConnections = limits.connections
  server.on('clientError', (error, socket) => void answerMalformed(error, socket, malformed))
  await listen(server, port, host)
  return {
    url: urlOf(server),
    server,
    leave: () => void (leaving = true),
    close: () => close(server, limits.closeMs),
  }
}
