// The registry of streams with ten thousand streams (P84).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ManualClock, turn } from '@tapboard/store/testing'
import type { CallingPage } from './call.ts'
import { createShares } from '../token/shares.ts'
import { createStreams, type Streams } from './streams.ts'

/** Collects garbage without an option of the process. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const PAGE: CallingPage = { merchant: 'shop', key: 'page', kid: 'k1', untilMs: 900_000 }

/** A registry for one merchant; `revoked` are the revoked keys. */
const streamsOf = (clock: ManualClock, total: number, revoked: readonly string[] = []): Streams =>
  createStreams({
    clock,
    shares: createShares({ total, perKey: total, merchants: 1 }),
    isKey: (kid) => !revoked.includes(kid),
    bufferBytes: 65_536,
  })

const CYCLES = 10_000
const AT_ONCE = 1_000
/** Memory grows to its usual size with the first streams. */
const WARM_ROUNDS = 5
/** Percent of the resident set that may be added after that. */
const GROWN_MAX = 10

// P84 asserts: 0 streams left, resident memory within ${GROWN_MAX} % over ${CYCLES} more cycles.
void test('P84 ten thousand aborted streams leave no entry', async () => {
  const clock = new ManualClock()
  const streams = streamsOf(clock, AT_ONCE)
  let running = 0
  async function* source(signal: AbortSignal): AsyncGenerator<string> {
    running += 1
    try {
      yield 'event: snapshot\ndata: {}\n\n'
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    } finally {
      running -= 1
    }
  }
  const rounds = WARM_ROUNDS + CYCLES / AT_ONCE
  let warmBytes = 0
  for (let round = 0; round < rounds; round++) {
    const open = []
    for (let count = 0; count < AT_ONCE; count++) {
      const gone = new AbortController()
      const opened = streams.open(PAGE, source, gone.signal)
      assert.ok(opened.ok)
      open.push({ gone, body: opened.body })
    }
    const refused = streams.open(PAGE, source, new AbortController().signal)
    assert.equal(refused.ok ? 'opened' : refused.code, 'too-many-streams')
    for (const [index, { gone, body }] of open.entries()) {
      if (index % 2 === 0) gone.abort()
      else await body.cancel()
    }
    await turn()
    assert.deepEqual([streams.size, running, clock.pending], [0, 0, 0])
    collect()
    if (round === WARM_ROUNDS - 1) warmBytes = process.memoryUsage.rss()
  }
  const grown = 100 * (process.memoryUsage.rss() / warmBytes - 1)
  assert.ok(grown <= GROWN_MAX, `resident memory grew by ${grown.toFixed(1)} %`)
})

void test('closes the stream of a disconnected caller at once', async () => {
  const clock = new ManualClock()
  const streams = streamsOf(clock, 10)
  const source = async function* (): AsyncGenerator<string> {
    await new Promise(() => {})
    yield 'event: snapshot\ndata: {}\n\n'
  }
  const opened = streams.open(PAGE, source, AbortSignal.abort())
  assert.ok(opened.ok)
  assert.deepEqual([streams.size, clock.pending], [0, 0])
})

void test('ends the streams of a revoked key, frees their shares and opens no further one', async () => {
  const clock = new ManualClock()
  const revoked: string[] = []
  const streams = streamsOf(clock, 2, revoked)
  const source = async function* (signal: AbortSignal): AsyncGenerator<string> {
    yield 'event: snapshot\ndata: {}\n\n'
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  }
  const never = new AbortController().signal
  const ended = streams.open(PAGE, source, never)
  const other = streams.open({ ...PAGE, kid: 'k2' }, source, never)
  assert.ok(ended.ok && other.ok)
  revoked.push('k1')
  streams.endOf('k1')
  assert.match(await new Response(ended.body).text(), /^: open\n\n[^]*: key revoked\n\n$/)
  assert.equal(streams.size, 1)
  const late = streams.open(PAGE, source, never)
  assert.equal(late.ok ? 'opened' : late.code, 'token-invalid')
  assert.ok(streams.open({ ...PAGE, kid: 'k2' }, source, never).ok)
})

void test('ends a stream with the token of its page only where the route asks for it', async () => {
  const clock = new ManualClock(0)
  const streams = streamsOf(clock, 3)
  const source = async function* (signal: AbortSignal): AsyncGenerator<string> {
    yield 'event: snapshot\ndata: {}\n\n'
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  }
  const never = new AbortController().signal
  const page = { ...PAGE, untilMs: 10_000 }
  const longer = streams.open(page, source, never)
  const ended = streams.open(page, source, never, 'withToken')
  const gone = new AbortController()
  assert.ok(ended.ok && longer.ok && streams.open(page, source, gone.signal, 'withToken').ok)
  assert.equal(clock.pending, 5)
  gone.abort()
  // The heartbeat and the end of its token.
  assert.equal(clock.pending, 3)
  await clock.advance(9_999)
  assert.equal(streams.size, 2)
  await clock.advance(1)
  assert.match(await new Response(ended.body).text(), /\n\n: token expired\n\n$/)
  assert.equal(streams.size, 1)
  const late = streams.open(page, source, never, 'withToken')
  assert.ok(late.ok)
  await clock.advance(0)
  assert.equal(streams.size, 1)
  await longer.body.cancel()
  assert.equal(clock.pending, 0)
})

void test('a source that throws leaves no share', () => {
  const streams = streamsOf(new ManualClock(), 1)
  const never = new AbortController().signal
  const fail = (): never => {
    throw new Error('too many watchers')
  }
  for (let count = 0; count < 2; count++)
    assert.throws(() => streams.open(PAGE, fail, never), /too many watchers/)
})
