// The tables of migration set `ledger` as SQL sees them, and the mappers between a row of the machine and its columns. The SQL
// is in `schema.ts`.
import type { Currency } from '@tapboard/contract'
import { columnMapper, type Columns } from '@tapboard/store'
import type { AuditTables } from '../../durable/audit-log.ts'
import type { OutboxTables } from '../../durable/outbox/outbox-row.ts'
import type { FollowUpRow, SaleEventRow, SaleRow } from '../machine/row.ts'

/** The newest grant of an order. */
export interface OrderGrantRow {
  readonly merchant: string
  readonly order_ref: string
  readonly amount_minor: number
  readonly currency: Currency
  readonly generation: number
  /** 1 if withdrawn, else 0. */
  readonly withdrawn: number
}

/** A hold on the starts of orders; empty texts match every merchant or order. */
interface RecoveryHoldRow {
  readonly merchant: string
  readonly order_ref: string
  readonly since_ms: number
  readonly known_until_ms: number | null
}

/** The key of the external IDs; one row. */
interface ExternalIdKeyRow {
  readonly slot: number
  readonly value: string
}

/** A charge of the upstream without a row in the ledger. */
interface LostChargeRow {
  readonly merchant: string
  readonly external_id: string
  readonly reference: string
  readonly amount: string
  readonly command: string
  readonly credit_of: string | null
  readonly charged_at: string
  readonly order_ref: string | null
  readonly attempt: number | null
  readonly found_at_ms: number
  readonly released_at_ms: number | null
}

/** The events of a finished sale. */
export interface SaleArchiveRow {
  readonly saleId: string
  readonly archivedAtMs: number
  /** All events in order, as JSON, compressed. */
  readonly events: Uint8Array
}

/** The last sale that was looked at, by the time of its creation. */
export interface ArchiveCursorRow {
  readonly merchant: string
  readonly createdAtMs: number
  readonly saleId: string
}

/** The tables of the archive. */
interface ArchiveTables {
  sale_archive: Columns<SaleArchiveRow>
  archive_cursor: Columns<ArchiveCursorRow>
}

/** The columns of a sale. */
export type SaleColumns = Columns<SaleRow>

/** The tables of migration set `ledger`, and those of the same transactions. */
export interface LedgerTables extends OutboxTables, AuditTables, ArchiveTables {
  external_id_key: ExternalIdKeyRow
  lost_charge: LostChargeRow
  order_grant: OrderGrantRow
  recovery_hold: RecoveryHoldRow
  sale: SaleColumns
  sale_event: Columns<SaleEventRow>
  sale_follow_up: Columns<FollowUpRow>
}

export const SALE = columnMapper<SaleRow>({
  stillWaiting: true,
  cancelRequested: true,
  sendDoubted: true,
  orderHold: true,
  deviceHold: true,
})

export const SALE_EVENT = columnMapper<SaleEventRow>({})

export const FOLLOW_UP = columnMapper<FollowUpRow>({})
