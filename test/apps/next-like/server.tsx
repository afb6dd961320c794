// A minimal framework: renders pages on the server, answers routes, serves the script.
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { renderToString } from 'react-dom/server'
import { POST } from './app/api/token/route'
import Page, { type PageProps } from './app/page'

const { BFF_URL = '', PORT, SHOP_URL = '' } = process.env

function render(order: string): string {
  const props: PageProps = { bffUrl: BFF_URL, order }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Checkout</title><link rel="icon" href="data:," /></head><body>
<div id="root">${renderToString(<Page {...props} />)}</div>
<script id="props" type="application/json">${JSON.stringify(props).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/assets/client.js"></script></body></html>`
}

async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/api/token') return POST(request)
  if (pathname === '/')
    return new Response(render(searchParams.get('order') ?? ''), { headers: { 'content-type': 'text/html' } })
  if (!/^\/assets\/[\w.-]+\.js$/.test(pathname)) return new Response(null, { status: 404 })
  const file = await readFile(new URL(`../client${pathname}`, import.meta.url))
  return new Response(file, { headers: { 'content-type': 'text/javascript' } })
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
  const response = await answer(new Request(SHOP_URL + incoming.url, { method: incoming.method, body }))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(await response.text())
}

const server = createServer((incoming, outgoing) => void serve(incoming, outgoing))
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The shop is open on ${SHOP_URL}`))
