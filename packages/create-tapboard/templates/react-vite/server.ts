// Serves the built pages and the routes of the shop.
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { answer } from './shop.ts'

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

// No page of another site may put these pages into a frame and cover the button.
const POLICY = "frame-ancestors 'none'"

async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const name = path.includes('.') && !path.includes('..') ? path : '/index.html'
  const bytes = await readFile(`dist${name}`).catch(() => null)
  const type = TYPES[name.split('.').pop() ?? ''] ?? 'application/octet-stream'
  const headers = { 'content-type': type, 'content-security-policy': POLICY }
  response.writeHead(bytes === null ? 404 : 200, headers).end(bytes)
}

const origin = process.env['TAPBOARD_MERCHANT_ORIGINS']?.split(',')[0] ?? 'http://localhost:5173'
// The public address may be that of a proxy, and have no port.
const port = process.env['PORT'] || new URL(origin).port || 5173
const server = createServer(async (request, response) => {
  try {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (!(await answer(request, response))) await sendFile(pathname, response)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
})
// Only this machine reaches it: a proxy in front makes it public.
server.listen(Number(port), 'localhost', () => console.log(`Open ${origin}`))

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close())
