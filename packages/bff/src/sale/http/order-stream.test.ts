// The stream of an order over a real socket: the order at once, each change, and an end only when the server drains or the
// page disconnects.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { OrderFrame } from '@tapboard/contract'
import { toNodeHandler } from '../../http/node.ts'
import { createBench, ORIGIN, PUBLIC_URL } from '../../testing/bench.ts'
import { expectProblem } from '../../testing/expect.ts'
import { openPage } from '../../testing/page.ts'
import { someSale } from '../../testing/script.ts'

const PATH = '/v1/checkout/events'

/** Reads a stream until `enough`, or the end. */
function reading(response: Response) {
  assert.ok(response.body !== null)
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>
  const events: EventSourceMessage[] = []
  const comments: string[] = []
  const decoder = new TextDecoder()
  const parser = createParser({
    onEvent: (event) => void events.push(event),
    onComment: (comment) => void comments.push(comment),
  })
  let done = false
  const until = async (enough: () => boolean): Promise<void> => {
    while (!done && !enough()) {
      const piece = await reader.read()
      ;({ done } = piece)
      if (piece.value !== undefined) parser.feed(decoder.decode(piece.value, { stream: true }))
    }
  }
  const frames = (): OrderFrame[] => events.map(({ data }) => OrderFrame.parse(JSON.parse(data)))
  return { events, comments, frames, until, leave: () => reader.cancel() }
}

void test('D-89 streams the order at once and at every change over a socket, until the server drains', async () => {
  const bench = await createBench()
  const server = createServer(toNodeHandler(bench.core))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const page = await openPage(bench)
  const { headers } = await page.request('GET', PATH)
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}${new URL(PUBLIC_URL).pathname}${PATH}`
  const response = await fetch(url, { headers: { ...Object.fromEntries(headers), origin: ORIGIN } })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(response.headers.get('x-accel-buffering'), 'no')
  const stream = reading(response)
  await stream.until(() => stream.events.length === 1)
  bench.sales.sale = (access) => someSale(access)
  bench.sales.push('approved', { state: 'approved', settledAtMs: 9 })
  await stream.until(() => stream.events.length === 2)
  assert.deepEqual(
    stream.frames().map(({ order, sale, superseded }) => [order, sale?.state, superseded]),
    [
      ['A-100', undefined, false],
      ['A-100', 'approved', false],
    ],
  )
  assert.deepEqual(
    new Set(stream.events.map(({ event, id }) => `${event} ${id}`)),
    new Set(['order undefined']),
  )
  bench.core.drain()
  await stream.until(() => false)
  assert.deepEqual([stream.comments[0], stream.comments.at(-1)], ['open', 'draining'])
  await expectProblem(await page.send('GET', PATH), 'draining')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await bench.close()
})

void test('a quiet stream of an order sends a heartbeat every 15 s and outlives the sale', async () => {
  const bench = await createBench()
  bench.sales.sale = (access) => someSale(access, { state: 'approved', settledAtMs: 9 })
  const page = await openPage(bench)
  const stream = reading(await page.send('GET', PATH))
  await stream.until(() => stream.events.length === 1)
  for (let beat = 1; beat <= 80; beat += 1) {
    await bench.clock.advance(15_000)
    await stream.until(() => stream.comments.length === 1 + beat)
  }
  assert.equal(bench.core.streamCount, 1)
  await stream.leave()
  assert.deepEqual([bench.core.streamCount, bench.sales.watching], [0, 0])
  await bench.close()
})

void test('refuses a stream of an order above the limit with Retry-After', async () => {
  const bench = await createBench({ limits: { streams: 1 } })
  const page = await openPage(bench)
  const stream = reading(await page.send('GET', PATH))
  await expectProblem(await page.send('GET', PATH), 'too-many-streams')
  await stream.leave()
  await bench.close()
})

void test('refuses a watcher above the limit of an order with Retry-After', async () => {
  const bench = await createBench()
  const page = await openPage(bench)
  bench.sales.watchOrder = () => {
    throw Object.assign(new Error('too many'), { code: 'too-many-streams' })
  }
  const response = await page.send('GET', PATH)
  assert.equal(response.headers.get('retry-after'), '5')
  const { detail } = await expectProblem(response, 'too-many-streams')
  assert.match(detail, /GET \/v1\/checkout/)
  assert.equal(bench.core.streamCount, 0)
  await bench.close()
})
