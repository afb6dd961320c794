/**
 * Outbox rows and the interface between deliverer and store. A row is written in the transaction of the event
 * that it reports, so every committed event is delivered at least once, even after a crash.
 */
import type { EndedLease } from '../claim.ts'
import type { AgedLease } from '../loop/lease-watch.ts'

/** Members of every outbox row; a table has a column for each, and may have more. Index `next_at_ms` where it is not null. */
export interface OutboxRow {
  /** The primary key, a text. */
  readonly id: string
  /** Failed attempts since the last success. */
  readonly attempts: number
  readonly createdAtMs: number
  /** Time of the next attempt; `null` after delivery or after it was given up. */
  readonly nextAtMs: number | null
  readonly doneAtMs: number | null
  /** `null` while the delivery is pending. */
  readonly outcome: 'delivered' | 'dead' | null
  readonly leaseOwner: string | null
  readonly leaseUntilMs: number | null
  readonly fence: number
}

/** Members of a new row: pending and due at once. */
export const newOutboxRow = (id: string, atMs: number): OutboxRow => ({
  id,
  attempts: 0,
  createdAtMs: atMs,
  nextAtMs: atMs,
  doneAtMs: null,
  outcome: null,
  leaseOwner: null,
  leaseUntilMs: null,
  fence: 0,
})

/** Further members to update together with the result. */
export type DeliveryChanges = Readonly<Record<string, string | number | null>>

/**
 * Result of an attempt; `code` is for the log. `againInMs`: success, deliver the row once more after that time.
 * `refused`: the receiver works but rejects this row, so its other rows need not wait.
 */
export type DeliveryResult =
  | { readonly ok: true; readonly againInMs?: number; readonly set?: DeliveryChanges }
  | { readonly ok: false; readonly code: string; readonly refused?: boolean }

/** Delivers one row; after a rejection the row is retried when its lease expires. */
export type DeliveryHandler<Row> = (row: Row, signal: AbortSignal) => Promise<DeliveryResult>

/** A claim of due rows. */
export interface OutboxClaim {
  readonly owner: string
  readonly leaseMs: number
  readonly limit: number
  /** The leases that this process observed to have ended; see `ClaimRequest.ended`. */
  readonly ended?: readonly EndedLease[] | undefined
}

/** The deliverer's store. Every write compares the fence and is a no-op when the fence has changed. */
export interface Outbox<Row> {
  /** The store's time, integer ms since 1970. */
  now(): Promise<number>
  /** Leases up to `limit` due rows, earliest first, and increments their fences. */
  claim(claim: OutboxClaim): Promise<Row[]>
  /** The leases on due rows, for a claim with `ended`; `null` in an embedded store, where one clock decides. */
  readonly heldLeases: (() => Promise<readonly AgedLease[]>) | null
  /**
   * Ends the leases of an owner, except on the rows with these IDs (default: none); late writes of their holder are no-ops. For an
   * earlier run with the same name, and for a claim whose answer was lost.
   */
  releaseLeases(owner: string, except?: readonly string[]): Promise<void>
  /** Marks the row as delivered or given up. */
  finish(
    row: Row,
    outcome: 'delivered' | 'dead',
    attempts: number,
    atMs: number,
    set?: DeliveryChanges,
  ): Promise<void>
  /** Releases the row; the next attempt is at `nextAtMs`. */
  release(row: Row, attempts: number, nextAtMs: number, set?: DeliveryChanges): Promise<void>
  /** Releases rows without an attempt, in one transaction. */
  postpone(rows: readonly { readonly row: Row; readonly nextAtMs: number }[]): Promise<void>
  /**
   * Gives up at most `limit` rows that this configuration never claims and that were due before `beforeMs`;
   * returns their number.
   */
  abandon(beforeMs: number, limit: number, atMs: number): Promise<number>
  /** Deletes at most `limit` rows with this outcome that ended before `beforeMs`; returns their number. */
  prune(outcome: 'delivered' | 'dead', beforeMs: number, limit: number): Promise<number>
}
