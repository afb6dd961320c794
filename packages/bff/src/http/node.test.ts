// Malformed HTTP on a socket of the BFF: a problem with the remedy, before any handler runs.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { serveBff } from './node.ts'

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
