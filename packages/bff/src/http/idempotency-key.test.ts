// The form of an Idempotency-Key (INV-11).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isIdempotencyKey } from './idempotency-key.ts'

void test('INV-11 an Idempotency-Key has 16 to 128 visible ASCII characters', () => {
  for (const key of ['x'.repeat(16), 'x'.repeat(128), '!~'.repeat(8)])
    assert.equal(isIdempotencyKey(key), true)
  for (const key of [
    '',
    'x'.repeat(15),
    'x'.repeat(129),
    `${'x'.repeat(15)} `,
    `${'x'.repeat(16)}\n`,
    'é'.repeat(16),
  ])
    assert.equal(isIdempotencyKey(key), false, key)
  for (const sign of [' ', '\x7f', 'é']) {
    assert.equal(isIdempotencyKey(`${'x'.repeat(16)}${sign}`), false)
    assert.equal(isIdempotencyKey(`${sign}${'x'.repeat(16)}`), false)
  }
})
