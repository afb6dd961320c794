// The two tables of the ledger as TypeScript sees them. Times are integer ms since 1970 on the store's clock, money is
// integer minor units, yes/no is 1/0. The SQL stands in `schema.ts`.
import type { Currency, SaleEventType, SaleReason, SaleState } from '@tapboard/contract'
import type { LeaseColumns } from '../../durable/lease.ts'
import type { OutboxTables } from '../../durable/outbox/outbox-row.ts'

/** How often an ended sale is looked at: `close` where the end is a person's word, `wide` where it is the upstream's. */
export type Pace = 'close' | 'wide'

/** 1 = yes, 0 = no. */
export type Flag = 0 | 1

/** One attempt to be paid for an order. */
export interface SaleRow extends LeaseColumns {
  readonly id: string
  readonly merchant: string
  /** The upstream that knows the device and the session. */
  readonly upstream: string
  readonly order_ref: string
  readonly attempt: number
  readonly idempotency_key: string
  /** SHA-256 of what was asked, so that the same key with another request is noticed (INV-11). */
  readonly request_hash: string
  /** Sent upstream as xExternalRequestID. */
  readonly external_id: string
  readonly session_id: string | null
  readonly device_id: string
  readonly device_name: string
  readonly device_make: string
  readonly device_serial_ending: string
  readonly amount_minor: number
  readonly currency: Currency
  readonly state: SaleState
  readonly reason: SaleReason | null
  readonly message: string | null
  readonly phase: 'contacting' | 'present_card' | 'authorizing'
  readonly still_waiting: Flag
  readonly cancel_requested: Flag
  /** Sends that were claimed, the one under way included. */
  readonly send_count: number
  /** 1 once a send ended unknown: from then on "not sent" and "rejected" of a repeat prove nothing. */
  readonly send_doubted: Flag
  /** Number of the last event; compared by every write. */
  readonly version: number
  /** Hash of the last event: the head of the chain (INV-20). */
  readonly event_hash: string
  readonly order_hold: Flag
  readonly device_hold: Flag
  readonly first_sent_at_ms: number | null
  readonly send_deadline_ms: number | null
  /**
   * INV-21: no byte of an initiate leaves at or after this moment; 15 s after the press, in the store's time. `null` in
   * rows of versions before D-83.
   */
  readonly deadline_at_ms: number | null
  readonly device_free_at_ms: number | null
  readonly soft_at_ms: number | null
  readonly hard_at_ms: number | null
  readonly doubted_at_ms: number | null
  /** What the last reads said, while it does not count yet (rules 10, 11, 12, 17). */
  readonly seen: string | null
  readonly seen_count: number
  readonly seen_first_ms: number | null
  /** Since when its owner has had no usable answer from the upstream; written only when that flips (D-91). */
  readonly stale_since_ms: number | null
  readonly reference: string | null
  readonly approval_code: string | null
  readonly card: string | null
  readonly by_whom: 'upstream' | 'person' | null
  /** Who attested (rules 20, 21). */
  readonly person: string | null
  /** An earlier attempt of the order that turned out paid (rule 22). */
  readonly conflict_with: string | null
  readonly created_at_ms: number
  readonly settled_at_ms: number | null
}

/** One thing that happened to a sale; append-only, each row hashed over the one before (INV-20). */
export interface SaleEventRow {
  readonly sale_id: string
  readonly number: number
  readonly type: SaleEventType
  readonly from_state: SaleState | null
  readonly to_state: SaleState
  readonly reason: SaleReason | null
  readonly at_ms: number
  /** Who attested, where a person did. */
  readonly person: string | null
  /** The public sale after the event, JSON. */
  readonly snapshot: string
  readonly prev_hash: string
  readonly hash: string
}

/** An ended sale that is still looked at (rules 22, 23; D-35); gone when its time is over. */
export interface FollowUpRow extends LeaseColumns {
  readonly sale_id: string
  readonly pace: Pace
  /** When the end was said; the age decides how often. */
  readonly since_ms: number
  readonly next_at_ms: number
}

/** The newest grant of an order (D-87). */
export interface OrderGrantRow {
  readonly merchant: string
  readonly order_ref: string
  readonly amount_minor: number
  readonly currency: Currency
  readonly generation: number
}

/** The tables of migration set `ledger`. */
export interface LedgerTables extends OutboxTables {
  order_grant: OrderGrantRow
  sale: SaleRow
  sale_event: SaleEventRow
  sale_follow_up: FollowUpRow
}
