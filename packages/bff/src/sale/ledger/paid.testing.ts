// Paid sales in a ledger, without a runner.
import type { Store } from '@tapboard/store'
import { approved, read, rows } from '../machine/machine.testing.ts'
import type { SaleEventRow, SaleRow } from '../machine/row.ts'
import { Ledger } from './ledger.ts'
import { sqlLedgerStore } from './ledger-store.ts'
import type { LedgerTables } from './tables.ts'

/** The facts of the upstream for each change. */
export const OPTIONS = { repeat: 'unknown', lookup: 'none', fence: 0 } as const

/** A new sale; its order, keys and terminal have the same name. */
export const intent = (id: string, more: Partial<SaleRow> = {}): SaleRow => ({
  ...rows.intent,
  id,
  orderRef: id,
  idempotencyKey: id,
  externalId: id,
  deviceId: id,
  fence: 0,
  leaseOwner: null,
  leaseUntilMs: null,
  ...more,
})

/** An event of a sale, without a chain. */
export const eventRow = (saleId: string, number: number): SaleEventRow => ({
  saleId,
  number,
  type: 'progressed',
  fromState: null,
  toState: 'started',
  reason: null,
  atMs: 1,
  person: null,
  snapshot: '{}',
  prevHash: '',
  hash: `${saleId}${number}`,
})

/** Adds paid sales with four events each; the tables exist. */
export async function paidSales(store: Store<LedgerTables>, ids: readonly string[]): Promise<Ledger> {
  const ledger = new Ledger(sqlLedgerStore(store))
  for (const id of ids) {
    await ledger.insert(intent(id))
    await ledger.apply(id, { type: 'send_claimed' }, OPTIONS)
    await ledger.apply(id, { type: 'accepted', sessionId: `s${id}`, taken: false }, OPTIONS)
    await ledger.apply(id, read(approved), OPTIONS)
  }
  return ledger
}

/** A started sale without a lease; its order, terminal and session have its name. */
export const started = (id: string, more: Partial<SaleRow> = {}): SaleRow => ({
  ...rows.started,
  id,
  orderRef: id,
  idempotencyKey: id,
  externalId: id,
  deviceId: id,
  sessionId: `ses_${id}`,
  leaseOwner: null,
  leaseUntilMs: null,
  ...more,
})
