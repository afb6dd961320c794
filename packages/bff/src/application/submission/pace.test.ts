// Intervals of looks and look-ups, on both sides of each step.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNotReceived, nextLookMs, nextLookupMs } from './pace.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The random number without jitter. */
const MIDDLE = 0.5

test('looks less often at an application that has not changed for long, and stops after 90 days', () => {
  for (const [ageMs, pauseMs] of [
    [0, 5 * SECOND],
    [2 * MINUTE - 1, 5 * SECOND],
    [2 * MINUTE, 30 * SECOND],
    [10 * MINUTE - 1, 30 * SECOND],
    [10 * MINUTE, 2 * MINUTE],
    [HOUR - 1, 2 * MINUTE],
    [HOUR, 15 * MINUTE],
    [DAY - 1, 15 * MINUTE],
    [DAY, HOUR],
    [90 * DAY, HOUR],
    [90 * DAY + 1, null],
  ] as const)
    assert.equal(nextLookMs(ageMs, MIDDLE), pauseMs, `${ageMs}`)
  assert.deepEqual([nextLookMs(DAY, 0), nextLookMs(DAY, 1)], [54 * MINUTE, 66 * MINUTE])
})

test('looks up a submission in doubt every 10 s at first and every hour without end', () => {
  for (const [ageMs, pauseMs] of [
    [0, 10 * SECOND],
    [10 * MINUTE - 1, 10 * SECOND],
    [10 * MINUTE, MINUTE],
    [HOUR - 1, MINUTE],
    [HOUR, HOUR],
    [365 * DAY, HOUR],
  ] as const)
    assert.equal(nextLookupMs(ageMs, MIDDLE), pauseMs, `${ageMs}`)
  assert.deepEqual([nextLookupMs(0, 0), nextLookupMs(0, 1)], [9 * SECOND, 11 * SECOND])
})

test('INV-19 concludes "not received" from two misses 10 s apart, the first one 120 s after the send', () => {
  const facts = { sentAtMs: 7, misses: 2, missedFirstMs: 120_007, nowMs: 130_007 }
  assert.equal(isNotReceived(facts), true)
  assert.equal(isNotReceived({ ...facts, misses: 3 }), true)
  assert.equal(isNotReceived({ ...facts, misses: 1 }), false)
  assert.equal(isNotReceived({ ...facts, nowMs: facts.nowMs - 1 }), false)
  assert.equal(isNotReceived({ ...facts, missedFirstMs: 120_006 }), false)
})
