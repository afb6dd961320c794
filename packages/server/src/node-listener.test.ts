// The adapter on a real socket.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { toNodeListener } from './node-listener.ts'

/** Serves one response to every request; returns the address. */
async function serve(
  context: TestContext,
  respond: (request: Request) => Response,
  {
    readHost = false,
    stallMs = 60_000,
    connected = () => {},
  }: { readHost?: boolean; stallMs?: number; connected?: (socket: Socket) => void } = {},
): Promise<string> {
  const server = createServer(
    toNodeListener({
      handler: { fetch: (request) => Promise.resolve(respond(request)) },
      malformed: () => new Response(null, { status: 400 }),
      readHost,
      stallMs,
    }),
  )
  server.on('connection', connected)
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
    const url = await serve(context, (request) => new Response(new URL(request.url).hostname), { readHost })
    // As `option httpchk` of HAProxy sends it.
    assert.equal(await exchange(url, 'GET / HTTP/1.0\r\n\r\n'), 'HTTP/1.1 200 OK server.invalid')
    const named = await exchange(url, 'GET / HTTP/1.0\r\nHost: a.example\r\n\r\n')
    assert.equal(named, `HTTP/1.1 200 OK ${readHost ? 'a.example' : 'server.invalid'}`)
  })

/** More bytes than the buffers of two sockets hold. */
const LONG = 32 * 1_048_576

/** A long response in one piece or in many. */
const longResponse = (pieces: number): Response => {
  const piece = new Uint8Array(LONG / pieces)
  let left = pieces
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(piece)
      else controller.close()
    },
  })
  return new Response(body)
}

for (const pieces of [1, 512])
  test(`P52 closes the connection of a reader that takes nothing of a response in ${pieces} pieces`, async (context) => {
    let ended: Promise<unknown> = Promise.reject(new Error('no connection'))
    ended.catch(() => {})
    const connected = (socket: Socket): void => void (ended = once(socket, 'close'))
    const url = await serve(context, () => longResponse(pieces), { stallMs: 100, connected })
    const silent = connect(Number(new URL(url).port), '127.0.0.1').pause()
    context.after(() => silent.destroy())
    silent.write('GET / HTTP/1.1\r\nHost: a.example\r\n\r\n')
    await once(silent, 'readable')
    await ended
  })

test('P52 a reader that takes a response by and by gets it whole, and its connection stays', async (context) => {
  const stallMs = 1_000
  const { port } = new URL(await serve(context, () => longResponse(512), { stallMs }))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  context.after(() => agent.destroy())
  const ports: unknown[] = []
  for (let turn = 0; turn < 2; turn += 1) {
    const asked = get({ host: '127.0.0.1', port, agent })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    ports.push(answer.socket.localPort)
    let taken = 0
    for await (const piece of answer as AsyncIterable<Uint8Array>) {
      taken += piece.length
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.equal(taken, LONG)
  }
  assert.equal(ports[0], ports[1])
})

test('P52 answers the requests of a connection one after another, in their order', async (context) => {
  let running = 0
  let most = 0
  const url = await serve(context, (request) => {
    running += 1
    most = Math.max(most, running)
    const text = new TextEncoder().encode(new URL(request.url).pathname)
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve))
        controller.enqueue(text)
        controller.close()
        running -= 1
      },
    })
    return new Response(body)
  })
  const heads = Array.from({ length: 33 }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: a.example\r\n`)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${heads.join('\r\n')}Connection: close\r\n\r\n`)
  let text = ''
  for await (const piece of socket) text += String(piece)
  assert.deepEqual(
    [...text.matchAll(/\r\n\/(\d+)\r\n/g)].map(([, path]) => path),
    heads.map((_, index) => String(index)),
  )
  assert.equal(most, 1)
})

test('P52 closes a connection on which too many requests wait, and begins none of them', async (context) => {
  let begun = 0
  const url = await serve(context, () => {
    begun += 1
    return new Response(new ReadableStream())
  })
  const socket = connect(Number(new URL(url).port), '127.0.0.1').resume()
  const head = 'GET / HTTP/1.1\r\nHost: a.example\r\n\r\n'
  const closed = new Promise((resolve) => socket.once('close', resolve).on('error', () => {}))
  socket.write(head.repeat(34))
  await closed
  assert.equal(begun, 1)
})
