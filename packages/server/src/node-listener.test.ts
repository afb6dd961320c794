// The adapter on a real socket.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { toNodeListener } from './node-listener.ts'

/** Serves one response to every request; returns the address. */
async function serve(context: TestContext, respond: () => Response): Promise<string> {
  const server = createServer(
    toNodeListener({
      handler: { fetch: () => Promise.resolve(respond()) },
      malformed: () => new Response(null, { status: 400 }),
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('every cookie of a response reaches the client', async (context) => {
  const headers = new Headers({ 'x-one': '1' })
  headers.append('set-cookie', 'a=1')
  headers.append('set-cookie', 'b=2')
  const answer = await fetch(await serve(context, () => new Response('text', { headers })))
  assert.deepEqual([answer.headers.getSetCookie(), answer.headers.get('x-one')], [['a=1', 'b=2'], '1'])
  assert.equal(await answer.text(), 'text')
})

test('a connection is closed after a response that left the body of the request unread', async (context) => {
  const url = await serve(context, () => new Response(null, { status: 413 }))
  const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(1_000_000) })
  assert.deepEqual([answer.status, answer.headers.get('connection')], [413, 'close'])
})
