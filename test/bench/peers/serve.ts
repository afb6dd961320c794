// Serves one page of the comparison from an origin of its own, compressed as in production, and counts the requests.
import { extname } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { openServer } from '../common/server.ts'
import type { BesidePage } from './page.ts'

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

/** A page that is served. */
export interface Served {
  readonly url: string
  /** Requested files of the widget since the last call: their number and their brotli bytes. */
  take(): { readonly files: number; readonly bytes: number }
  close(): Promise<void>
}

/** Compresses everything first: never inside a measurement. */
export async function serve(page: BesidePage): Promise<Served> {
  const packed = new Map(Array.from(page.files, ([path, file]) => [path, brotliCompressSync(file)]))
  let files = 0
  let sent = 0
  const { url, close } = await openServer((request, response) => {
    void (async () => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://host')
      if (pathname === '/') return void response.writeHead(200, { 'content-type': TYPES['.html'] }).end(SHELL)
      const file = packed.get(pathname)
      if (file !== undefined && request.method === 'GET') {
        if (!pathname.endsWith('.html')) {
          files += 1
          sent += file.length
        }
        const type = TYPES[extname(pathname)] ?? 'application/octet-stream'
        const headers = { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'no-store' }
        return void response.writeHead(200, headers).end(file)
      }
      let postData = ''
      for await (const part of request) postData += String(part)
      const { method = 'GET', headers } = request
      const asked = `http://127.0.0.1${pathname}${search}`
      const answer = await page.mocks({ method, url: asked, path: pathname, headers, postData, local: true })
      if (!answer) return void response.writeHead(404).end()
      const { status = 200, body = {}, headers: further = {} } = answer
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
    take() {
      const taken = { files, bytes: sent }
      files = 0
      sent = 0
      return taken
    },
  }
}
