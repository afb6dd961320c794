// One text for one value.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { canonicalHash, canonicalJson } from './canonical.ts'

test('sorts members by name at every level, keeps lists and omits undefined', () => {
  const value = { b: [2, { d: null, c: 'ä"' }, 1], a: true, B: -1, e: undefined, '': {} }
  const text = '{"":{},"B":-1,"a":true,"b":[2,{"c":"ä\\"","d":null},1]}'
  assert.equal(canonicalJson(value), text)
  assert.equal(canonicalHash(value), createHash('sha256').update(text).digest('hex'))
  assert.equal(canonicalJson({ 'a b': 1, a: 2 }), '{"a":2,"a b":1}')
})

test('rejects what JSON cannot express', () => {
  for (const value of [
    undefined,
    () => 1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    [undefined],
    { a: Number.NaN },
  ])
    assert.throws(() => canonicalJson(value), /canonical/)
})
