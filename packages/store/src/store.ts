/**
 * The shape of a store: what every caller may rely on, whichever engine stands behind it.
 * The engines (sqlite/, postgres/) fill it in; nothing here runs.
 */
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ClaimRequest } from './claim.ts'
import type { MigrationSet } from './migrate.ts'

/** Which database stands behind a store. */
export type Engine = 'sqlite' | 'postgres'

/** Where a store says what a person should look at later; pino's logger fits. */
export interface StoreLog {
  /** Something went wrong that the store mends itself. */
  warn(fields: Record<string, unknown>, message: string): void
}

/** How to open a store; every member has a sensible default. */
export interface StoreOptions {
  /** Integer ms since 1970. SQLite's clock (PostgreSQL uses its server's, so that instances agree). Default `Date.now`. */
  readonly clock?: () => number
  /** Replaces the clock on both engines, for tests that travel in time. Never set it in production. */
  readonly testClock?: () => number
  /** Default: silent. */
  readonly log?: StoreLog
  /** Embedded file: refuse one that does not exist instead of making it. Default false. */
  readonly mustExist?: boolean
  /** PostgreSQL: connections held at most, 1…200, without the one that listens. Default 10. */
  readonly maxConnections?: number
  /** Longest wait for a connection or, in an embedded file, for its lock. Default 3,000 ms. */
  readonly connectTimeoutMs?: number
  /** PostgreSQL: longest run of one statement. Default 5,000 ms. */
  readonly statementTimeoutMs?: number
}

/** A wake-up: a notice that was sent, or the advice to read again because some may have been missed. */
export type Wakeup = { readonly type: 'notice'; readonly payload: string } | { readonly type: 'resync' }

/** Hears wake-ups; must not throw and must not wait. */
export type WakeupHandler = (wakeup: Wakeup) => void

/** Stops a `listen`; calling it again does nothing. */
export type Unlisten = () => Promise<void>

/** A database with the tables `DB`. */
export interface Store<DB> {
  /** Which database this is; branch on it in tests only. */
  readonly engine: Engine
  /** Does what is committed outlive this process? A store in memory does not. */
  readonly durable: boolean
  /** Queries outside a transaction. Refused (`nested-use`) inside the work of `transaction`. */
  readonly db: Kysely<DB>
  /**
   * Runs `work` in one transaction: all of it is committed and on disk, or nothing is.
   * SQLite takes the write lock first (other processes wait). PostgreSQL is read committed and runs `work` again, up to
   * 3 times, after a deadlock or serialization failure, so `work` must do nothing but use `trx`.
   */
  transaction<Result>(work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result>
  /** Brings the tables of one set up to date; safe when several processes do it at once. */
  migrate(set: MigrationSet): Promise<void>
  /** The store's time, integer ms since 1970; inside a transaction too. */
  now(): Promise<number>
  /** Takes a lease on up to `limit` due rows that nobody holds; two claimers never get the same row. */
  claimDue<Table extends keyof DB & string>(
    trx: Transaction<DB>,
    request: ClaimRequest<DB, Table>,
  ): Promise<Selectable<DB[Table]>[]>
  /**
   * Wakes the listeners of a channel (`[a-z][a-z0-9_]*`, ≤ 63) with at most 4,000 bytes; inside a transaction after
   * it is committed, or never. Only a hint: it may be lost, and an embedded file tells this process alone. Rows are the truth.
   */
  notify(channel: string, payload: string): Promise<void>
  /** Hears a channel until stopped. After a lost connection every handler gets one `resync`. */
  listen(channel: string, handler: WakeupHandler): Promise<Unlisten>
  /** Succeeds if the database answers now; else throws `store-unavailable`. It may be read-only or full: see `probe`. */
  ping(): Promise<void>
  /**
   * Succeeds if the database commits a write now; else rejects within a second. Writes at most once a second in a process
   * however often it is called, to a table that `migrate` creates. A store in memory only answers.
   */
  probe(): Promise<void>
  /** Takes no new work, waits for the work in hand, lets go of the database. Calling it again does nothing more. */
  close(): Promise<void>
}
