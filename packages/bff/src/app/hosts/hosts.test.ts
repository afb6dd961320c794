// The BFF mounted under a prefix in Hono, Express, Fastify, Next and node:http, over real sockets; and malformed HTTP
// (P52, P53).
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { withoutSecrets, type Terms } from '@tapboard/contract'
import { serveBff, toNodeHandler } from '../../http/node.ts'
import { APPLIED } from '../../testing/apply.ts'
import { createBench, ORIGIN, PUBLIC_URL } from '../../testing/bench.ts'
import { expectAnswer } from '../../testing/expect.ts'
import { applyGrant, openPage, saleGrant, START, type Page } from '../../testing/page.ts'
import { someSale } from '../../testing/script.ts'
import { expressHandler } from './express.ts'
import { fastifyPlugin } from './fastify.ts'
import { honoHandler } from './hono.ts'
import { wrongMount } from './mount.ts'
import { nextBff, type RouteHandlers } from './next.ts'

const bench = await createBench()
const servers: Server[] = []
after(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await bench.close()
})

async function listen(listener: RequestListener, closed?: (bytesRead: number) => void): Promise<string> {
  const server = createServer(listener)
  server.on('connection', (socket) => socket.on('close', () => closed?.(socket.bytesRead)))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const bff = { publicUrl: PUBLIC_URL, fetch: bench.core.fetch }
const hono = new Hono().get('/', (context) => context.text('shop')).all('/tapboard/*', honoHandler(bff))
const app = express()
  .use('/tapboard', expressHandler(bff))
  .get('/', (_request, response) => void response.send('shop'))
const parsing = express().use(express.json()).use('/tapboard', expressHandler(bff))
const fast = fastify()
fast.get('/', async () => 'shop')
await fast.register(fastifyPlugin, { bff, prefix: '/tapboard' })
await fast.ready()
const { handlers: routes } = nextBff(async () => bff, 'hosts')
/** Routes a request as Next does: the path selects the file, the method its handler. */
const next = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url)
  const handler = routes[request.method as keyof RouteHandlers] as RouteHandlers['GET'] | undefined
  if (pathname === '/') return new Response('shop')
  return handler === undefined ? new Response(null, { status: 405 }) : handler(request)
}
const bare = toNodeHandler(bench.core)

/** The address is evidence of an agreement (D-25). */
void test('takes the client address from the socket and ignores headers', async () => {
  const heard: (string | null | undefined)[] = []
  const handler = toNodeHandler({
    async fetch(_request, peer) {
      heard.push(peer?.address)
      return new Response(null, { status: 204 })
    },
  })
  const base = await listen(handler)
  await fetch(base, { headers: { 'x-forwarded-for': '6.6.6.6' } })
  assert.match(heard[0] ?? '', /^(::ffff:)?127\.0\.0\.1$/)
})

const HOSTS: Readonly<Record<string, RequestListener>> = {
  Hono: (request, response) => void getRequestListener(hono.fetch)(request, response),
  Fastify: (request, response) => fast.routing(request, response),
  Next: (request, response) => void getRequestListener(next)(request, response),
  Express: app as unknown as RequestListener,
  'Express behind a body parser': parsing as unknown as RequestListener,
  'bare node:http': (request, response) => {
    if (request.url?.startsWith('/tapboard/') === true) bare(request, response)
    else response.end('shop')
  },
}

/** Sends a page's request to a local address as a browser would to the public one. */
async function overSocket(
  page: Page,
  base: string,
  method: string,
  path: string,
  body?: unknown,
  query = '',
): Promise<Response> {
  const headers = { 'idempotency-key': 'key-0123456789abcdef' }
  const made = await page.request(method, path, { headers, ...(body === undefined ? {} : { body }) })
  const sent: [string, string][] = [...made.headers]
  const init: RequestInit = { method, headers: sent }
  const response = await fetch(
    `${base}/tapboard${path}${query}`,
    body === undefined ? init : { ...init, body: await made.text() },
  )
  page.nonce = response.headers.get('dpop-nonce') ?? page.nonce
  return response
}

