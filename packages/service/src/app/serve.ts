// Serves a service on a port: HTTP and the terminals' channel on one node:http server.
import {
  isServeError,
  openServer,
  ServeError,
  toNodeListener,
  type ServeErrorCode,
} from '@tapboard/server/node'
import { malformed } from '../http/malformed.ts'
import type { Service } from './service.ts'

export { isServeError, ServeError, type ServeErrorCode }

/** The service, address and limits for {@link serveService}. */
export interface ServeOptions {
  readonly service: Service
  /** Host name or address to bind. Default `127.0.0.1`. */
  readonly host?: string
  /** The TCP port; 0 selects a free port. */
  readonly port: number
}

/** A service on its socket, until `close`. */
export interface Served {
  /** The base URL, for example `http://127.0.0.1:4010`. */
  readonly url: string
  /** From now on every answer ends its connection, and the service leaves ({@link Service.leave}). Call it before `close`. */
  leave(): Promise<void>
  /** Stops accepting connections, drains the service, waits briefly for answers, closes the other connections. */
  close(): Promise<void>
}

/** The connections include the sockets of the terminals, which stay open. */
const LIMITS = { connections: 20_000, closeMs: 2_000 }

/** Serves HTTP and terminals; throws a {@link ServeError} if the port cannot be opened. */
export async function serveService({ service, host = '127.0.0.1', port }: ServeOptions): Promise<Served> {
  const { url, server, leave, close } = await openServer({
    listener: toNodeListener({ handler: service, malformed, readHost: true }),
    host,
    port,
    limits: LIMITS,
    malformed,
    // Only the terminals' channel upgrades its connection.
    upgrades: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  })
  const detach = service.attachTerminals(server)
  return {
    url,
    leave() {
      leave()
      return service.leave()
    },
    async close() {
      detach()
      const closed = close()
      // Answers waiting reads at once, so that their callers need not guess.
      void service.drain()
      await closed
    },
  }
}
