// The registry of streams by itself: ten thousand of them (P84).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock, turn } from '@tapboard/store/testing'
import { createStreams } from './streams.ts'

void test('P84 ten thousand streams that open and break off leave nothing behind', async () => {
  const clock = new ManualClock()
  const streams = createStreams({ clock, max: 1_000, bufferBytes: 65_536 })
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
  for (let round = 0; round < 10; round++) {
    const open = []
    for (let count = 0; count < 1_000; count++) {
      const gone = new AbortController()
      const opened = streams.open(source, gone.signal)
      assert.ok(opened.ok)
      open.push({ gone, body: opened.body })
    }
    const refused = streams.open(source, new AbortController().signal)
    assert.equal(refused.ok ? 'opened' : refused.code, 'too-many-streams')
    for (const [index, { gone, body }] of open.entries()) {
      if (index % 2 === 0) gone.abort()
      else await body.cancel()
    }
    await turn()
    assert.deepEqual([streams.size, running, clock.pending], [0, 0, 0])
  }
})

void test('a stream for a caller who has gone already is closed at once', async () => {
  const clock = new ManualClock()
  const streams = createStreams({ clock, max: 10, bufferBytes: 65_536 })
  const opened = streams.open(async function* () {}, AbortSignal.abort())
  assert.ok(opened.ok)
  await turn()
  assert.deepEqual([streams.size, clock.pending], [0, 0])
})
