// The servers of the templates that need no package, as processes: their port and the limit of a body. Of the Next.js template, whose
// server is a package, the reader of a body.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '@tapboard/server/testing/ports'

const LIMIT = 65_536
const PYTHON = spawnSync('python3', ['--version']).status === 0

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

/** The status of a GET. The path is sent as it is: a client would take `..` out of it. */
async function get(port: number, path: string): Promise<number | undefined> {
  const sent = request({ host: 'localhost', port, path })
  const answered = once(sent, 'response') as Promise<[{ statusCode?: number; resume(): void }]>
  sent.end()
  const [answer] = await answered
  answer.resume()
  return answer.statusCode
}

for (const [command, template, script] of SERVERS)
  test(`${template}: the server reads no file outside of its folders`, async (context) => {
    const port = await run(context, command, template, script)
    const secrets = fileURLToPath(new URL(`../templates/${template}/_env`, import.meta.url))
    for (const begin of ['', '/elements', '/elements/x', '/.', '/elements/.', '/elements/..'])
      for (const path of [secrets, `/${secrets}`, '/../_env', '/..%2f_env', '/%2e%2e/_env', '/..\\_env'])
        assert.equal(await get(port, begin + path), 404, begin + path)
    assert.equal(await get(port, '/../../../_env'), 404)
  })

for (const [command, template, script] of SERVERS)
  test(`${template}: the server names the next order, and none after the last`, async (context) => {
    const port = await run(context, command, template, script)
    for (const [order, next] of [
      ['A-1001', 'A-1002'],
      ['A-1003', null],
    ] as const) {
      const answer = await fetch(`http://localhost:${port}/orders/${order}`)
      assert.deepEqual(await answer.json(), { paid: false, next })
    }
  })

test('next: the state of an order names the next one, and none after the last', async (context) => {
  const place = new URL('../templates/next/lib/tapboard.ts', import.meta.url).href
  const { orderState } = (await import(place)) as {
    readonly orderState: (order: string) => Promise<object | null>
  }
  context.mock.property(process, 'env', {
    ...process.env,
    TAPBOARD_PUBLIC_URL: 'http://localhost:1',
    TAPBOARD_MERCHANT_HOST_SECRET: 'secret',
  })
  assert.deepEqual(await orderState('A-1001'), { paid: false, next: 'A-1002' })
  assert.deepEqual(await orderState('A-1003'), { paid: false, next: null })
  assert.equal(await orderState('A-1004'), null)
})

test('next: the routes answer 413 above 64 KiB and 400 without a JSON object', async () => {
  const place = new URL('../templates/next/lib/read-json.ts', import.meta.url).href
  const { readJson } = (await import(place)) as {
    readonly readJson: (request: Request) => Promise<Response | object>
  }
  const read = async (body: string | ReadableStream, headers: Readonly<Record<string, string>> = {}) => {
    const init = { method: 'POST', headers, body, duplex: 'half' }
    const found = await readJson(new Request('http://localhost/api/token', init))
    return found instanceof Response ? found.status : found
  }
  const longest = `{"order":"${'x'.repeat(LIMIT - 12)}"}`
  assert.deepEqual(await read(longest), JSON.parse(longest))
  assert.equal(await read('{}', { 'content-length': String(LIMIT + 1) }), 413, 'a long announced body')
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(16_384))
    },
  })
  assert.equal(await read(endless), 413, 'a body without an end')
  assert.ok(sent <= 8, 'it is not read further')
  assert.deepEqual(await read(new Blob(['{"order":"é"}']).stream()), { order: 'é' })
  for (const wrong of ['null', '[', '5', '']) assert.equal(await read(wrong), 400, wrong)
})
