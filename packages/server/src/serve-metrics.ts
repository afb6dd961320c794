// The metrics server: `GET /metrics` only, on a separate address, so that no page can reach it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isServeError, openServer, ServeError } from './open-server.ts'

/** Content and address of the metrics server. */
export interface MetricsServerOptions {
  readonly read: () => Promise<string>
  readonly host: string
  /** 0 lets the system choose a free port. */
  readonly port: number
  /** Name of the variable of the port, for the message about a port in use. */
  readonly variable: string
}

/** A running server of metrics on its own port. */
export interface MetricsServer {
  readonly url: string
  close(): Promise<void>
}

/** Media type of the Prometheus text format. */
const TEXT = 'text/plain; version=0.0.4; charset=utf-8'

/** One scraper uses one connection; closing does not wait for it. */
const LIMITS = { connections: 16, closeMs: 0 }

const malformed = (): Response =>
  new Response('Send a well-formed HTTP request.\n', {
    status: 400,
    headers: { 'content-type': 'text/plain' },
  })

/** Starts the metrics server; rejects with the remedy if its port is in use. */
export async function serveMetrics({
  read,
  host,
  port,
  variable,
}: MetricsServerOptions): Promise<MetricsServer> {
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Ask for GET /metrics.\n')
      return
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': TEXT, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  }
  try {
    const { url, close } = await openServer({ listener, host, port, limits: LIMITS, malformed })
    return { url: `${url}/metrics`, close }
  } catch (error) {
    if (!isServeError(error)) throw error
    throw new ServeError(error.code, `${variable}: ${error.message}`, error)
  }
}
