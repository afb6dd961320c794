// Malformed HTTP on a socket of the BFF: a problem with the remedy, before any handler runs.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { malformed, serveBff } from './node.ts'

let handled = 0
const fetchOne = async (): Promise<Response> => {
  handled += 1
  return new Response('handled')
}
const served = await serveBff({ bff: { fetch: fetchOne }, port: 0 })
after(() => served.close())

/** Sends bytes and reads the answer until the server closes the connection. */
async function raw(bytes: string): Promise<{ head: string; body: string }> {
  const { port, hostname } = new URL(served.url)
  const socket = connect({ port: Number(port), host: hostname })
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head, body }
}

test('listens on the loopback address unless a host is given', async () => {
  assert.equal(new URL(served.url).hostname, '127.0.0.1')
  assert.equal(await (await fetch(served.url)).text(), 'handled')
})

test('each fault of a request has its status and remedy', async () => {
  for (const [fault, status, detail] of [
    ['not-http', 400, 'Send a well-formed HTTP request.'],
    ['headers-too-large', 431, 'Send at most 16 KiB of headers.'],
    ['extensions-too-large', 400, 'Send a well-formed HTTP request.'],
    ['too-slow', 408, 'Send the whole request within 10 seconds.'],
  ] as const) {
    const answer = malformed(fault)
    const body = (await answer.json()) as Record<string, unknown>
    assert.deepEqual([answer.status, body['status'], body['detail']], [status, status, detail], fault)
  }
})

test('holds 16,384 sockets at most', async () => {
  const limits: number[] = []
  const read = (message: unknown): void =>
    void limits.push((message as { readonly server: Server }).server.maxConnections)
  subscribe('http.server.request.start', read)
  await (await fetch(served.url)).text()
  unsubscribe('http.server.request.start', read)
  assert.deepEqual(limits, [16_384])
})

test('cuts an answer that is still in progress 5 s after the stop began', async (context) => {
  const asked = Promise.withResolvers<void>()
  const fetchNever = (): Promise<Response> => {
    asked.resolve()
    return new Promise(() => {})
  }
  const stopping = await serveBff({ bff: { fetch: fetchNever }, port: 0 })
  // An answer that is not cut ends with another error.
  const answer = fetch(stopping.url, { signal: AbortSignal.timeout(10_000) })
  await asked.promise
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const closed = stopping.close()
  context.mock.timers.tick(5_000)
  context.mock.timers.reset()
  await assert.rejects(answer, TypeError)
  await closed
})

for (const [what, bytes, status, detail] of [
  ['text that is no HTTP', 'hello\r\n\r\n', 400, 'Send a well-formed HTTP request.'],
  [
    'headers above 16 KiB',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`,
    431,
    'Send at most 16 KiB of headers.',
  ],
] as const)
  test(`answers ${what} with ${status} as a problem that no cache keeps`, async () => {
    const before = handled
    const { head, body } = await raw(bytes)
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `))
    assert.match(head, /content-type: application\/problem\+json/i)
    assert.match(head, /cache-control: no-store/i)
    const problem = JSON.parse(body) as Record<string, unknown>
    assert.deepEqual([problem['status'], problem['detail']], [status, detail])
    assert.match(String(problem['type']), /invalid-request$/)
    assert.equal(handled, before)
  })
