// The shares of a bounded resource (INV-17).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { propertyRuns } from '@tapboard/contract/testing'
import * as fc from 'fast-check'
import { createShares, isWithinShare, type ShareOwner } from './shares.ts'

const owner = (merchant: string, key: string | number = 'page'): ShareOwner => ({ merchant, key: `${key}` })

/** Takes shares with a new key each until one is refused. */
function fill(shares: ReturnType<typeof createShares>, merchant: string): number {
  for (let count = 0; ; count += 1) if (shares.take(owner(merchant, count)) !== null) return count
}

void test('INV-17 a merchant at its cap leaves as much for the others', () => {
  const shares = createShares({ total: 12_000, perKey: 100, merchants: 3 })
  assert.equal(fill(shares, 'hostile'), 6_000)
  assert.equal(shares.take(owner('hostile', 'another')), 'merchant')
  assert.equal(fill(shares, 'hostile too'), 3_000)
  assert.equal(fill(shares, 'victim'), 1_500)
})

void test('INV-17 a single merchant may hold everything, but not one page of it', () => {
  const shares = createShares({ total: 10, perKey: 4, merchants: 1 })
  for (let count = 0; count < 4; count++) assert.equal(shares.take(owner('shop')), null)
  assert.equal(shares.take(owner('shop')), 'key')
  assert.equal(fill(shares, 'shop'), 6)
  assert.equal(shares.take(owner('shop', 'another')), 'total')
  shares.giveBack(owner('shop'))
  assert.equal(shares.take(owner('shop')), null)
})

// INV-17: no merchant is refused because of another one's cap, whatever was taken and given back before.
void test('INV-17 shares never exceed a cap, and a refusal by the total needs every merchant at work', () => {
  const TOTAL = 40
  const PER_KEY = 5
  const step = fc.record({ merchant: fc.nat(3), key: fc.nat(9), take: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const shares = createShares({ total: TOTAL, perKey: PER_KEY, merchants: 4 })
      const taken: ShareOwner[] = []
      for (const { merchant, key, take } of steps) {
        const one = owner(`m${merchant}`, key)
        const at = taken.findIndex((other) => other.merchant === one.merchant && other.key === one.key)
        if (!take && at >= 0) {
          taken.splice(at, 1)
          shares.giveBack(one)
        } else if (take) {
          const ofMerchant = taken.filter((other) => other.merchant === one.merchant).length
          const ofKey = taken.filter((other) => other.merchant === one.merchant && other.key === one.key)
          const verdict = shares.take(one)
          if (verdict === null) taken.push(one)
          else if (verdict === 'key') assert.equal(ofKey.length, PER_KEY)
          else assert.ok(ofMerchant >= TOTAL - taken.length)
        }
        assert.equal(shares.size, taken.length)
        // The first share of a merchant is refused only if nothing is free.
        const isNew = !taken.some((other) => other.merchant === 'm0')
        if (isNew && taken.length < TOTAL) {
          assert.equal(shares.take(owner('m0')), null)
          shares.giveBack(owner('m0'))
        }
      }
    }),
    propertyRuns(17, 200),
  )
})

void test('INV-17 a share that is given back is free for the merchant, the page and the total', () => {
  const shares = createShares({ total: 4, perKey: 2, merchants: 2 })
  for (let round = 0; round < 10; round += 1) {
    assert.equal(shares.take(owner('shop')), null)
    assert.equal(shares.take(owner('shop')), null)
    assert.equal(shares.size, 2)
    assert.equal(shares.take(owner('shop', 'other')), 'merchant')
    shares.giveBack(owner('shop'))
    shares.giveBack(owner('shop'))
    assert.equal(shares.size, 0)
  }
})

void test('INV-17 a merchant without a share gets one while anything is free', () => {
  const shares = createShares({ total: 2, perKey: 2, merchants: 3 })
  assert.equal(shares.take(owner('one')), null)
  assert.equal(shares.take(owner('one')), 'merchant')
  assert.equal(shares.take(owner('two')), null)
  assert.equal(shares.take(owner('three')), 'total')
})

void test('INV-17 a merchant takes shares while it has fewer than are free', () => {
  assert.equal(isWithinShare(1, 1, { total: 3, merchants: 2 }), true)
  assert.equal(isWithinShare(2, 2, { total: 3, merchants: 2 }), false)
  assert.equal(isWithinShare(2, 2, { total: 4, merchants: 2 }), false)
  assert.equal(isWithinShare(2, 2, { total: 3, merchants: 1 }), true)
  assert.equal(isWithinShare(3, 3, { total: 3, merchants: 1 }), false)
})

void test('INV-17 a page may be limited to one share', () => {
  const shares = createShares({ total: 4, perKey: 1, merchants: 1 })
  assert.equal(shares.take(owner('shop')), null)
  assert.equal(shares.take(owner('shop')), 'key')
  assert.equal(shares.take(owner('shop', 'other')), null)
})
