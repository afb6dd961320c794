// Rows of the ledger for tests of the desk, written without the machine.
import type { Store } from '@tapboard/store'
import { SALE, type LedgerTables } from '../ledger/tables.ts'
import { emptySale, type SaleRow } from '../machine/row.ts'

/** Noon of the day 2026-11-23 in UTC. */
export const NOON_MS = Date.UTC(2026, 10, 23, 12)

/** A sale of merchant `shop`, approved unless `members` say otherwise. */
export function deskSale(number: number, members: Partial<SaleRow> = {}): SaleRow {
  return {
    ...emptySale(),
    id: `sale_${String(number).padStart(6, '0')}`,
    merchant: 'shop',
    upstream: 'up',
    orderRef: `R-${number}`,
    idempotencyKey: `key-${number}`,
    externalId: `ext-${number}`,
    deviceId: 'dev_front',
    deviceName: 'Front counter',
    deviceMake: 'A920',
    deviceSerialEnding: '1234',
    amountMinor: 4_200,
    state: 'approved',
    orderHold: false,
    deviceHold: false,
    createdAtMs: NOON_MS + number,
    ...members,
  }
}

export async function insertSales(store: Store<LedgerTables>, rows: readonly SaleRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += 100)
    await store.db
      .insertInto('sale')
      .values(rows.slice(first, first + 100).map((row) => SALE.toColumns(row)))
      .execute()
}
