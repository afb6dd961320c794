// Pending deliveries to the host's server, one row for each event and target, written in the transaction of the event
// itself: every committed event is delivered at least once, also after a crash. The SQL is in `sale/ledger/schema.ts`.
import type { ApplicationEvent, HostEventType } from '@tapboard/contract'
import { columnMapper, newOutboxRow, type Columns, type OutboxRow as StoredRow } from '@tapboard/store'

/** The receiver of an event: the merchant's webhook, or the host's own function in a process that has one. */
export type Target = 'webhook' | 'hook'

/** All events for the host's server. */
export type OutboxEventType = HostEventType | ApplicationEvent['type']

/** One event for one target. `id` is event ID and target, so a repeated commit writes the row once. */
export interface OutboxRow extends StoredRow {
  readonly eventId: string
  readonly target: Target
  readonly merchant: string
  /** ID of the sale or of the application. */
  readonly saleId: string
  readonly type: OutboxEventType
  /** The event as JSON, exactly as it is signed. */
  readonly body: string
}

/** The members of an event that the outbox keeps beside its JSON. */
interface OutboxEvent {
  readonly id: string
  readonly type: OutboxEventType
  readonly atMs: number
  readonly merchant: string
}

/** Creates the row of an event for a target; its ID is deterministic. */
export const outboxRowOf = (event: OutboxEvent, subjectId: string, target: Target): OutboxRow => ({
  ...newOutboxRow(`${event.id}:${target}`, event.atMs),
  eventId: event.id,
  target,
  merchant: event.merchant,
  saleId: subjectId,
  type: event.type,
  body: JSON.stringify(event),
})

/** The outbox among the tables of migration set `ledger`. */
export interface OutboxTables {
  sale_outbox: Columns<OutboxRow>
}

export const OUTBOX = columnMapper<OutboxRow>({})
