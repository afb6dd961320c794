// The locks of an order and of a refunded sale that no unique index can hold: `Ledger.insert` asks them in its transaction.
import { StoreError } from '@tapboard/store'
import { mayInsertRefund } from '../machine/check-refund.ts'
import { groupOf, type SaleRow } from '../machine/row.ts'
import type { LedgerTransaction } from './ledger-store.ts'
import { LEDGER_INDEXES } from './schema.ts'

/**
 * A review also locks the order if a newer attempt had the order lock. No index can enforce that: the review may
 * commit after the start has read the attempts.
 */
export async function refuseInReview(trx: LedgerTransaction, row: SaleRow): Promise<void> {
  const attempts = await trx.lockedAttempts(groupOf(row))
  if (attempts.some(({ state }) => state === 'review'))
    throw new StoreError('unique-violation', 'An attempt in review locks the order.', {
      indexes: [LEDGER_INDEXES.order],
    })
}

// INV-22: the sale must cover the refund and all refunds that may have moved money, and no other refund may be open. The
// locks on the sale and its refunds make other inserts and transitions wait.
export async function refuseUncovered(trx: LedgerTransaction, row: SaleRow): Promise<void> {
  const sale = await trx.lockedSale(row)
  const refunds = sale === null ? [] : await trx.lockedRefunds(sale)
  if (!mayInsertRefund(row, sale, refunds))
    throw new StoreError('unique-violation', 'The sale does not cover the refund now.', {
      indexes: [LEDGER_INDEXES.refund],
    })
}
