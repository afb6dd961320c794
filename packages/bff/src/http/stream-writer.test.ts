// One event stream: its bytes, heartbeats, a slow reader, and its end (INV-17, P83).
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { ManualClock, turn } from '@tapboard/store/testing'
import { createShares } from '../token/shares.ts'
import type { CallingPage } from './call.ts'
import { createStreams } from './streams.ts'

const PAGE: CallingPage = { merchant: 'shop', key: 'page', kid: 'k1', untilMs: 900_000 }
const HEARTBEAT_MS = 15_000
const OPEN = ': open\n\n'

/** A registry of few bytes, and a source that the test writes to. */
function begin({ bufferBytes = 100, perKey = 1 } = {}) {
  const clock = new ManualClock()
  const streams = createStreams({
    clock,
    shares: createShares({ total: 3, perKey, merchants: 2 }),
    isKey: () => true,
    bufferBytes,
  })
  let emit: (text: string | null | Error) => void = () => {}
  const state = { aborted: false, ended: false }
  async function* source(signal: AbortSignal): AsyncGenerator<string> {
    signal.addEventListener('abort', () => void (state.aborted = true))
    try {
      for (;;) {
        const next = await new Promise<string | null | Error>((resolve) => (emit = resolve))
        if (next instanceof Error) throw next
        if (next === null) return
        yield next
      }
    } finally {
      state.ended = true
    }
  }
  const gone = new AbortController()
  const open = (page = PAGE) => streams.open(page, source, gone.signal)
  const write = async (text: string | null | Error): Promise<void> => {
    emit(text)
    await turn()
  }
  return { clock, streams, gone, open, write, state }
}

async function opened(options?: { bufferBytes?: number; perKey?: number }) {
  const all = begin(options)
  const result = all.open()
  assert.ok(result.ok)
  await turn()
  return { ...all, body: result.body, reader: result.body.getReader() }
}

const textOf = ({ value }: { value?: Uint8Array | undefined }): string => new TextDecoder().decode(value)

void test('begins with a comment, then has each text, and ends with its source', async () => {
  const { clock, gone, reader, write, streams, state } = await opened()
  assert.equal(getEventListeners(gone.signal, 'abort').length, 1)
  await write('event: a\n\n')
  assert.equal(textOf(await reader.read()), OPEN)
  assert.equal(textOf(await reader.read()), 'event: a\n\n')
  await write(null)
  assert.equal((await reader.read()).done, true)
  assert.deepEqual([streams.size, clock.pending, state.aborted], [0, 0, true])
  assert.equal(getEventListeners(gone.signal, 'abort').length, 0)
})

void test('P83 writes a comment after 15 s of silence, and an event begins the 15 s again', async () => {
  const { clock, reader, write } = await opened()
  await reader.read()
  await clock.advance(HEARTBEAT_MS - 1)
  await write('x\n\n')
  assert.equal(textOf(await reader.read()), 'x\n\n')
  const next = reader.read().then(textOf)
  await clock.advance(HEARTBEAT_MS - 1)
  assert.equal(await Promise.race([next, turn()]), undefined)
  await clock.advance(1)
  assert.equal(await next, ': \n\n')
  const again = reader.read().then(textOf)
  await clock.advance(HEARTBEAT_MS)
  assert.equal(await again, ': \n\n')
  assert.equal(clock.pending, 1)
})

void test('INV-17 ends a stream whose unread texts exceed the buffer, but not one that fits exactly', async () => {
  const { reader, write, streams, state } = await opened({ bufferBytes: 20 })
  await write('x'.repeat(20 - OPEN.length))
  assert.deepEqual([streams.size, state.ended], [1, false])
  await write('x')
  assert.deepEqual([streams.size, state.ended], [0, true])
  await assert.rejects(reader.read(), /the reader is too slow/)
})

void test('INV-17 one unread byte counts as unread', async () => {
  const { reader, write, streams } = await opened({ bufferBytes: 20 })
  await reader.read()
  await write('x')
  await write('y'.repeat(20))
  assert.equal(streams.size, 0)
})

