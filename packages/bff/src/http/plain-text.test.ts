// Texts that a store would change or reject, anywhere in a value.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUnstorable } from './plain-text.ts'

void test('finds the path of the first text with U+0000 or a lone surrogate', () => {
  for (const bad of ['a\0', '\ud800', 'x\udfffy']) {
    assert.deepEqual(findUnstorable(bad), [])
    assert.deepEqual(findUnstorable({ a: 'ok', b: [{ c: bad }, bad] }), ['b', '0', 'c'])
    assert.deepEqual(findUnstorable({ a: { [bad]: 1 } }), ['a'], 'a name of a member')
    assert.deepEqual(findUnstorable(['ok', bad], ['from']), ['from', '1'])
  }
})

void test('accepts every other value', () => {
  for (const value of ['', 'é 🎉 \u{1f600}\n', 0, true, null, undefined, [], {}, { a: [{ b: null }], é: '' }])
    assert.equal(findUnstorable(value), null)
})
