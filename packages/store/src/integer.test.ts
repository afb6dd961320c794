/** Integers of the database become exact numbers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integerFrom } from './integer.ts'

void test('converts integers up to ±(2^53 − 1) and rejects larger ones', () => {
  for (const number of [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
    assert.equal(integerFrom(BigInt(number)), number)
    assert.equal(integerFrom(String(number)), number)
  }
  for (const text of ['9007199254740992', '-9007199254740992', '1.5', 'x'])
    assert.throws(() => integerFrom(text), { code: 'unsafe-integer', message: /2\^53/ })
})
