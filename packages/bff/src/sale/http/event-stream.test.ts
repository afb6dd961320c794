// The event stream of a sale: framing, resuming, heartbeats, the end, slow readers, draining (P62, P83, P84).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { SaleFrame, type DeskFrame, type OrderFrame } from '@tapboard/contract'
import type { Limits } from '../../app/options.ts'
import { createBench } from '../../testing/bench.ts'
import { turn } from '@tapboard/store/testing'
import { expectProblem } from '../../testing/expect.ts'
import { openOtherPage, openPage, type Page, type PageRequest } from '../../testing/page.ts'
import { createScriptedSales, someSale } from '../../testing/script.ts'
import { accessTo } from '../testing.ts'
import { createDeskWriter, createFrameWriter, createOrderWriter, saleEvents } from './event-stream.ts'

const PATH = '/v1/sales/sale_1/events'

/** Reads a stream piece by piece. */
class Reader {
  readonly events: EventSourceMessage[] = []
  readonly comments: string[] = []
  done = false
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  readonly #parser = createParser({
    onEvent: (event) => void this.events.push(event),
    onComment: (comment) => void this.comments.push(comment),
  })

  constructor(response: Response) {
    assert.ok(response.body !== null)
    this.#reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>
  }

  /** Reads until `enough`, or the end. */
  async until(enough: (reader: Reader) => boolean): Promise<this> {
    while (!this.done && !enough(this)) {
      const { done, value } = await this.#reader.read()
      this.done = done
      if (value !== undefined) this.#parser.feed(this.#decoder.decode(value, { stream: true }))
    }
    return this
  }

  leave = (): Promise<void> => this.#reader.cancel()
}

const open = async (page: Page, options?: PageRequest): Promise<Reader> => {
  const response = await page.send('GET', PATH, options)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(response.headers.get('x-accel-buffering'), 'no')
  return new Reader(response)
}

async function arrange() {
  const bench = await createBench()
  bench.sales.sale = (access) => someSale(access)
  return { bench, page: await openPage(bench) }
}

void test('sends a comment on open, then the snapshot, then each event with its number', async () => {
  const { bench, page } = await arrange()
  const reader = await open(page)
  await reader.until(({ events }) => events.length === 1)
  assert.deepEqual(reader.comments, ['open'])
  assert.deepEqual([reader.events[0]?.event, reader.events[0]?.id], ['snapshot', '3'])
  assert.equal(JSON.parse(reader.events[0]?.data ?? '').sale.id, 'sale_1')
  bench.sales.push('progressed', { phase: 'authorizing' })
  await reader.until(({ events }) => events.length === 2)
  const frame = SaleFrame.parse(JSON.parse(reader.events[1]?.data ?? ''))
  assert.deepEqual([reader.events[1]?.event, reader.events[1]?.id, frame.number], ['sale', '4', 4])
  await reader.leave()
  await bench.close()
})

void test('the stream sends `end` after the last event and closes', async () => {
  const { bench, page } = await arrange()
  const reader = await open(page)
  bench.sales.push('approved', { state: 'approved', settledAtMs: 9, reference: 'ref_1' })
  await reader.until(() => false)
  assert.deepEqual(
    reader.events.map(({ event }) => event),
    ['snapshot', 'sale', 'end'],
  )
  assert.equal(bench.core.streamCount, 0)
  await bench.close()
})

void test('D-91 reports missing and resumed news without an event number, also after a reconnect', async () => {
  const { bench, page } = await arrange()
  const reader = await open(page)
  await reader.until(({ events }) => events.length === 1)
  bench.sales.stale(1_000)
  await reader.until(({ events }) => events.length === 2)
  bench.sales.stale(null)
  await reader.until(({ events }) => events.length === 3)
  const heard = (reader: Reader) =>
    reader.events.map(({ event, id, data }) => [event, id, JSON.parse(data).staleSinceMs])
  assert.deepEqual(heard(reader).slice(1), [
    ['stale', undefined, 1_000],
    ['stale', undefined, null],
  ])
  await reader.leave()
  bench.sales.push('progressed')
  bench.sales.stale(2_000)
  const resumed = await open(page, { headers: { 'last-event-id': '3' } })
  await resumed.until(({ events }) => events.length === 2)
  assert.deepEqual(heard(resumed).at(-1), ['stale', undefined, 2_000])
  await resumed.leave()
  await bench.close()
})

