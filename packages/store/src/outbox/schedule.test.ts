/** Retry delays, cool-downs and postponements, with their limits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coolDownMs, postponeMs, randomFraction, retryDelayMs } from './schedule.ts'

const MINUTE = 60_000

void test('a random fraction comes from two bytes, the high one first, and is less than 1', () => {
  const fraction = (...bytes: number[]): number =>
    randomFraction((length) => {
      assert.equal(length, 2)
      return Uint8Array.from(bytes)
    })
  assert.equal(fraction(0, 0), 0)
  assert.equal(fraction(1, 0), 256 / 65_536)
  assert.equal(fraction(0, 1), 1 / 65_536)
  assert.equal(fraction(255, 255), 65_535 / 65_536)
  assert.equal(fraction(), 0)
})

void test('a retry waits 5 s after the first failure, doubled up to 15 minutes, ± 20 %', () => {
  const delays = [1, 2, 3, 7, 8, 9, 30, 5_000].map((failures) => retryDelayMs(failures, 0.5))
  assert.deepEqual(delays, [5_000, 10_000, 20_000, 320_000, 640_000, 15 * MINUTE, 15 * MINUTE, 15 * MINUTE])
  assert.equal(retryDelayMs(1, 0), 4_000)
  assert.equal(retryDelayMs(1, 1), 6_000)
  assert.equal(retryDelayMs(1, 0.000_2), 4_000, 'whole milliseconds')
})

void test('a failing receiver cools down for 1 s, doubled up to 60 s', () => {
  assert.deepEqual([1, 2, 6, 7, 8, 5_000].map(coolDownMs), [1_000, 2_000, 32_000, 60_000, 60_000, 60_000])
})

void test('a postponement spreads over a range that doubles up to 14 minutes', () => {
  assert.deepEqual(
    [0, 1, 9, 10, 5_000].map((failures) => postponeMs(failures, 1)),
    [1_000, 2_000, 512_000, 14 * MINUTE, 14 * MINUTE],
  )
  assert.equal(postponeMs(3, 0), 0)
  assert.equal(postponeMs(1, 0.25), 500)
  assert.equal(postponeMs(1, 0.000_3), 1, 'whole milliseconds')
})
