// The operator's port: `GET /metrics` and nothing else, on an address of its own, so that no page route leads to it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Content and address of the metrics server. */
export interface MetricsServerOptions {
  readonly read: () => Promise<string>
  readonly host: string
  /** 0 = any free port. */
  readonly port: number
}

/** The operator's port while it is open. */
export interface MetricsServer {
  readonly url: string
  close(): Promise<void>
}

/** Media type of the Prometheus text format. */
const TEXT = 'text/plain; version=0.0.4; charset=utf-8'

/** Most open connections; one scraper uses one. */
const MAX_CONNECTIONS = 16

/** Opens the operator's port; refuses with a clear sentence when it is taken. */
export async function serveMetrics({ read, host, port }: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Ask for GET /metrics.\n')
      return
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': TEXT, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = `Metrics port ${port} on ${host} cannot be taken (${error.code ?? 'unknown reason'}); choose another METRICS_PORT.`
      reject(new Error(message, { cause: error }))
    })
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${name}:${address.port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
