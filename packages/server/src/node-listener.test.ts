// The adapter on a real socket.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { toNodeListener } from './node-listener.ts'

/** Serves one response to every request; returns the address. */
async function serve(
  context: TestContext,
  respond: (request: Request) => Response,
  readHost = false,
): Promise<string> {
  const server = createServer(
    toNodeListener({
      handler: { fetch: (request) => Promise.resolve(respond(request)) },
      malformed: () => new Response(null, { status: 400 }),
      readHost,
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

/** Targets that the URL parser would read as another path. */
const AMBIGUOUS = [
  '/a/../secret',
  '/a/%2e%2e/secret',
  '/a/.%2E/secret',
  '/./secret',
  '/%2e/secret',
  '/a/..?b',
  '/secret#.png',
  '/secret?a#b',
  '/a\\..\\secret',
  'http://a/b/../secret',
]
/** Targets that the URL parser keeps as they are. */
const KEPT = ['/a/...', '/a/..b', '/.well-known/c', '/a/%2e%2eb', '/a?b=/../c', '/a/b%2f..%2fc', '//a']

test('D-150 refuses a path that the URL parser would change, and keeps every other one', async (context) => {
  const url = await serve(context, () => new Response('served'))
  const { port } = new URL(url)
  const statusOf = async (path: string): Promise<number | undefined> => {
    const asked = get({ host: '127.0.0.1', port, path })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode
  }
  for (const path of AMBIGUOUS) assert.equal(await statusOf(path), 400, path)
  for (const path of KEPT) assert.equal(await statusOf(path), 200, path)
})

/** Sends text on a connection of its own; returns the status line and the body. */
async function exchange(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(text)
  let answer = ''
  for await (const piece of socket) answer += String(piece)
  return answer.replace(/\r\n[^]*\r\n\r\n/, ' ')
}

for (const readHost of [false, true])
  test(`answers a request of HTTP/1.0 without a host, ${readHost ? 'and reads others' : 'which it never reads'}`, async (context) => {
    const url = await serve(context, (request) => new Response(new URL(request.url).hostname), readHost)
    // As `option httpchk` of HAProxy sends it.
    assert.equal(await exchange(url, 'GET / HTTP/1.0\r\n\r\n'), 'HTTP/1.1 200 OK server.invalid')
    const named = await exchange(url, 'GET / HTTP/1.0\r\nHost: a.example\r\n\r\n')
    assert.equal(named, `HTTP/1.1 200 OK ${readHost ? 'a.example' : 'server.invalid'}`)
  })
