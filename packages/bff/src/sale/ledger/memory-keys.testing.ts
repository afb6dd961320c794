// The keys of the unique indexes of `schema.ts`, for the in-memory rows.
import type { SaleRow } from '../machine/row.ts'
import { LEDGER_INDEXES } from './schema.ts'

const joined = (...parts: readonly (string | number)[]): string => JSON.stringify(parts)

/** Maps each unique index to the key of a row in it; `null` if the index omits the row. */
export const UNIQUE: Readonly<Record<string, (row: SaleRow) => string | null>> = {
  [LEDGER_INDEXES.idempotencyKey]: (row) => joined(row.merchant, row.idempotency_key),
  [LEDGER_INDEXES.externalId]: (row) => row.external_id,
  [LEDGER_INDEXES.attempt]: (row) => joined(row.merchant, row.order_ref, row.attempt),
  [LEDGER_INDEXES.order]: (row) => (row.order_hold === 1 ? joined(row.merchant, row.order_ref) : null),
  [LEDGER_INDEXES.device]: (row) => (row.device_hold === 1 ? joined(row.upstream, row.device_id) : null),
  [LEDGER_INDEXES.session]: (row) => (row.session_id === null ? null : joined(row.upstream, row.session_id)),
}