void test('D-91 a poll gets a new ETag when news goes missing and when it resumes', async () => {
  const { bench, page } = await arrange()
  const ask = async (etag: string | null): Promise<[number, string | null]> => {
    const headers = etag === null ? {} : { 'if-none-match': etag }
    const response = await page.send('GET', '/v1/sales/sale_1', { headers })
    return [response.status, response.headers.get('etag')]
  }
  const [, first] = await ask(null)
  assert.deepEqual(await ask(first), [304, first])
  bench.sales.stale(1_000)
  const [missing, second] = await ask(first)
  assert.deepEqual([missing, second === first], [200, false])
  assert.deepEqual(await ask(second), [304, second])
  bench.sales.stale(null)
  assert.deepEqual(await ask(second), [200, first])
  await bench.close()
})

void test('P62 a reconnect with Last-Event-ID loses and repeats no event', async () => {
  const { bench, page } = await arrange()
  for (let count = 0; count < 5; count++) bench.sales.push('progressed')
  bench.sales.push('declined', { state: 'declined', settledAtMs: 9 })
  for (let last = 3; last <= 9; last++) {
    const reader = await open(page, { headers: { 'last-event-id': String(last) } })
    await reader.until(() => false)
    const numbers = reader.events.filter(({ event }) => event === 'sale').map(({ id }) => Number(id))
    assert.deepEqual(
      numbers,
      Array.from({ length: 9 - last }, (_, index) => last + 1 + index),
    )
    assert.equal(
      reader.events.some(({ event }) => event === 'snapshot'),
      last === 9,
    )
    assert.equal(reader.events.at(-1)?.event, 'end')
  }
  await bench.close()
})

void test('answers an invalid Last-Event-ID with the snapshot', async () => {
  const { bench, page } = await arrange()
  for (const id of ['', 'abc', '-1', '99', '1e3', '1e0', '1'.repeat(30)]) {
    const reader = await open(page, { headers: { 'last-event-id': id } })
    await reader.until(({ events }) => events.length === 1)
    assert.equal(reader.events[0]?.event, 'snapshot')
    await reader.leave()
  }
  await bench.close()
})

void test('a quiet stream sends a heartbeat every 15 s, also after the token expires (P66)', async () => {
  const { bench, page } = await arrange()
  const reader = await open(page)
  await reader.until(({ events }) => events.length === 1)
  for (let beat = 1; beat <= 80; beat++) {
    await bench.clock.advance(15_000)
    await reader.until(({ comments }) => comments.length === 1 + beat)
  }
  bench.sales.push('approved', { state: 'approved', settledAtMs: 9 })
  await reader.until(() => false)
  assert.equal(reader.events.at(-1)?.event, 'end')
  await bench.close()
})

void test('P83 drops a reader with a backlog of 64 KiB and frees its buffer', async () => {
  const { bench, page } = await arrange()
  const reader = await open(page)
  await reader.until(({ events }) => events.length === 1)
  for (let count = 0; count < 200 && bench.core.streamCount > 0; count++) {
    bench.sales.push('progressed', { message: 'x'.repeat(500) })
    await turn()
  }
  assert.equal(bench.core.streamCount, 0)
  await assert.rejects(
    reader.until(() => false),
    /too slow/,
  )
  await turn()
  assert.equal(bench.sales.watching, 0)
  await bench.close()
})

void test('P83 drops a reader that reads nothing for 30 s', async () => {
  const { bench, page } = await arrange()
  const response = await page.send('GET', PATH)
  await bench.clock.advance(29_000)
  assert.equal(bench.core.streamCount, 1)
  await bench.clock.advance(16_000)
  assert.equal(bench.core.streamCount, 0)
  await assert.rejects(response.text(), /too slow/)
  await bench.close()
})

