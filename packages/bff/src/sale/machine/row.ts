// The row types of the ledger's tables. Times are integer ms since 1970 on the store's clock, money is integer minor
// units, booleans are 1/0. The SQL is in `schema.ts`.
import type { Currency, SaleEventType, SaleReason, SaleState } from '@tapboard/contract'
import type { LeaseColumns } from '../../durable/lease.ts'
import type { OutboxTables } from '../../durable/outbox/outbox-row.ts'

/** Pace of looks at an ended sale: `close` after a person's attestation, `wide` after the upstream's end. */
export type Pace = 'close' | 'wide'

/** Boolean as SQL stores it: 1 = true, 0 = false. */
export type Flag = 0 | 1

/** One payment attempt of an order. */
export interface SaleRow extends LeaseColumns {
  readonly id: string
  readonly merchant: string
  /** The upstream of the device and the session. */
  readonly upstream: string
  readonly order_ref: string
  readonly attempt: number
  readonly idempotency_key: string
  /** SHA-256 of the request, to detect the same key with another request. */
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
  /** Claimed sends, including the one in progress. */
  readonly send_count: number
  /** 1 after a send with an unknown result. Then "not sent" and "rejected" of a resend prove nothing. */
  readonly send_doubted: Flag
  /** Number of the last event; every write compares it. */
  readonly version: number
  /** Hash of the last event: the head of the chain. */
  readonly event_hash: string
  readonly order_hold: Flag
  readonly device_hold: Flag
  readonly first_sent_at_ms: number | null
  readonly send_deadline_ms: number | null
  /**
   * No byte of an initiate is written at or after this time: 15 s after the press, in store time. `null` in rows of
   * versions without this deadline.
   */
  readonly deadline_at_ms: number | null
  readonly device_free_at_ms: number | null
  readonly soft_at_ms: number | null
  readonly hard_at_ms: number | null
  readonly doubted_at_ms: number | null
  /** Unconfirmed evidence of the last reads. */
  readonly seen: string | null
  readonly seen_count: number
  readonly seen_first_ms: number | null
  /** Time since which the owner has no usable answer from the upstream; written only on a change. */
  readonly stale_since_ms: number | null
  readonly reference: string | null
  readonly approval_code: string | null
  readonly card: string | null
  readonly by_whom: 'upstream' | 'person' | null
  /** The person who attested. */
  readonly person: string | null
  /** An earlier attempt of the order that a late result shows as paid. */
  readonly conflict_with: string | null
  readonly created_at_ms: number
  readonly settled_at_ms: number | null
}

/** One event of a sale; append-only, each hash covers the previous one. */
export interface SaleEventRow {
  readonly sale_id: string
  readonly number: number
  readonly type: SaleEventType
  readonly from_state: SaleState | null
  readonly to_state: SaleState
  readonly reason: SaleReason | null
  readonly at_ms: number
  /** The person who attested, if the event is an attestation. */
  readonly person: string | null
  /** The public sale after the event, as JSON. */
  readonly snapshot: string
  readonly prev_hash: string
  readonly hash: string
}

/** An ended sale with a follow-up; deleted when the follow-up ends. */
export interface FollowUpRow extends LeaseColumns {
  readonly sale_id: string
  readonly pace: Pace
  /** Time of the end; its age determines the interval. */
  readonly since_ms: number
  readonly next_at_ms: number
}

/** The newest grant of an order. */
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
