import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { externalIdOf, type AttemptIdentity } from './external-id.ts'

const KEY = 'a-key-of-a-store'
const texts = fc.string({ minLength: 1, maxLength: 20 })
const identities: fc.Arbitrary<AttemptIdentity> = fc
  .record({
    merchant: texts,
    orderRef: texts,
    refund: fc.option(fc.tuple(texts, texts)),
    attempt: fc.nat(99),
  })
  .map(({ refund, ...one }) => ({ ...one, refundOf: refund?.[0] ?? null, refundRef: refund?.[1] ?? null }))

test('D-174 an attempt has one external ID, and no two attempts or stores share one', () => {
  fc.assert(
    fc.property(identities, identities, (one, other) => {
      const id = externalIdOf(KEY, one)
      assert.match(id, /^tb-[a-z2-7]{26}$/)
      assert.equal(externalIdOf(KEY, { ...one }), id)
      assert.notEqual(externalIdOf('the-key-of-another-store', one), id)
      assert.equal(externalIdOf(KEY, other) === id, isDeepStrictEqual(one, other))
    }),
    propertyRuns(902, 300),
  )
})

test('D-174 a border between merchant, order and refund counts', () => {
  const sale = { merchant: 'm1', orderRef: 'o', refundOf: null, refundRef: null, attempt: 11 }
  const ids = [
    sale,
    { ...sale, merchant: 'm', orderRef: '1o' },
    { ...sale, orderRef: 'o1', attempt: 1 },
    { ...sale, refundOf: 'x', refundRef: 'yz' },
    { ...sale, refundOf: 'xy', refundRef: 'z' },
  ].map((one) => externalIdOf(KEY, one))
  assert.equal(new Set(ids).size, ids.length)
})
