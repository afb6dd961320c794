// Serves the built pages and the routes of the shop.
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { answer } from './shop.ts'

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const name = path.includes('.') && !path.includes('..') ? path : '/index.html'
  const bytes = await readFile(`dist${name}`).catch(() => null)
  const type = TYPES[name.split('.').pop() ?? ''] ?? 'application/octet-stream'
  response.writeHead(bytes === null ? 404 : 200, { 'content-type': type }).end(bytes)
}

const port = new URL(process.env['TAPBOARD_MERCHANT_ORIGINS']?.split(',')[0] ?? 'http://localhost:5173').port
const server = createServer(async (request, response) => {
  try {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (!(await answer(request, response))) await sendFile(pathname, response)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
})
server.listen(Number(port), () => console.log(`Open http://localhost:${port}`))

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close())