const SILENT = 500

// P83 asserts: ${SILENT} clients that never read are dropped at 64 KiB or 30 s.
void test('P83 drops all clients that never read and frees their buffers', async () => {
  const bench = await createBench({ limits: { streams: 2 * SILENT, streamsPerKey: SILENT } })
  bench.sales.sale = (access) => someSale(access)
  const page = await openPage(bench)
  const responses: Response[] = []
  for (let count = 0; count < SILENT; count++) responses.push(await page.send('GET', PATH))
  assert.deepEqual([bench.core.streamCount, bench.sales.watching], [SILENT, SILENT])
  await bench.clock.advance(45_000)
  assert.deepEqual([bench.core.streamCount, bench.sales.watching], [0, 0])
  for (const response of responses) await assert.rejects(response.text(), /too slow/)
  await bench.close()
})

void test('P84 disconnected pages leave no stream, watcher or timer', async () => {
  const { bench, page } = await arrange()
  const timers = bench.clock.pending
  for (let count = 0; count < 200; count++) {
    const reader = await open(page)
    if (count % 2 === 0) await reader.until(({ events }) => events.length === 1)
    await reader.leave()
  }
  await turn()
  assert.deepEqual([bench.core.streamCount, bench.sales.watching, bench.clock.pending], [0, 0, timers])
  await bench.close()
})

void test('removes the watcher of a broken connection at once', async () => {
  const { bench, page } = await arrange()
  const gone = new AbortController()
  const request = await page.request('GET', PATH)
  const response = await bench.core.fetch(new Request(request, { signal: gone.signal }))
  assert.equal(bench.core.streamCount, 1)
  gone.abort()
  await turn()
  assert.deepEqual([bench.core.streamCount, bench.sales.watching], [0, 0])
  assert.doesNotMatch(await response.text(), /event: end/)
  await bench.close()
})

void test('a draining server ends streams with a comment and refuses new streams and sales', async () => {
  const { bench, page } = await arrange()
  const reader = await open(page)
  bench.core.drain()
  await reader.until(() => false)
  assert.equal(reader.comments.at(-1), 'draining')
  assert.ok(!reader.events.some(({ event }) => event === 'end'))
  await expectProblem(await page.send('GET', PATH), 'draining')
  await expectProblem(await bench.core.fetch(new Request('https://any.example/health/ready')), 'draining')
  assert.equal((await page.send('GET', '/v1/sales/sale_1')).status, 200)
  await bench.close()
})

const FULL: readonly (readonly [string, Partial<Limits>, RegExp])[] = [
  ['of the merchants', { streams: 4 }, /merchant/],
  ['of a page', { streams: 10, streamsPerKey: 2 }, /page has no stream/],
]
for (const [name, limits, says] of FULL)
  void test(`refuses a stream above the share ${name} with Retry-After`, async () => {
    const bench = await createBench({ limits })
    bench.sales.sale = (access) => someSale(access)
    const page = await openPage(bench)
    const readers = [await open(page), await open(page)]
    const refused = await page.send('GET', PATH)
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.match((await expectProblem(refused, 'too-many-streams')).detail, says)
    await readers[0]?.leave()
    readers.push(await open(page))
    for (const reader of readers) await reader.leave()
    await bench.close()
  })

// INV-17: the merchant `other` opens a stream while every share of `shop` is used.
void test('INV-17 a merchant with all its streams open leaves streams to another merchant', async () => {
  const bench = await createBench({ limits: { streams: 6, streamsPerKey: 1 } })
  bench.sales.sale = (access) => someSale(access)
  const readers = []
  for (let count = 0; count < 3; count++) readers.push(await open(await openPage(bench)))
  await expectProblem(await (await openPage(bench)).send('GET', PATH), 'too-many-streams')
  readers.push(await open(await openOtherPage(bench)))
  for (const reader of readers) await reader.leave()
  await bench.close()
})

