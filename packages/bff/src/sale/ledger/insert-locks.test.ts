// The locks that no unique index can hold, decided from the rows that the transaction locks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SaleState } from '@tapboard/contract'
import { uniqueViolation } from '@tapboard/store'
import { rows } from '../machine/machine.testing.ts'
import { refuseInReview, refuseUncovered } from './insert-locks.ts'
import type { LedgerTransaction } from './ledger-store.ts'
import { LEDGER_INDEXES } from './schema.ts'

const violates = (index: string) => (error: unknown) => uniqueViolation(error, index)

test('an attempt in review locks the order against a further one', async () => {
  const asked: unknown[] = []
  const insert = (...states: readonly SaleState[]): Promise<void> =>
    refuseInReview(
      {
        lockedAttempts: async (group) => {
          asked.push(group)
          return states.map((state) => ({ state }))
        },
      } as Partial<LedgerTransaction> as LedgerTransaction,
      rows.intent,
    )
  await insert()
  await insert('declined', 'timed_out')
  await assert.rejects(insert('declined', 'review'), violates(LEDGER_INDEXES.order))
  assert.deepEqual(asked[0], { merchant: 'm1', order: 'o1' })
})

test('INV-22 a refund needs a paid sale that covers it', async () => {
  const refund = {
    ...rows.intent,
    id: 'sale_r',
    kind: 'refund',
    refundOf: 'sale_a',
    refundRef: 'r',
    creditReference: 'R',
  } as const
  const insert = (sale: (typeof rows)['approved'] | null): Promise<void> =>
    refuseUncovered(
      {
        lockedSale: async () => sale,
        lockedRefunds: async () => [],
      } as Partial<LedgerTransaction> as LedgerTransaction,
      refund,
    )
  await insert(rows.approved)
  await assert.rejects(insert(null), violates(LEDGER_INDEXES.refund))
  await assert.rejects(insert({ ...rows.approved, amountMinor: 4_199 }), violates(LEDGER_INDEXES.refund))
})
