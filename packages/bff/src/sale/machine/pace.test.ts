// Intervals between looks at a sale.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advisedMs, doubtDelay, faultDelayMs, firstLookMs, followUpDelayMs, pollDelayMs } from './pace.ts'

test('polls few sales every 1.5 s and spreads many over the budget of their key, ± 20 %', () => {
  assert.deepEqual(
    [0, 0.5, 1].map((random) => pollDelayMs(1, false, random)),
    [1_200, 1_500, 1_800],
  )
  assert.equal(pollDelayMs(200, false, 0.5), 10_000)
  assert.equal(pollDelayMs(1, true, 0.5), 3_000)
})

test('D-33 ignores the default advice of two seconds and obeys a longer one', () => {
  assert.deepEqual([null, 0, 1_000, 2_000, 3_000, 30_000].map(advisedMs), [0, 0, 0, 0, 3_000, 30_000])
})

test('rereads a sale in doubt with backoff and without end', () => {
  const minutes = [0, 9.9, 10, 59, 60, 71 * 60, 72 * 60, 1_000_000]
  assert.deepEqual(
    minutes.map((age) => doubtDelay(age * 60_000).delayMs / 1000),
    [15, 15, 60, 60, 600, 600, 86_400, 86_400],
  )
  assert.deepEqual([doubtDelay(71 * 3_600_000).alert, doubtDelay(72 * 3_600_000).alert], [false, true])
})

test('backs off after faults, at least for Retry-After', () => {
  assert.deepEqual(
    [1, 2, 3, 9, 900, 9_000].map((n) => faultDelayMs(n, null, 0.5)),
    [1_000, 2_000, 4_000, 20_000, 20_000, 20_000],
  )
  assert.equal(faultDelayMs(1, 20_000, 0.5), 20_000)
})

test('rereads an end at these times, and never after three days', () => {
  const minutes = [0, 9.9, 10, 59, 60, 72 * 60 - 1, 72 * 60]
  const seconds = (pace: 'close' | 'wide'): readonly (number | null)[] =>
    minutes.map((age) => {
      const delayMs = followUpDelayMs(pace, age * 60_000)
      return delayMs === null ? null : delayMs / 1000
    })
  assert.deepEqual([firstLookMs('close'), firstLookMs('wide')], [0, 60_000])
  assert.deepEqual(seconds('close'), [15, 15, 50, 50, 50, 50, null])
  assert.deepEqual(seconds('wide'), [60, 60, 600, 600, 3_600, 3_600, null])
})

test('D-46 INV-6 reads again soon enough after a long outage for a result within 30 s', () => {
  assert.ok(Math.max(...[1, 5, 6, 50].map((n) => faultDelayMs(n, null, 1))) <= 25_000)
})

/** Reads of an ended sale in all, and the longest gap between two. */
function costOf(pace: 'close' | 'wide'): { reads: number; longestMs: number } {
  let [ageMs, reads, longestMs] = [firstLookMs(pace), 0, 0]
  for (;;) {
    reads += 1
    const delayMs = followUpDelayMs(pace, ageMs)
    if (delayMs === null) return { reads, longestMs }
    longestMs = Math.max(longestMs, delayMs)
    ageMs += delayMs
  }
}

test('P11 rereads an end by a person every minute for three days, one by the upstream 86 times', () => {
  const close = costOf('close')
  assert.ok(close.longestMs < 60_000 && close.reads < 5_300, JSON.stringify(close))
  assert.equal(costOf('wide').reads, 86)
})
