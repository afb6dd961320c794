// An approved sale and rows of its refunds, for tests of the ledger.
import type { Store } from '@tapboard/store'
import { rows } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { sqlLedgerStore } from './ledger-store.ts'
import { intent } from './paid.testing.ts'
import type { LedgerTables } from './tables.ts'

/** The approved sale that the tests pay back. */
export const PAID: SaleRow = {
  ...rows.approved,
  id: 'sale_paid',
  upstream: 'https://upstream.test',
  idempotencyKey: 'key-paid',
  externalId: 'tb-paid',
  sessionId: 'ses_paid',
  deviceId: 'd0',
}

/** A refund of {@link PAID} that ended or is open. */
export const refundRow = (id: string, more: Partial<SaleRow> = {}): SaleRow =>
  intent(id, {
    orderRef: PAID.orderRef,
    kind: 'refund',
    refundOf: PAID.id,
    refundRef: 'first',
    creditReference: 'R',
    requestedBy: 'ann',
    ...more,
  })

/** A declined refund of 22.00, whose session may still change. */
export const declinedRefund: SaleRow = refundRow('a', {
  amountMinor: 2_200,
  state: 'declined',
  byWhom: 'upstream',
  orderHold: false,
  deviceHold: false,
  sessionId: 'ses_r',
  nextAtMs: null,
  settledAtMs: 1,
})

/** Inserts rows without the checks of the ledger. */
export const insertRows = (store: Store<LedgerTables>, ...all: readonly SaleRow[]): Promise<void> =>
  sqlLedgerStore(store).transaction(async (trx) => {
    for (const row of all) await trx.insertSale(row)
  })
