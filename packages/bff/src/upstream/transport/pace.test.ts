// The rate limit and the circuit breaker towards the upstream.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterConnect, breakerWaitMs, CLOSED_BREAKER } from '../terminal/breaker.ts'
import { fullBucket, takeToken, usedShare } from './budget.ts'

test('one key makes 40 reads at once, then 20 per second', () => {
  let bucket = fullBucket(0)
  let taken = 0
  for (let atMs = 0; atMs <= 10_000; atMs += 10)
    for (;;) {
      const next = takeToken(bucket, atMs)
      bucket = next.bucket
      if (next.waitMs > 0) break
      taken += 1
    }
  assert.equal(taken, 40 + 10 * 20)
})

test('a higher rate doubles its burst and reports the used share', () => {
  let bucket = fullBucket(0, 50)
  assert.equal(usedShare(bucket, 0, 50), 0)
  for (let reads = 0; reads < 100; reads += 1) bucket = takeToken(bucket, 0, 50).bucket
  assert.equal(takeToken(bucket, 0, 50).waitMs, 20)
  assert.deepEqual([usedShare(bucket, 0, 50), usedShare(bucket, 1_000, 50)], [1, 0.5])
})

test('a clock that was set back adds no tokens', () => {
  const empty = { tokens: 0, atMs: 10_000 }
  assert.ok(takeToken(empty, 5_000).waitMs > 0)
})

test('refuses starts for five seconds after three failed connects, then retries', () => {
  const failed = (times: number): ReturnType<typeof afterConnect> =>
    Array.from({ length: times }).reduce<typeof CLOSED_BREAKER>(
      (b) => afterConnect(b, false, 1_000),
      CLOSED_BREAKER,
    )
  assert.equal(breakerWaitMs(failed(2), 1_000), 0)
  assert.equal(breakerWaitMs(failed(3), 1_000), 5_000)
  assert.equal(breakerWaitMs(failed(3), 6_000), 0)
  assert.deepEqual(afterConnect(failed(3), true, 6_000), CLOSED_BREAKER)
})