for (const [name, listener] of Object.entries(HOSTS)) {
  void test(`a shop with ${name} mounts it under a prefix: checkout, start, stream, errors`, async () => {
    const base = await listen(listener)
    const page = await openPage(bench)
    bench.sales.sale = null
    const checkout = await overSocket(page, base, 'GET', '/v1/checkout')
    assert.equal(checkout.status, 200)
    assert.equal(checkout.headers.get('access-control-allow-origin'), ORIGIN)
    assert.equal((await overSocket(page, base, 'POST', '/v1/sales', START)).status, 201)
    assert.equal((await overSocket(page, base, 'POST', '/v1/sales', START)).status, 200)
    const missing = await overSocket(page, base, 'GET', '/v1/nothing')
    assert.equal(missing.headers.get('content-type'), 'application/problem+json')

    const stream = await overSocket(page, base, 'GET', '/v1/sales/sale_1/events')
    const reader = stream.body?.getReader()
    assert.ok(reader !== undefined)
    const first = new TextDecoder().decode((await reader.read()).value)
    assert.match(first, /^: open\n\n/)
    assert.equal(bench.core.streamCount, 1)
    await reader.cancel()
    while (bench.core.streamCount > 0) await new Promise((resolve) => setImmediate(resolve))

    assert.equal((await fetch(`${base}/tapboard/health/live`)).status, 200)
    if (name !== 'Express behind a body parser') assert.equal(await (await fetch(base)).text(), 'shop')
  })
}

for (const [name, listener] of Object.entries(HOSTS))
  void test(`a partner with ${name} mounts it under a prefix: sign-up, draft, terms, preflight`, async () => {
    const base = await listen(listener)
    const page = await openPage(bench, applyGrant({ applicant: `of ${name}` }))
    const preflight = await fetch(`${base}/tapboard/v1/application/draft`, {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, 'access-control-request-method': 'PUT' },
    })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-allow-methods'), 'PUT, DELETE')
    const read = await overSocket(page, base, 'GET', '/v1/application')
    await expectAnswer('getApplication', read)
    assert.equal(read.headers.get('access-control-allow-origin'), ORIGIN)
    const body = { step: 'bank', values: withoutSecrets(APPLIED), follows: 0 }
    await expectAnswer('saveDraft', await overSocket(page, base, 'PUT', '/v1/application/draft', body))
    const query = '?tier=Retail&locale=fr-CA'
    const terms = await overSocket(page, base, 'GET', '/v1/application/terms', undefined, query)
    const { documents } = (await expectAnswer('getTerms', terms)) as Terms
    assert.equal(documents[0]?.locale, 'fr-CA')
    await expectAnswer('discardDraft', await overSocket(page, base, 'DELETE', '/v1/application/draft'))
  })

void test('refuses requests at a wrong mount path and names the right one', async () => {
  const elsewhere = express().use('/pay', expressHandler(bff))
  elsewhere.use((error: Error, _request: unknown, response: express.Response, _next: unknown) => {
    response.status(500).send(error.message)
  })
  const base = await listen(elsewhere as unknown as RequestListener)
  const answer = await fetch(`${base}/pay/health/live`)
  assert.equal(answer.status, 500)
  assert.match(await answer.text(), /mounted at \/pay, but its publicUrl ends in \/tapboard: mount it there/)
  await assert.rejects(
    Promise.resolve(fastify().register(fastifyPlugin, { bff, prefix: '/pay' })),
    /mounted at \/pay/,
  )
})

void test('accepts a path whose prefix a proxy removed', () => {
  const at = (path: string): string | null => wrongMount('https://shop.example/eu/tapboard', path)
  assert.deepEqual([at('/tapboard'), at('/eu/tapboard'), at('')], [null, null, null])
  assert.match(at('/board') ?? '', /ends in \/eu\/tapboard/)
  assert.match(wrongMount('https://pay.shop.example', '/tapboard') ?? '', /ends in \/: /)
})

void test('repeated loads of a route share one BFF, and a failed start is retried', async () => {
  let made = 0
  const start = async (): Promise<typeof bff> => {
    made += 1
    if (made === 1) throw new Error('the store is away')
    return bff
  }
  const live = (): Request => new Request(`${PUBLIC_URL}/health/live`)
  await assert.rejects(nextBff(start, 'again').handlers.GET(live()), /the store is away/)
  const answers = await Promise.all([
    nextBff(start, 'again').handlers.GET(live()),
    nextBff(start, 'again').handlers.GET(live()),
  ])
  assert.deepEqual([answers.map(({ status }) => status), made], [[200, 200], 2])
  // `instrumentation.ts` gets the same one.
  assert.equal(await nextBff(start, 'again').getBff(), bff)
  assert.equal(made, 2)
})

