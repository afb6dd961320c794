import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeskRow } from '@tapboard/contract'
import { deskRow } from '../testing/scripted-desk.ts'
import { nextReference, remainingOf } from './details.part.ts'

const SALE = deskRow(0, { amountMinor: 4_200 })
const refund = (change: Partial<DeskRow>): DeskRow =>
  deskRow(1, { kind: 'refund', refundOf: SALE.id, amountMinor: 1_000, refund: 'refund-1', ...change })

test('a refund that may still be approved counts in full', () => {
  for (const [state, rest] of [
    ['approved', 3_200],
    ['started', 3_200],
    ['in_doubt', 3_200],
    ['review', 3_200],
    ['declined', 4_200],
    ['closed_unpaid', 4_200],
  ] as const)
    assert.equal(remainingOf(SALE, [SALE, refund({ state })]), rest, state)
  assert.equal(remainingOf(SALE, [refund({ refundOf: 'sale_9' })]), 4_200)
})

test('D-130 the reference of the next refund is its number among the approved ones', () => {
  const next = (...rows: readonly DeskRow[]): string => nextReference(SALE, rows)
  assert.equal(next(SALE), 'refund-1')
  assert.equal(next(refund({ state: 'declined' }), refund({ state: 'in_doubt' })), 'refund-1')
  assert.equal(next(refund({ state: 'approved' })), 'refund-2')
  assert.equal(next(refund({ refundOf: 'sale_9' })), 'refund-1')
  // A name that the host has used for another refund is free no longer.
  assert.equal(next(refund({ state: 'approved', refund: 'refund-2' })), 'refund-3')
  assert.equal(next(refund({ state: 'approved', refund: 'first' })), 'refund-2')
})
