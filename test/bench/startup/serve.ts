// Serves one page of the comparison from an origin of its own, compressed as in production, and records the requests.
import { extname } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { openServer } from '../common/server.ts'
import { FIRST_SCRIPT, type BenchPage } from './pages.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** An empty page, idle before the widget comes. */
const SHELL =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,"></head>' +
  '<body style="margin:16px;font:16px system-ui"><main id="mount"></main><p>What the host says below.</p></body></html>'

/** One request that was made: the first script, a further file or stream, the API, or anything else. */
export interface Asked {
  readonly kind: 'script' | 'later' | 'api' | 'other'
  readonly path: string
}

/** A page that is served: the empty page at `/`, the page as a whole at `/index.html`. */
export interface Served {
  readonly url: string
  /** Brotli bytes of a file of the widget; 0 for any other path. */
  weightOf(path: string): number
  /** The requests since the last call. */
  take(): readonly Asked[]
  close(): Promise<void>
}

/** Compresses everything first: never inside a measurement. */
export async function serve(page: BenchPage): Promise<Served> {
  const packed = new Map(Array.from(page.files, ([path, file]) => [path, brotliCompressSync(file)]))
  let asked: Asked[] = []
  const { url, close } = await openServer((request, response) => {
    void (async () => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://host')
      const note = (kind: Asked['kind']): void => void asked.push({ kind, path: pathname })
      if (pathname === '/') return void response.writeHead(200, { 'content-type': TYPES['.html'] }).end(SHELL)
      const file = packed.get(pathname)
      if (file !== undefined && request.method === 'GET') {
        note(pathname === FIRST_SCRIPT ? 'script' : pathname.endsWith('.html') ? 'other' : 'later')
        const type = TYPES[extname(pathname)] ?? 'application/octet-stream'
        const headers = { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'no-store' }
        return void response.writeHead(200, headers).end(file)
      }
      let postData = ''
      for await (const part of request) postData += String(part)
      const { method = 'GET', headers } = request
      const address = `http://127.0.0.1${pathname}${search}`
      const answer = await page.mocks({
        method,
        url: address,
        path: pathname,
        headers,
        postData,
        local: true,
      })
      if (!answer) {
        note('other')
        return void response.writeHead(404).end()
      }
      const { status = 200, body = {}, headers: further = {} } = answer
      note(further['content-type'] === 'text/event-stream' ? 'later' : 'api')
      response.writeHead(status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        ...further,
      })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })().catch((error: unknown) => response.destroy(error as Error))
  })
  return {
    url,
    close,
    weightOf: (path) => (path.endsWith('.html') ? 0 : (packed.get(path)?.length ?? 0)),
    take() {
      const taken = asked
      asked = []
      return taken
    },
  }
}
