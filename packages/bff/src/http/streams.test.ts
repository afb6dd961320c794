// The registry of streams with ten thousand streams (P84).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ManualClock, turn } from '@tapboard/store/testing'
import { createStreams } from './streams.ts'

/** Collects garbage without an option of the process. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const CYCLES = 10_000
const AT_ONCE = 1_000
/** Memory grows to its usual size with the first streams. */
const WARM_ROUNDS = 5
/** Percent of the resident set that may be added after that. */
const GROWN_MAX = 10

// P84 asserts: 0 streams left, resident memory within ${GROWN_MAX} % over ${CYCLES} more cycles.
void test('P84 ten thousand aborted streams leave no entry', async () => {
  const clock = new ManualClock()
  const streams = createStreams({ clock, max: AT_ONCE, bufferBytes: 65_536 })
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
    collect()
    if (round === WARM_ROUNDS - 1) warmBytes = process.memoryUsage.rss()
  }
  const grown = 100 * (process.memoryUsage.rss() / warmBytes - 1)
  assert.ok(grown <= GROWN_MAX, `resident memory grew by ${grown.toFixed(1)} %`)
})

void test('closes the stream of a disconnected caller at once', async () => {
  const clock = new ManualClock()
  const streams = createStreams({ clock, max: 10, bufferBytes: 65_536 })
  const opened = streams.open(async function* () {}, AbortSignal.abort())
  assert.ok(opened.ok)
  await turn()
  assert.deepEqual([streams.size, clock.pending], [0, 0])
})
