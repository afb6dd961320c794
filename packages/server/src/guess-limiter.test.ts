import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGuessLimiter, GUESSES_MAX } from './guess-limiter.ts'

const NOW = 1_000_000

/** Guesses until a wait is asked for; returns their number. */
function guess(limiter: ReturnType<typeof createGuessLimiter>, address: string | null, nowMs = NOW): number {
  let count = 0
  while (count < 1_000 && limiter.begin(address, nowMs) === 0) count += 1
  return count
}

test('a network waits after 30 wrong secrets, until its minute ends; others do not wait', () => {
  const limiter = createGuessLimiter()
  assert.equal(guess(limiter, '192.0.2.7'), GUESSES_MAX)
  assert.equal(limiter.begin('192.0.2.7', NOW + 20_000), 40)
  assert.equal(limiter.begin('192.0.2.8', NOW), 0)
  assert.equal(limiter.begin(null, NOW), 0)
  assert.equal(limiter.begin('192.0.2.7', NOW + 60_000), 0)
})

test('addresses of one IPv6 network count together', () => {
  const limiter = createGuessLimiter()
  assert.equal(guess(limiter, '2001:db8::1'), GUESSES_MAX)
  assert.notEqual(limiter.begin('2001:db8:0:0:9:9:9:9', NOW), 0)
  assert.equal(limiter.begin('2001:db8:0:1::1', NOW), 0)
})

test('right secrets are never counted, and their network is not limited for 15 minutes', () => {
  const limiter = createGuessLimiter()
  for (let count = 0; count < 200; count += 1) {
    assert.equal(limiter.begin('192.0.2.7', NOW), 0)
    limiter.succeeded('192.0.2.7', NOW)
  }
  assert.equal(guess(limiter, '192.0.2.7'), 1_000)
  assert.equal(guess(limiter, '192.0.2.7', NOW + 15 * 60_000), GUESSES_MAX)
})

test('remembers at most 10,000 networks', () => {
  const limiter = createGuessLimiter()
  for (let count = 0; count < 10_500; count += 1) limiter.begin(`10.${count >> 8}.${count & 255}.1`, NOW)
  assert.equal(limiter.size, 10_000)
})
