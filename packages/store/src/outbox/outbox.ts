/**
 * What stands in an outbox and what a deliverer needs of one: rows that were written in the transaction of the event they
 * tell of, so that what is committed is told, whatever dies in between (at least once). Nothing here runs.
 */

/** Milliseconds since 1970, and timers on the same clock. */
export interface Timer {
  /** Integer milliseconds since 1970. */
  now(): number
  /** Calls back once after `delayMs`; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void
}

/** The columns that every table of an outbox has; it may have more. Index `next_at_ms` where it is not null. */
export interface OutboxRow {
  /** Primary key, text. */
  readonly id: string
  /** Tries that failed since one last succeeded. */
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

/** A new row's columns: waiting, due at once. */
export const newOutboxRow = (id: string, atMs: number): OutboxRow => ({
  id,
  attempts: 0,
  created_at_ms: atMs,
  next_at_ms: atMs,
  done_at_ms: null,
  outcome: null,
  lease_owner: null,
  lease_until_ms: null,
  fence: 0,
})

/** Further columns of a row, to be changed together with how it went. */
export type Columns = Readonly<Record<string, string | number | null>>

/**
 * What a try came to; `code` is for the log. `againInMs`: it went well, and the row is to be told once more then.
 * `refused`: the receiver is well and does not take this row, so that the others need not wait for it.
 */
export type Told =
  | { readonly ok: true; readonly againInMs?: number; readonly set?: Columns }
  | { readonly ok: false; readonly code: string; readonly refused?: boolean }

/** Tells one row; a rejection is a fault, and the row is told again when its lease is over. */
export type Teller<Row> = (row: Row, signal: AbortSignal) => Promise<Told>

/** What a deliverer needs of a store. Every write compares the fence and does nothing if it is another by now. */
export interface Outbox<Row> {
  /** The store's time, integer ms since 1970. */
  now(): Promise<number>
  /** Takes leases on up to `limit` rows that are due, fence + 1, earliest first. */
  claim(claim: { readonly owner: string; readonly leaseMs: number; readonly limit: number }): Promise<Row[]>
  /** Ends the leases of an earlier run of the same name; what it still writes changes nothing. */
  takeBack(owner: string): Promise<void>
  /** The row was told, or is given up. */
  finish(
    row: Row,
    outcome: 'delivered' | 'dead',
    attempts: number,
    atMs: number,
    set?: Columns,
  ): Promise<void>
  /** Gives the row back, to be told at `nextAtMs`. */
  release(row: Row, attempts: number, nextAtMs: number, set?: Columns): Promise<void>
  /** Gives many rows back untried, in one transaction. */
  putAside(rows: readonly { readonly row: Row; readonly nextAtMs: number }[]): Promise<void>
  /** Gives up at most `limit` rows that are never claimed here and were due before `beforeMs`; how many. */
  abandon(beforeMs: number, limit: number, atMs: number): Promise<number>
  /** Removes at most `limit` rows with this outcome that were done before `beforeMs`; how many. */
  prune(outcome: 'delivered' | 'dead', beforeMs: number, limit: number): Promise<number>
}