void test('a text that is longer than the buffer reaches a reader that waits', async () => {
  const { reader, write, streams } = await opened({ bufferBytes: 20 })
  await reader.read()
  await write('y'.repeat(50))
  assert.equal(textOf(await reader.read()).length, 50)
  assert.equal(streams.size, 1)
})

void test('INV-17 ends a stream whose reader has read nothing for 30 s', async () => {
  const { clock, reader, write, streams } = await opened({ bufferBytes: 1_000 })
  await clock.advance(29_999)
  await write('x')
  assert.equal(streams.size, 1)
  await clock.advance(1)
  await write('x')
  assert.equal(streams.size, 0)
  await assert.rejects(reader.read(), /the reader is too slow/)
})

void test('an emptied buffer begins the 30 s again', async () => {
  const { clock, reader, write, streams } = await opened({ bufferBytes: 1_000 })
  await reader.read()
  await clock.advance(HEARTBEAT_MS)
  await reader.read()
  await clock.advance(14_999)
  await write('x')
  // The text of this moment is unread; the buffer was empty until now.
  await clock.advance(15_001)
  await write('y')
  assert.equal(streams.size, 1)
  await clock.advance(15_000)
  assert.equal(streams.size, 0)
})

void test('a source that fails aborts the stream, so that the page reconnects', async () => {
  const { reader, write, streams, clock } = await opened()
  await reader.read()
  await write(new Error('no ledger'))
  await assert.rejects(reader.read(), /the source of the stream failed/)
  assert.deepEqual([streams.size, clock.pending], [0, 0])
})

void test('drains with a comment and a clean end, and frees the share', async () => {
  const { reader, streams, open, state } = await opened()
  streams.drain()
  assert.equal(textOf(await reader.read()) + textOf(await reader.read()), `${OPEN}: draining\n\n`)
  assert.equal((await reader.read()).done, true)
  assert.equal(state.aborted, true)
  assert.equal(open().ok, true)
})

void test('a reader that disconnects or cancels ends the source and frees the share', async () => {
  for (const how of ['gone', 'cancel'] as const) {
    const { reader, gone, state, streams, open } = await opened()
    if (how === 'gone') gone.abort()
    else await reader.cancel()
    await turn()
    assert.deepEqual([streams.size, state.aborted], [0, true], how)
    assert.equal(open().ok, true)
  }
})

void test('INV-17 a refusal names the limit: of the page, the merchant or the server', () => {
  const detail = (page: CallingPage, { open } = all): string => {
    const result = open(page)
    assert.ok(!result.ok)
    assert.deepEqual([result.code, result.retryAfterSeconds], ['too-many-streams', 5])
    return result.detail
  }
  const all = begin()
  assert.ok(all.open().ok)
  const advice = '; read the sale with GET /v1/sales/{id} and try again.'
  assert.equal(detail(PAGE), `This page has no stream left${advice}`)
  assert.ok(all.open({ ...PAGE, key: 'other' }).ok)
  assert.equal(detail({ ...PAGE, key: 'third' }), `The pages of this merchant have no stream left${advice}`)
  assert.ok(all.open({ ...PAGE, merchant: 'two' }).ok)
  assert.equal(detail({ ...PAGE, merchant: 'three' }), `This server has no stream left${advice}`)
})

void test('a revoked key ends its own streams only, and opens none', async () => {
  const { streams, open, reader } = await opened({ perKey: 2 })
  const other = open({ merchant: 'two', key: 'page', kid: 'k2', untilMs: 900_000 })
  assert.ok(other.ok)
  streams.endOf('k1')
  assert.equal(streams.size, 1)
  assert.equal(textOf(await reader.read()) + textOf(await reader.read()), `${OPEN}: key revoked\n\n`)
  const refusing = createStreams({
    clock: new ManualClock(),
    shares: createShares({ total: 1, perKey: 1, merchants: 1 }),
    isKey: (kid) => kid !== 'k1',
    bufferBytes: 10,
  })
  const refused = refusing.open(PAGE, async function* () {}, new AbortController().signal)
  assert.equal(refused.ok ? '' : refused.detail, 'Ask the host for a new token: its key was revoked.')
})
