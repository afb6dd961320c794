// What the host's server is still to be told, one row for each event and target, written in the transaction of the event
// itself: what is committed is told, whatever dies in between (at least once). The SQL stands in `sale/schema.ts`.
import type { HostEventType } from '@tapboard/contract'

/** Who is told: the merchant's webhook, or the host's own function in a process that has one. */
export type Target = 'webhook' | 'hook'

/** One thing to tell one target. */
export interface OutboxRow {
  /** Event ID and target: written once, however often a commit is tried. */
  readonly id: string
  readonly event_id: string
  readonly target: Target
  readonly merchant: string
  readonly sale_id: string
  readonly type: HostEventType
  /** The event as JSON, exactly as it is signed. */
  readonly body: string
  /** Tries that failed so far. */
  readonly attempts: number
  readonly created_at_ms: number
  /** When it is to be told next; `null` once it was told or given up. */
  readonly next_at_ms: number | null
  readonly done_at_ms: number | null
  /** `null` while it waits. */
  readonly outcome: 'delivered' | 'dead' | null
  readonly lease_owner: string | null
  readonly lease_until_ms: number | null
  readonly fence: number
}

/** The outbox among the tables of migration set `ledger`. */
export interface OutboxTables {
  sale_outbox: OutboxRow
}
