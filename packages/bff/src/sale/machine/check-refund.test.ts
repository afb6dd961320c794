// INV-22 as a pure decision: which sale may be paid back, how much of it, and which refunds a late payment endangers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SaleState } from '@tapboard/contract'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { isUnpaid, SALE_STATES } from '@tapboard/contract'
import {
  endangeredRefunds,
  judgeRefund,
  mayInsertRefund,
  sumMinor,
  type WantedRefund,
} from './check-refund.ts'
import { rows, T } from './machine.testing.ts'
import type { SaleRow } from './row.ts'

const sale: SaleRow = rows.approved
const wanted = (
  amountMinor: number,
  reference = 'first',
  more: Partial<WantedRefund> = {},
): WantedRefund => ({
  group: { merchant: 'm1', order: 'o1', refund: { of: sale.id, reference } },
  amountMinor,
  currency: 'USD',
  ...more,
})
let made = 0
const refund = (
  state: SaleState,
  amountMinor: number,
  refundRef = 'first',
  more: Partial<SaleRow> = {},
): SaleRow => {
  made += 1
  return {
    ...rows[state],
    id: `refund_${made}`,
    kind: 'refund',
    refundOf: sale.id,
    refundRef,
    creditReference: 'R',
    requestedBy: 'ann',
    amountMinor,
    ...more,
  }
}
const codeOf = (found: SaleRow | null, refunds: readonly SaleRow[], asked: WantedRefund): string => {
  const judged = judgeRefund(found, refunds, asked)
  return judged.ok ? 'ok' : judged.code
}

test('INV-22 pays back at most what is left of the sale', () => {
  assert.equal(codeOf(sale, [], wanted(4_200)), 'ok')
  assert.equal(codeOf(sale, [], wanted(4_201)), 'refund-exceeds-sale')
  const part = [refund('approved', 1_200)]
  assert.equal(codeOf(sale, part, wanted(3_000, 'second')), 'ok')
  const judged = judgeRefund(sale, part, wanted(3_001, 'second'))
  assert.ok(!judged.ok)
  assert.deepEqual(judged.issues, [
    {
      path: 'amount',
      code: 'refund-exceeds-sale',
      message: 'must be at most 30.00, what is left of the sale',
    },
  ])
  const over = judgeRefund(sale, [refund('approved', 4_201)], wanted(1, 'second'))
  assert.ok(!over.ok)
  assert.match(JSON.stringify(over), /must be at most 0\.00,/)
  // Attempts of the same reference exclude each other, so a page of a finished refund still loads.
  assert.equal(codeOf(sale, part, wanted(4_200)), 'ok')
})

test('INV-22 every refund that is not unpaid counts in full', () => {
  for (const state of SALE_STATES) {
    const code = codeOf(sale, [refund(state, 4_200)], wanted(1, 'second'))
    assert.equal(code, isUnpaid(state) ? 'ok' : 'refund-exceeds-sale', state)
  }
})

test('refuses a sale that is missing, of another merchant or order, or itself a refund', () => {
  assert.equal(codeOf(null, [], wanted(1)), 'sale-not-found')
  assert.equal(codeOf({ ...sale, merchant: 'm2' }, [], wanted(1)), 'sale-not-found')
  assert.equal(codeOf({ ...sale, orderRef: 'o2' }, [], wanted(1)), 'sale-not-found')
  assert.equal(codeOf({ ...sale, id: 'sale_b' }, [], wanted(1)), 'sale-not-found')
  assert.equal(codeOf({ ...sale, kind: 'refund' }, [], wanted(1)), 'sale-not-found')
})

test('D-131 refuses a sale that the payment service has not approved with a reference', () => {
  for (const state of SALE_STATES)
    if (state !== 'approved')
      assert.equal(codeOf({ ...sale, state }, [], wanted(1)), 'sale-not-refundable', state)
  assert.equal(codeOf({ ...sale, byWhom: 'person' }, [], wanted(1)), 'sale-not-refundable')
  assert.equal(codeOf({ ...sale, reference: null }, [], wanted(1)), 'sale-not-refundable')
  assert.equal(codeOf(sale, [], wanted(1, 'first', { currency: 'EUR' })), 'sale-not-refundable')
})

