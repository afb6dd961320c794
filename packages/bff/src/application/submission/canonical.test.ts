// One text for one value, recognized by its hash.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { canonicalHash } from './canonical.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

test('sorts members by name at every level, keeps lists and omits undefined', () => {
  const value = { b: [2, { d: null, c: 'ä"' }, 1], a: true, B: -1, e: undefined, '': {} }
  assert.equal(canonicalHash(value), hashOf('{"":{},"B":-1,"a":true,"b":[2,{"c":"ä\\"","d":null},1]}'))
  assert.equal(canonicalHash({ 'a b': 1, a: 2 }), hashOf('{"a":2,"a b":1}'))
})

test('rejects values that JSON cannot express', () => {
  for (const value of [
    undefined,
    () => 1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    [undefined],
    { a: Number.NaN },
  ])
    assert.throws(() => canonicalHash(value), /canonical/)
})
