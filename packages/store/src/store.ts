/** The interface of a store, identical on every engine. The engines (`sqlite/`, `postgres/`) implement it. */
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { ClaimRequest } from './claim.ts'
import type { Engine, StoreLog, WakeupHandler } from './shared-types.ts'
import type { MigrationSet } from './migrate.ts'

/** A topic of a broker that all processes of one store share, and no other program. */
export interface NoticePort {
  /** Sends a text of at most 256 KiB to every subscriber. Rejects if it may not have arrived: it is then sent again. */
  publish(text: string): Promise<void>
  /**
   * Resolves once texts arrive at `receive`, with the end of the subscription. `lost` says that texts may be missing: call it after each
   * reconnection.
   */
  subscribe(receive: (text: string) => void, lost: () => void): Promise<() => Promise<void>>
}

/** Options of a store; all are optional. */
export interface StoreOptions {
  /**
   * Integer ms since 1970. The clock of SQLite (PostgreSQL uses its server's clock, so that instances agree).
   * Default `Date.now`.
   */
  readonly clock?: () => number
  /** Replaces the clock on both engines in tests. Never set it in production. */
  readonly testClock?: () => number
  /** Receives the faults that the store recovers from. Default: none. */
  readonly log?: StoreLog
  /** Embedded file: reject a missing file instead of creating it. Default false. */
  readonly mustExist?: boolean
  /** PostgreSQL: maximum number of connections, 1…200, without the connection for notices. Default 10. */
  readonly maxConnections?: number
  /** PostgreSQL: carries notices between processes instead of the database. Default: the database does. */
  readonly notices?: NoticePort
  /** PostgreSQL: the store of a command that a person waits for. A connection may then take 15,000 ms, beside a busy server as well. */
  readonly isCommand?: boolean
  /** Timeout for a connection or, on an embedded file, for its lock. Default 3,000 ms. */
  readonly connectTimeoutMs?: number
  /** PostgreSQL: statement timeout. Default 5,000 ms. */
  readonly statementTimeoutMs?: number
}

/** The connections of one process to its database server, counted now. */
export interface ConnectionCounts {
  /** Connections that run a statement or a transaction, or are being opened. */
  readonly inUse: number
  readonly idle: number
  /** Calls that wait because all connections are in use. */
  readonly waiting: number
  /** Largest number of connections: `maxConnections`. */
  readonly limit: number
  /** Whether the connection for notices is open now. */
  readonly noticesConnected: boolean
  /** How often the connection for notices was opened again after a loss. */
  readonly noticeReconnects: number
}

/** Stops the notices of one `listen`. Idempotent. */
export type Unlisten = () => Promise<void>

/** A database with the tables `DB`. */
export interface Store<DB> {
  /** The engine; branch on it only in tests. */
  readonly engine: Engine
  /** Whether committed data outlives this process. False for a store in memory. */
  readonly durable: boolean
  /** Query builder outside of transactions. Rejects with `nested-use` inside the work of `transaction`. */
  readonly db: Kysely<DB>
  /**
   * Runs `work` in one transaction: commits it durably as a whole, or rolls it back. SQLite takes the write
   * lock first (other processes wait). PostgreSQL uses read committed and repeats `work` after a
   * deadlock or serialization failure within a budget, so `work` must only use `trx`.
   */
  transaction<Result>(work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result>
  /**
   * Applies the missing migrations of a set; safe when several processes do it concurrently. Without missing ones it
   * only reads. Rejects with `migration-needed` if some are missing and the user of the database may not apply them.
   */
  migrate(set: MigrationSet): Promise<void>
  /** The names of the migrations that `migrate` would apply; only reads. Rejects for tables that it would reject. */
  missing(set: MigrationSet): Promise<readonly string[]>
  /**
   * The store's time, integer ms since 1970; also valid inside a transaction. There, PostgreSQL is asked once, with the begin of the
   * transaction, and the steady clock of this machine continues it.
   */
  now(): Promise<number>
  /** Leases up to `limit` due rows that have no valid lease; two claimers never get the same row. */
  claimDue<Table extends keyof DB & string>(
    trx: Transaction<DB>,
    request: ClaimRequest<DB, Table>,
  ): Promise<Selectable<DB[Table]>[]>
  /**
   * Wakes the listeners of a channel (`[a-z][a-z0-9_]*`, ≤ 63) with at most 4,000 bytes soon after this resolves;
   * inside a transaction after its commit only. A notice is a hint: it may be lost, two equal ones may arrive as
   * one, and on an embedded file it reaches only this process. The rows are authoritative.
   */
  notify(channel: string, payload: string): Promise<void>
  /** Listens to a channel until stopped. After a lost connection every handler receives one `resync`. */
  listen(channel: string, handler: WakeupHandler): Promise<Unlisten>
  /**
   * Resolves if the database answers; otherwise throws `store-unavailable`. The database may be read-only or
   * full: see `probe`.
   */
  ping(): Promise<void>
  /**
   * Resolves if the database commits a write; otherwise rejects within a second. Writes at most once per
   * second and process, however often it is called, to a table that `migrate` creates. A store in memory only
   * answers.
   */
  probe(): Promise<void>
  /** Counts the connections; `null` for an embedded store, which has none. */
  connections(): ConnectionCounts | null
  /** Rejects new work, waits for running work and closes the database. Idempotent. */
  close(): Promise<void>
}
