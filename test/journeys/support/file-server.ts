// A minimal server: serves the files of a folder under a path of its own, and has no other function.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { readSite } from '../../../demo/host/read-site.ts'
import { listen } from '../../kit/sockets.ts'

/** A running server of files. */
export interface FileServer {
  /** Address of the folder, with a slash at its end. */
  readonly url: string
  /** Requested paths without a file. */
  readonly missed: readonly string[]
  close(): Promise<void>
}

/** Serves `folder` below `path` (`/some/where/`). */
export async function serveFiles(folder: string, path: string): Promise<FileServer> {
  const files = readSite(folder)
  const missed: string[] = []
  const server = createServer(({ method = '', url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://files.invalid')
    const below = pathname.startsWith(path) ? `/${pathname.slice(path.length)}` : ''
    const file = method === 'GET' ? files.get(below.endsWith('/') ? `${below}index.html` : below) : undefined
    if (file === undefined) {
      missed.push(`${method} ${pathname}`)
      response.writeHead(404).end()
    } else response.writeHead(200, { 'content-type': file.type }).end(file.body)
  })
  const url = await listen(server)
  return {
    url: `${url}${path}`,
    missed,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
