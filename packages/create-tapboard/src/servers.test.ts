// The servers of the templates that need no package, as processes: their port and the limit of a body.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

const LIMIT = 65_536
const PYTHON = spawnSync('python3', ['--version']).status === 0

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Runs a server whose public address has no port; returns its port after it is open. */
async function run(context: TestContext, command: string, template: string, script: string): Promise<number> {
  const port = await freePort()
  const child = spawn(command, [script], {
    cwd: fileURLToPath(new URL(`../templates/${template}`, import.meta.url)),
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      TAPBOARD_MERCHANT_ORIGINS: 'https://shop.example',
      TAPBOARD_PUBLIC_URL: 'http://localhost:1',
      TAPBOARD_MERCHANT_HOST_SECRET: 'secret',
    },
  })
  const ended = once(child, 'close')
  context.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await new Promise<void>((resolve, reject) => {
    let written = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        written += text
        if (written.includes('Open https://shop.example')) resolve()
      })
    child.once('close', () => reject(new Error(written)))
  })
  return port
}

/** The status of a POST. Without `body` only its announced length is sent. */
async function post(
  port: number,
  headers: Readonly<Record<string, string | number>>,
  body: string | null = null,
): Promise<number | undefined> {
  const sent = request({
    host: 'localhost',
    port,
    path: '/token',
    method: 'POST',
    headers,
  })
  const answered = once(sent, 'response') as Promise<[{ statusCode?: number; resume(): void }]>
  if (body === null) sent.flushHeaders()
  else sent.end(body)
  const [answer] = await answered
  answer.resume()
  sent.once('error', () => undefined).destroy()
  return answer.statusCode
}

const SERVERS = [
  [process.execPath, 'html', 'server.js'],
  [process.execPath, 'react-vite', 'server.ts'],
  ...(PYTHON ? [['python3', 'python', 'server.py'] as const] : []),
] as const

for (const [command, template, script] of SERVERS)
  test(`${template}: the server takes PORT for an address without a port, and answers 413 above 64 KiB`, async (context) => {
    const port = await run(context, command, template, script)
    assert.equal(await post(port, { 'content-length': LIMIT + 1 }), 413, 'a long announced body')
    const longest = `{"order":"${'x'.repeat(LIMIT - 12)}"}`
    assert.equal(await post(port, { 'content-length': LIMIT }, longest), 404, 'the longest body')
    if (command === 'python3') return
    const chunked = { 'transfer-encoding': 'chunked' }
    assert.equal(await post(port, chunked, `${longest} `), 413, 'a long body of unknown length')
    for (const wrong of ['null', '[', '5']) assert.equal(await post(port, chunked, wrong), 400, wrong)
  })