test('INV-22 a refund is not inserted beside an open one, of any reference', () => {
  const row = refund('intent', 100, 'second')
  assert.ok(mayInsertRefund(row, sale, []))
  for (const state of SALE_STATES) {
    const beside = mayInsertRefund(row, sale, [refund(state, 100)])
    assert.equal(beside, isUnpaid(state) || state === 'approved', state)
    const before = mayInsertRefund(row, sale, [refund(state, 100, 'second')])
    assert.equal(before, isUnpaid(state), `${state} of the same reference`)
  }
  assert.ok(!mayInsertRefund({ ...row, creditReference: 'other' }, sale, []))
  assert.ok(!mayInsertRefund(row, { ...sale, state: 'review' }, []))
  assert.ok(!mayInsertRefund(row, null, []))
})

test('INV-22 a late payment flags later attempts of its reference, and others only if the sale is exceeded', () => {
  const late = refund('declined', 2_200, 'first', { createdAtMs: T })
  const again = refund('intent', 2_200, 'first', { attempt: 2, createdAtMs: T + 1 })
  const small = refund('intent', 2_000, 'second', { createdAtMs: T + 1 })
  const big = refund('intent', 2_001, 'second', { createdAtMs: T + 1 })
  const unpaid = refund('declined', 4_200, 'third', { createdAtMs: T + 1 })
  const older = refund('approved', 2_001, 'zero', { createdAtMs: T - 1 })
  const flagged = (...others: SaleRow[]): string[] =>
    endangeredRefunds(late, sale, [late, ...others]).map(({ id }) => id)
  assert.deepEqual(flagged(again), [again.id])
  assert.deepEqual(flagged(small), [])
  assert.deepEqual(flagged(small, unpaid), [])
  const sameTime = refund('approved', 2_001, 'second', { createdAtMs: T })
  assert.deepEqual(flagged(sameTime), [sameTime.id])
  const cheap = refund('intent', 1, 'first', { attempt: 2, createdAtMs: T + 1 })
  assert.deepEqual(flagged(cheap), [cheap.id], 'a later attempt of its reference, whatever its amount')
  const first = refund('declined', 2_200, 'first', { attempt: 2, createdAtMs: T })
  assert.deepEqual(endangeredRefunds(first, sale, [late, first]), [])
  const counted = { ...late, state: 'review' } as const
  assert.deepEqual(endangeredRefunds(counted, sale, [counted, small]), [], 'it counts once')
  assert.deepEqual(flagged(big), [big.id])
  assert.deepEqual(flagged(unpaid), [])
  assert.deepEqual(flagged(older), [])
  // An open refund came later, whatever the clock said when it was inserted.
  const early = { ...big, createdAtMs: T - 1 }
  assert.deepEqual(flagged(early), [early.id])
})

test('INV-22 whatever was inserted by the rule never exceeds the sale', () => {
  const step = fc.record({
    amountMinor: fc.integer({ min: 1, max: 4_300 }),
    reference: fc.constantFrom('first', 'second', 'third'),
    end: fc.constantFrom(...SALE_STATES),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let refunds: readonly SaleRow[] = []
      for (const { amountMinor, reference, end } of steps) {
        const row = refund('intent', amountMinor, reference)
        if (mayInsertRefund(row, sale, refunds)) refunds = [...refunds, { ...row, state: end }]
      }
      const moved = refunds.filter(({ state }) => !isUnpaid(state))
      assert.ok(sumMinor(moved) <= sale.amountMinor)
      assert.ok(moved.filter(({ state }) => state !== 'approved').length <= 1)
      for (const reference of ['first', 'second', 'third'])
        assert.ok(moved.filter(({ refundRef }) => refundRef === reference).length <= 1)
    }),
    propertyRuns(20_261_123, 500),
  )
})
