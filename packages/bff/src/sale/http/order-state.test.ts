// The state of an order for the host: paid only if the approved amount is the due amount (D-88).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sale } from '@tapboard/contract'
import { someSale } from '../../testing/script.ts'
import type { GrantTerms, OrderGrant } from '../../token/order-grant.ts'
import { orderState, readTotal } from './order-state.ts'
import { accessTo } from '../testing.ts'

const due = (amountMinor: number, currency: OrderGrant['currency'] = 'USD'): OrderGrant => ({
  amountMinor,
  currency,
  generation: 2,
  withdrawn: false,
})
const attempt = (members: Partial<Sale>): Sale => someSale(accessTo('o1'), members)

const CASES: readonly [string, Sale[], OrderGrant | null, [boolean, number, number | null, string]][] = [
  [
    'approved with the amount that is due',
    [attempt({ state: 'approved' })],
    due(4200),
    [true, 4200, 4200, 'USD'],
  ],
  ['approved with less than is due', [attempt({ state: 'approved' })], due(6000), [false, 4200, 6000, 'USD']],
  ['approved with more than is due', [attempt({ state: 'approved' })], due(100), [false, 4200, 100, 'USD']],
  [
    'approved in another currency',
    [attempt({ state: 'approved' })],
    due(4200, 'CAD'),
    [false, 4200, 4200, 'USD'],
  ],
  ['approved without a recorded grant', [attempt({ state: 'approved' })], null, [true, 4200, null, 'USD']],
  ['declined', [attempt({ state: 'declined' })], due(4200), [false, 0, 4200, 'USD']],
  ['in doubt', [attempt({ state: 'in_doubt' })], due(4200), [false, 0, 4200, 'USD']],
]

for (const [what, attempts, granted, expected] of CASES)
  test(`D-88 an order whose sale is ${what}`, () => {
    const state = orderState('o1', attempts, granted)
    assert.ok(state)
    const { paid, paidAmountMinor, dueAmountMinor, currency } = state
    assert.deepEqual([paid, paidAmountMinor, dueAmountMinor, currency], expected)
  })

test('D-88 an order without an attempt has no state', () => {
  assert.equal(orderState('o1', [], due(4200)), null)
})

test('D-88 an unpaid order has the currency that is due', () => {
  assert.equal(orderState('o1', [attempt({ state: 'declined' })], due(4200, 'CAD'))?.currency, 'CAD')
})

test('D-118 an order has its refunds, the approved amount, and whether one is open', () => {
  const refund = (state: Sale['state'], amountMinor: number): Sale =>
    attempt({ kind: 'refund', state, amountMinor })
  const refunded = (...refunds: Sale[]): unknown => {
    const state = orderState('o1', [attempt({ state: 'approved' })], due(4200), refunds)
    assert.deepEqual(state?.refunds, refunds)
    return [state?.paid, state?.refundedAmountMinor, state?.refundOpen]
  }
  assert.deepEqual(refunded(), [true, 0, false])
  assert.deepEqual(refunded(refund('approved', 100), refund('declined', 20)), [true, 100, false])
  assert.deepEqual(refunded(refund('approved', 100), refund('in_doubt', 20)), [true, 100, true])
})

test('D-144 an order is paid only with the total that the host names', () => {
  const approved = [attempt({ state: 'approved' })]
  const paidFor = (total: GrantTerms | null, granted: OrderGrant | null = due(4200)): unknown => {
    const state = orderState('o1', approved, granted, [], total)
    return [state?.paid, state?.paidAmountMinor, state?.currency]
  }
  assert.deepEqual(paidFor({ amountMinor: 4200, currency: 'USD' }), [true, 4200, 'USD'])
  assert.deepEqual(paidFor({ amountMinor: 4200, currency: 'USD' }, null), [true, 4200, 'USD'])
  assert.deepEqual(paidFor({ amountMinor: 8000, currency: 'USD' }), [false, 4200, 'USD'])
  assert.deepEqual(paidFor({ amountMinor: 4200, currency: 'CAD' }), [false, 4200, 'USD'])
  // The newest grant must fit, too.
  assert.deepEqual(paidFor({ amountMinor: 4200, currency: 'USD' }, due(8000)), [false, 4200, 'USD'])
})

test('D-144 reads the total of the host as amount and currency, both or none', () => {
  const members = (query: Readonly<Record<string, string>>): unknown => {
    const read = readTotal(query)
    if (read.ok) return read.total
    assert.ok(read.issues?.every(({ code }) => code !== ''))
    return read.issues?.map(({ path }) => path)
  }
  assert.equal(members({}), null)
  assert.deepEqual(members({ amount: '42', currency: 'USD' }), { amountMinor: 4200, currency: 'USD' })
  assert.deepEqual(members({ amount: '42.00' }), ['currency'])
  assert.deepEqual(members({ currency: 'USD' }), ['amount'])
  assert.deepEqual(members({ amount: '42.00', currency: 'usd' }), ['currency'])
  for (const amount of ['', '0', '42,00', '4e1', '-1', '42.001', '1000000'])
    assert.deepEqual(members({ amount, currency: 'USD' }), ['amount'])
})
