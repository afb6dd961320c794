// The keys of the unique indexes of `schema.ts`, and the order and filter of refunds, for the in-memory rows.
import { isSameGroup } from '../../token/access.ts'
import { groupOf, type SaleRow } from '../machine/row.ts'
import { LEDGER_INDEXES } from './schema.ts'

const joined = (...parts: readonly (string | number)[]): string => JSON.stringify(parts)

const refundKey = (row: SaleRow, ...more: readonly number[]): string =>
  joined(row.merchant, row.orderRef, row.refundOf ?? '', row.refundRef ?? '', ...more)

/** Maps each unique index to the key of a row in it; `null` if the index omits the row. */
export const UNIQUE: Readonly<Record<string, (row: SaleRow) => string | null>> = {
  [LEDGER_INDEXES.idempotencyKey]: (row) => joined(row.merchant, row.orderRef, row.idempotencyKey),
  [LEDGER_INDEXES.externalId]: (row) => row.externalId,
  [LEDGER_INDEXES.attempt]: (row) =>
    row.kind === 'sale' ? joined(row.merchant, row.orderRef, row.attempt) : null,
  [LEDGER_INDEXES.order]: (row) =>
    row.kind === 'sale' && row.orderHold ? joined(row.merchant, row.orderRef) : null,
  [LEDGER_INDEXES.refundAttempt]: (row) => (row.kind === 'refund' ? refundKey(row, row.attempt) : null),
  [LEDGER_INDEXES.refund]: (row) => (row.kind === 'refund' && row.orderHold ? refundKey(row) : null),
  [LEDGER_INDEXES.device]: (row) => (row.deviceHold ? joined(row.upstream, row.deviceId) : null),
  [LEDGER_INDEXES.session]: (row) => (row.sessionId === null ? null : joined(row.upstream, row.sessionId)),
}

/** Whether an idempotency key of the order started the row. */
export const startedBy = (row: SaleRow, merchant: string, order: string, key: string): boolean =>
  row.merchant === merchant && row.orderRef === order && row.idempotencyKey === key

/** Oldest first. */
export const byAge = (a: SaleRow, b: SaleRow): number =>
  a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : Number(a.id > b.id))

/** Matches the refunds of a sale. */
export const isRefundOf = (row: SaleRow, sale: Pick<SaleRow, 'id' | 'merchant' | 'orderRef'>): boolean =>
  row.refundOf === sale.id && row.merchant === sale.merchant && row.orderRef === sale.orderRef

/** Whether another row holds the lock of the row's group, or is an open refund of the same sale. */
export const holdsAgainst = (row: SaleRow, other: SaleRow): boolean => {
  if (other.id === row.id) return false
  if (other.orderHold && isSameGroup(groupOf(other), groupOf(row))) return true
  return (
    row.refundOf !== null && other.settledAtMs === null && isRefundOf(other, { ...row, id: row.refundOf })
  )
}
