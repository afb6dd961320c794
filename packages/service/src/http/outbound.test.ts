// Outbound requests: protection against hostile servers and internal addresses.
import assert from 'node:assert/strict'
import { createServer, type AddressInfo } from 'node:net'
import type { ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import { systemClock } from '@tapboard/server'
import { ManualClock } from '@tapboard/store/testing'
import { receiver, type Receiver } from '../testing/receiver.ts'
import type { OutboundRequest } from './outbound-port.ts'
import { createOutbound } from './outbound.ts'

const never = new AbortController().signal
const ask = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  timeoutMs: 5_000,
  maxBytes: 1_000,
  signal: never,
  ...more,
})

async function place(
  context: TestContext,
  answer: (response: ServerResponse) => void,
  publicOnly = false,
  clock = systemClock,
) {
  const server: Receiver = await receiver(answer)
  const outbound = createOutbound(clock, { publicOnly })
  context.after(() => {
    outbound.close()
    server.close()
  })
  return { server, outbound }
}

void test('sends a request unchanged and returns the whole answer', async (context) => {
  const { server, outbound } = await place(context, (response) =>
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"b":2}'),
  )
  const result = await outbound.send(ask(`${server.url}/in?x=1`))
  assert.ok(result.ok)
  const { status, contentType, whole, body } = result
  assert.deepEqual(
    [status, contentType, whole, Buffer.from(body).toString()],
    [201, 'application/json', true, '{"b":2}'],
  )
  const [asked] = server.requests
  assert.deepEqual([asked?.method, asked?.path, asked?.body], ['POST', '/in?x=1', '{"a":1}'])
})

void test('returns a redirect without following it', async (context) => {
  const { server, outbound } = await place(context, (response) =>
    response.writeHead(307, { location: '/elsewhere' }).end(),
  )
  const result = await outbound.send(ask(server.url))
  assert.ok(result.ok)
  assert.deepEqual([result.status, server.requests.length], [307, 1])
})

void test('an answer that is too long, incomplete or of a wrong length is not whole', async (context) => {
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => response.end('x'.repeat(1_001)),
    (response) => {
      const more = (): void => void response.write('x'.repeat(10_000), more)
      more()
    },
    (response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    },
    (response) => response.write('half', () => response.destroy()),
  ]
  for (const answer of answers) {
    const { server, outbound } = await place(context, answer)
    const result = await outbound.send(ask(server.url))
    assert.ok(result.ok)
    assert.deepEqual([result.whole, result.body.length], [false, 0])
  }
})

void test('reports endless headers, a server that is not HTTP, and an unreachable server', async (context) => {
  const { server, outbound } = await place(context, (response) =>
    response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end('{}'),
  )
  assert.deepEqual(await outbound.send(ask(server.url)), { ok: false, code: 'broken' })
  const babbler = createServer((socket) => socket.end('hello\r\n\r\n', () => socket.destroy()))
  await new Promise<void>((listening) => babbler.listen(0, '127.0.0.1', listening))
  const { port } = babbler.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  assert.deepEqual(await outbound.send(ask(url)), { ok: false, code: 'broken' })
  await new Promise((closed) => babbler.close(closed))
  assert.deepEqual(await outbound.send(ask(url)), { ok: false, code: 'unreachable' })
})

void test('times out on a server that hangs before or within its answer', async (context) => {
  const answers: ((response: ServerResponse) => void)[] = [() => {}, (response) => response.write('half')]
  for (const answer of answers) {
    const clock = new ManualClock()
    const { server, outbound } = await place(context, answer, false, clock)
    const sent = outbound.send(ask(server.url))
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(4_999)
    await clock.advance(1)
    assert.deepEqual(await sent, { ok: false, code: 'timeout' })
    assert.equal(clock.pending, 0)
  }
})

void test('an abort ends the request at once', async (context) => {
  const { server, outbound } = await place(context, () => {})
  const stop = new AbortController()
  const sent = outbound.send(ask(server.url, { signal: stop.signal }))
  while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
  stop.abort()
  assert.deepEqual(await sent, { ok: false, code: 'stopped' })
})

void test('publicOnly: no host name reaches this machine or its networks', async (context) => {
  const { server, outbound } = await place(context, (response) => response.end('inside'), true)
  const port = new URL(server.url).port
  const hosts = [
    '127.0.0.1',
    'localhost',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '10.0.0.1',
  ]
  for (const host of hosts)
    assert.deepEqual(
      await outbound.send(ask(`http://${host}:${port}/`)),
      { ok: false, code: 'address-refused' },
      host,
    )
  assert.equal(server.requests.length, 0)
})
