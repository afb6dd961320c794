// A minimal framework: runs instrumentation.ts, renders pages on the server, answers routes, serves the script. As Next does, it
// ends at SIGTERM when its requests have ended.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { RouteHandlers } from '@tapboard/bff/next'
import { renderToString } from 'react-dom/server'
import { POST } from './app/api/token/route'
import Page, { type PageProps } from './app/page'
import * as tapboard from './app/tapboard/[...path]/route'
import { register } from './instrumentation'

const { PORT, SHOP_URL = '' } = process.env
const routes: RouteHandlers = tapboard

function render(order: string): string {
  const props: PageProps = { order }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Checkout</title><link rel="icon" href="data:," /></head><body>
<div id="root">${renderToString(<Page {...props} />)}</div>
<script id="props" type="application/json">${JSON.stringify(props).replaceAll('<', '\\u003c')}</script>
<script type="module" src="/assets/client.js"></script></body></html>`
}

async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname.startsWith('/tapboard/')) return routes[request.method as keyof RouteHandlers](request)
  if (pathname === '/api/token') return POST(request)
  if (pathname === '/')
    return new Response(render(searchParams.get('order') ?? ''), { headers: { 'content-type': 'text/html' } })
  if (!/^\/assets\/[\w.-]+\.js$/.test(pathname)) return new Response(null, { status: 404 })
  const file = await readFile(new URL(`../client${pathname}`, import.meta.url))
  return new Response(file, { headers: { 'content-type': 'text/javascript' } })
}

process.env.NEXT_RUNTIME = 'nodejs'
await register()
const listener = getRequestListener(answer, { hostname: new URL(SHOP_URL).host })
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The shop is open on ${SHOP_URL}`))
process.on('SIGTERM', () => server.close())
