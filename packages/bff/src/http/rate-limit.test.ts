// Token buckets: the burst, the refill and the headers (P28).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateLimiter } from './rate-limit.ts'

const RATE = { count: 5, windowSeconds: 10 }

/** Number of requests that pass at once. */
function passed(limiter: ReturnType<typeof createRateLimiter>, nowMs: number, key = 'shop'): number {
  let count = 0
  while (count < 100 && limiter.take(key, nowMs).allowed) count += 1
  return count
}

void test('P28 tokens never exceed the burst after any pause', () => {
  for (const restMs of [10_000, 20_000, 3_600_000, 86_400_000]) {
    const limiter = createRateLimiter('start', RATE)
    assert.equal(passed(limiter, 0), RATE.count)
    assert.equal(passed(limiter, restMs), RATE.count, `after ${restMs} ms`)
  }
})

void test('P28 refills at the rate of the policy, and not from a clock that runs backwards', () => {
  const limiter = createRateLimiter('start', RATE)
  assert.equal(passed(limiter, 10_000), 5)
  assert.equal(passed(limiter, 11_999), 0)
  assert.equal(passed(limiter, 12_000), 1)
  assert.equal(passed(limiter, 5_000), 0)
  assert.equal(passed(limiter, 9_000), 2)
})

void test('P28 the headers have the remaining tokens and the refill time', () => {
  const limiter = createRateLimiter('start', RATE)
  const first = limiter.take('shop', 0)
  assert.deepEqual(first, {
    allowed: true,
    retryAfterSeconds: 0,
    headers: { 'ratelimit-policy': '"start";q=5;w=10', ratelimit: '"start";r=4;t=2' },
  })
  for (let more = 0; more < 4; more += 1) limiter.take('shop', 0)
  const refused = limiter.take('shop', 500)
  assert.deepEqual(
    [refused.allowed, refused.retryAfterSeconds, refused.headers['ratelimit']],
    [false, 2, '"start";r=0;t=10'],
  )
})

void test('INV-17 limits the number of buckets without taking tokens of other callers', () => {
  const limiter = createRateLimiter('start', RATE)
  assert.equal(passed(limiter, 0, 'loud'), 5)
  assert.equal(passed(limiter, 0, 'quiet'), 5)
  for (let caller = 0; caller < 10_001; caller += 1) limiter.take(`caller-${caller}`, 0)
  assert.equal(limiter.size, 10_000)
})

void test('P28 a token that is given back is free again, up to the burst and for a known caller only', () => {
  const limiter = createRateLimiter('start', RATE)
  limiter.giveBack('shop')
  assert.equal(limiter.size, 0)
  assert.equal(passed(limiter, 0), 5)
  limiter.giveBack('shop')
  limiter.giveBack('shop')
  assert.equal(passed(limiter, 0), 2)
  for (let times = 0; times < 9; times += 1) limiter.giveBack('shop')
  assert.equal(passed(limiter, 0), 5)
})

void test('INV-17 evicts the bucket that was used least recently', () => {
  const limiter = createRateLimiter('start', RATE)
  assert.equal(passed(limiter, 0, 'first'), 5)
  assert.equal(passed(limiter, 0, 'second'), 5)
  limiter.take('first', 0)
  for (let caller = 0; caller < 9_999; caller += 1) limiter.take(`caller-${caller}`, 0)
  assert.equal(passed(limiter, 0, 'first'), 0)
  assert.equal(passed(limiter, 0, 'second'), 5)
})