void test('D-135 a revoked key ends the streams of its tokens here at once and elsewhere at the reload', async () => {
  const first = await createBench()
  const second = await first.again()
  for (const { sales } of [first, second]) sales.sale = (access) => someSale(access)
  const page = await openPage(first)
  const here = await open(page)
  const elsewhere = new Reader(await second.core.fetch(await page.request('GET', PATH)))
  second.keys.begin()
  await first.keys.revoke(first.keys.current().kid)
  await here.until(() => false)
  assert.equal(here.comments.at(-1), 'key revoked')
  await expectProblem(await page.send('GET', PATH), 'token-invalid')
  assert.deepEqual([first.core.streamCount, second.core.streamCount], [0, 1])
  await second.clock.advance(15_000)
  await elsewhere.until(({ comments }) => comments.length === 2)
  await second.clock.advance(15_000)
  await elsewhere.until(() => false)
  assert.equal(elsewhere.comments.at(-1), 'key revoked')
  assert.deepEqual([second.core.streamCount, second.sales.watching], [0, 0])
  second.keys.close()
  await first.close()
})

void test('D-135 a rotation and the end of a retired key end no stream', async () => {
  const { bench, page } = await arrange()
  const reader = await open(page)
  await bench.keys.rotate()
  for (let beat = 1; beat <= 20 * 4; beat += 1) {
    await bench.clock.advance(15_000)
    await reader.until(({ comments }) => comments.length > beat)
  }
  await bench.keys.rotate()
  assert.equal(bench.core.streamCount, 1)
  await reader.leave()
  await bench.close()
})

void test('writes a frame that several watchers share once', () => {
  let written = 0
  const counted = <Frame>(members: object): Frame =>
    ({ ...members, toJSON: () => (written += 1) }) as unknown as Frame
  const sale = counted<SaleFrame>({ number: 4 })
  const order = counted<OrderFrame>({})
  const desk = counted<DeskFrame>({})
  const [writeSale, writeOrder, writeDesk] = [createFrameWriter(), createOrderWriter(), createDeskWriter()]
  const write = (): readonly string[] => [writeSale(sale), writeOrder(order), writeDesk(desk)]
  assert.deepEqual(write(), [
    'event: sale\nid: 4\ndata: 1\n\n',
    'event: order\ndata: 2\n\n',
    'event: desk\ndata: 3\n\n',
  ])
  assert.equal(write().length, 3)
  assert.equal(written, 3)
})

void test('a stream that is stopped before the sale is over has no `end`', async () => {
  const sales = createScriptedSales()
  const access = accessTo('A-100')
  const texts: string[] = []
  for await (const text of saleEvents(sales, access, someSale(access), null, AbortSignal.abort()))
    texts.push(text)
  assert.equal(texts.length, 1)
  assert.match(texts[0] ?? '', /^event: snapshot\n/)
})

void test('refuses a watcher above the limit of a sale with Retry-After', async () => {
  const { bench, page } = await arrange()
  bench.sales.watch = () => {
    throw Object.assign(new Error('too many'), { code: 'too-many-streams' })
  }
  const response = await page.send('GET', PATH)
  assert.equal(response.headers.get('retry-after'), '5')
  const { detail } = await expectProblem(response, 'too-many-streams')
  assert.match(detail, /GET \/v1\/sales\/\{id\}/)
  bench.sales.watch = () => {
    throw new Error('store gone')
  }
  await expectProblem(await page.send('GET', PATH), 'internal-error')
  assert.equal(bench.core.streamCount, 0)
  await bench.close()
})

void test('aborts a stream whose ledger fails, so that the page reconnects', async () => {
  const { bench, page } = await arrange()
  bench.sales.watch = () => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('store gone')) }),
  })
  const response = await page.send('GET', PATH)
  await assert.rejects(response.text(), /source of the stream failed/)
  assert.equal(bench.core.streamCount, 0)
  await bench.close()
})