void test('the BFF of a Next process drains and closes at SIGTERM before the process ends', async () => {
  const script = `
    import { nextBff } from ${JSON.stringify(import.meta.resolve('./next.ts'))}
    const wait = (word) => async () => {
      await new Promise((resolve) => setImmediate(resolve))
      console.log(word)
    }
    await nextBff(async () => ({ fetch: wait('fetch'), drain: wait('drained'), close: wait('closed') })).getBff()
    setInterval(() => {}, 1_000)
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, NEXT_MANUAL_SIG_HANDLE: 'true' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (text.includes('ready')) child.kill('SIGTERM')
  })
  const [code] = (await once(child, 'close')) as [number | null]
  assert.deepEqual([said, code], ['ready\ndrained\nclosed\n', 0])
})

void test('the last byte of a finished stream reaches the page before the connection ends', async () => {
  const base = await listen(bare)
  const page = await openPage(bench)
  bench.sales.sale = (access) => someSale(access, { state: 'approved', settledAtMs: 9 })
  bench.sales.watch = () => ({
    async *[Symbol.asyncIterator]() {},
  })
  const response = await overSocket(page, base, 'GET', '/v1/sales/sale_1/events')
  assert.match(await response.text(), /event: end\ndata: \{\}\n\n$/)
})

/** Writes bytes to a socket and returns everything that comes back until it closes. */
const raw = (port: number, ...pieces: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece)
    })
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', () => resolve(answer))
    socket.on('close', () => resolve(answer))
  })

void test('P52 answers malformed HTTP and smuggled requests with 400 and closes the connection', async () => {
  const served = await serveBff({ bff: bench.core, port: 0 })
  const port = Number(new URL(served.url).port)
  for (const bytes of [
    'rubbish\r\n\r\n',
    'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
    'POST /v1/sales HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX',
    'POST /v1/sales HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!',
    'POST /v1/sales HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n',
    'GET /health/live HTTP/1.1\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /health\\live HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /v1\\orders/a HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET http://a\\health/live HTTP/1.1\r\nHost: a\r\n\r\n',
  ]) {
    const answer = await raw(port, bytes)
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.match(answer, /application\/problem\+json/)
    assert.equal(answer.split('HTTP/1.1 ').length, 2)
  }
  const wonders = 'GET /health/live HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n'
  assert.match(await raw(port, wonders), /^HTTP\/1\.1 200 /)
  const large = await raw(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
  assert.match(large, /^HTTP\/1\.1 431 /)
  await served.close()
})

void test('P52 answers methods that fetch forbids like any other wrong method', async () => {
  const served = await serveBff({ bff: bench.core, port: 0 })
  const port = Number(new URL(served.url).port)
  for (const method of ['TRACE', 'PURGE', 'PROPFIND']) {
    const answer = await raw(port, `${method} /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    assert.match(answer, /^HTTP\/1\.1 405 [^]*\r\nallow: GET, HEAD, OPTIONS\r\n/i, method)
  }
  const head = await raw(port, 'HEAD /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  assert.match(head, /^HTTP\/1\.1 200 [^]*\r\n\r\n$/)
  await served.close()
})

