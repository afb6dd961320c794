// Pending deliveries to the host's server, one row for each event and target, written in the transaction of the event
// itself: every committed event is delivered at least once, also after a crash. The SQL is in `sale/ledger/schema.ts`.
import type { ApplicationEvent, HostEventType } from '@tapboard/contract'
import { newOutboxRow, type OutboxRow as StoredRow } from '@tapboard/store'

/** The receiver of an event: the merchant's webhook, or the host's own function in a process that has one. */
export type Target = 'webhook' | 'hook'

/** Everything that the host's server can be told. */
export type ToldType = HostEventType | ApplicationEvent['type']

/** One thing to tell one target; `id` is event ID and target: written once, however often a commit is tried. */
export interface OutboxRow extends StoredRow {
  readonly event_id: string
  readonly target: Target
  readonly merchant: string
  /** ID of the sale, or of the application, that it is about. */
  readonly sale_id: string
  readonly type: ToldType
  /** The event as JSON, exactly as it is signed. */
  readonly body: string
}

/** The members of an event that the outbox keeps beside its JSON. */
export interface ToldEvent {
  readonly id: string
  readonly type: ToldType
  readonly atMs: number
  readonly merchant: string
}

/** The row that tells an event about a sale or an application to a target; its ID is the same at each try. */
export const outboxRowOf = (event: ToldEvent, subjectId: string, target: Target): OutboxRow => ({
  ...newOutboxRow(`${event.id}:${target}`, event.atMs),
  event_id: event.id,
  target,
  merchant: event.merchant,
  sale_id: subjectId,
  type: event.type,
  body: JSON.stringify(event),
})

/** The outbox among the tables of migration set `ledger`. */
export interface OutboxTables {
  sale_outbox: OutboxRow
}
