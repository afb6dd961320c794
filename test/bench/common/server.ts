// A server of a section: on loopback, closed together with its connections.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { listen } from '../../kit/sockets.ts'

interface OpenServer {
  readonly url: string
  close(): Promise<void>
}

/** Starts a server on a free port. */
export async function openServer(answer: RequestListener): Promise<OpenServer> {
  const server = createServer(answer)
  return {
    url: await listen(server),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
