// The keys of the unique indexes of `schema.ts`, for the in-memory rows.
import type { SaleRow } from '../machine/row.ts'
import { LEDGER_INDEXES } from './schema.ts'

const joined = (...parts: readonly (string | number)[]): string => JSON.stringify(parts)

/** Maps each unique index to the key of a row in it; `null` if the index omits the row. */
export const UNIQUE: Readonly<Record<string, (row: SaleRow) => string | null>> = {
  [LEDGER_INDEXES.idempotencyKey]: (row) => joined(row.merchant, row.idempotencyKey),
  [LEDGER_INDEXES.externalId]: (row) => row.externalId,
  [LEDGER_INDEXES.attempt]: (row) => joined(row.merchant, row.orderRef, row.attempt),
  [LEDGER_INDEXES.order]: (row) => (row.orderHold ? joined(row.merchant, row.orderRef) : null),
  [LEDGER_INDEXES.device]: (row) => (row.deviceHold ? joined(row.upstream, row.deviceId) : null),
  [LEDGER_INDEXES.session]: (row) => (row.sessionId === null ? null : joined(row.upstream, row.sessionId)),
}