// P52 asserts: 1 refusal for each of ${#smuggled} requests.
void test('P52 never reads a smuggled request as a request', async () => {
  const served = await serveBff({ bff: bench.core, port: 0 })
  const port = Number(new URL(served.url).port)
  const inner = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n'
  const post = 'POST /v1/tokens HTTP/1.1\r\nHost: a\r\n'
  const chunked = 'Transfer-Encoding: chunked\r\n'
  const smuggled = [
    `${post}Content-Length: ${inner.length}\r\n${chunked}\r\n0\r\n\r\n${inner}`,
    `${post}${chunked}Content-Length: 4\r\n\r\n0\r\n\r\n${inner}`,
    `${post}Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
    `${post}Content-Length: 0, ${inner.length}\r\n\r\n${inner}`,
    `${post}Content-Length: +0\r\n\r\n${inner}`,
    `${post}Content-Length: -1\r\n\r\n${inner}`,
    `${post}Content-Length: 0x10\r\n\r\n${inner}`,
    `${post}Content-Length : 0\r\n\r\n${inner}`,
    `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${inner}`,
    `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`,
    `${post}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n${inner}`,
    `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n${inner}`,
    `${post}X: 1\r\n Content-Length: 0\r\n\r\n${inner}`,
    `${post}X: a\x00b\r\n\r\n${inner}`,
    `${post}\x01X: b\r\n\r\n${inner}`,
    `POST /v1/tokens HTTP/1.1\nHost: a\n${chunked}\n0\n\n${inner}`,
    `${post}${chunked}\r\n0;a=\n\r\n\r\n${inner}`,
    `${post}${chunked}\r\n5\r\nhello0\r\n\r\n${inner}`,
    `${post}${chunked}\r\nzz\r\n\r\n${inner}`,
    `${post}${chunked}\r\nfffffffffffffffff\r\n\r\n${inner}`,
    `POST /v1/tokens HTTP/2.0\r\nHost: a\r\n\r\n${inner}`,
    `POST /v1/tokens\r\nHost: a\r\n\r\n${inner}`,
  ]
  for (const bytes of smuggled) {
    const answer = await raw(port, bytes)
    const said = JSON.stringify(bytes.slice(0, 120))
    assert.match(answer, /^HTTP\/1\.1 (400|401|404) /, said)
    assert.equal(answer.split('HTTP/1.1 ').length, 2, `more than one answer to ${said}`)
    assert.ok(!answer.includes('"live"'), said)
  }
  await served.close()
})

// A draft may have 256 KiB, and a socket is read 64 KiB at a time.
for (const [method, path, grant, mostKiB] of [
  ['POST', '/v1/sales', saleGrant, 300],
  ['PUT', '/v1/application/draft', applyGrant(), 320],
] as const)
  // P53 asserts: at most 300 KiB of 1 GiB are read for a sale, 320 KiB for an application.
  void test(`P53 reads at most ${mostKiB} KiB of a 1 GB body to ${path} and answers with the limit`, async () => {
    const { promise: closed, resolve: onClosed } = Promise.withResolvers<number>()
    const base = await listen(bare, onClosed)
    const page = await openPage(bench, grant)
    const made = await page.request(method, path, { body: START })
    const headers = { ...Object.fromEntries(made.headers), 'transfer-encoding': 'chunked' }
    const piece = Buffer.alloc(16_384, 0x20)
    const status = await new Promise<number>((resolve) => {
      let sent = 0
      let heard = 0
      let stopped = false
      const outgoing = httpRequest(`${base}${path}`, { method, headers, agent: false }, (incoming) => {
        heard = incoming.statusCode ?? 0
        incoming.resume()
      })
      const more = (): void => {
        while (!stopped && sent < 2 ** 30) {
          sent += piece.length
          if (!outgoing.write(piece)) return
        }
      }
      outgoing.on('drain', more)
      const stop = (): void => {
        stopped = true
        resolve(heard)
      }
      outgoing.on('error', stop)
      outgoing.on('close', stop)
      more()
    })
    assert.equal(status, 413)
    const bytesRead = await closed
    assert.ok(bytesRead <= mostKiB * 1_024, `${bytesRead} bytes were read`)
  })

void test('reports a port in use with the remedy', async () => {
  const served = await serveBff({ bff: bench.core, port: 0 })
  const port = Number(new URL(served.url).port)
  await assert.rejects(serveBff({ bff: bench.core, port }), /Port \d+ of 127\.0\.0\.1 is in use\. Stop/)
  await served.close()
})

void test('a slow reader gets a long response completely', async () => {
  const chunk = new Uint8Array(65_536).fill(120)
  const CHUNKS = 160
  let left = CHUNKS
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left === 0) controller.close()
      else controller.enqueue(chunk)
      left -= 1
    },
  })
  const url = await listen(toNodeHandler({ fetch: async () => new Response(body) }))
  const answer = await fetch(url)
  let read = 0
  for await (const piece of answer.body ?? []) {
    read += piece.length
    // Leaves the writer a full buffer.
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(read, CHUNKS * chunk.length)
})
