/**
 * Kysely driver over one SQLite connection. Decides how long to wait for another process that writes (in
 * short steps, so that the event loop is not blocked) and how integers are read; `SqliteFile` holds the lock
 * inside the process.
 */
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { integerFrom } from '../integer.ts'
import { aborted, closed } from '../errors.ts'
import { ROLLBACK_TO_SAVEPOINT } from './group-commit.ts'
import type { SqliteFile } from './sqlite-file.ts'
import type { SqliteDatabase, SqliteStatement } from './sqlite-database.ts'
import { isBusy, translateSqlite } from './sqlite-errors.ts'

/** Size of the statement cache: more costs memory, fewer cost parsing. */
const STATEMENTS_MAX = 256

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface SqliteDriverConfig {
  readonly database: SqliteDatabase
  /** The process-wide lock of the file. */
  readonly file: SqliteFile
  /** Timeout for the lock or for another process. */
  readonly busyTimeoutMs: number
}

/** The single connection of a store. */
class SqliteConnection implements DatabaseConnection {
  readonly #config: SqliteDriverConfig
  readonly #statements = new Map<string, SqliteStatement>()

  /** Whether a statement of the open transaction failed; the transaction then rolls back, as on PostgreSQL. */
  #failed = false
  /**
   * Own flag instead of SQLite's: SQLite rolls back by itself on a full disk, and later statements must not run
   * outside of the transaction.
   */
  #inTransaction = false

  constructor(config: SqliteDriverConfig) {
    this.#config = config
  }

  /** Whether a statement failed since the transaction or its last savepoint began. */
  get failed(): boolean {
    return this.#failed
  }

  #prepare(sqlText: string): SqliteStatement {
    const known = this.#statements.get(sqlText)
    if (known !== undefined) return known
    const statement = this.#config.database.prepare(sqlText)
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear()
    this.#statements.set(sqlText, statement)
    return statement
  }

  #run<Row>(query: CompiledQuery): QueryResult<Row> {
    const statement = this.#prepare(query.sql)
    if (statement.reader) {
      const rows = statement.all(...query.parameters).map(withNumbers)
      return { rows: rows as Row[] }
    }
    const { changes, lastInsertRowid } = statement.run(...query.parameters)
    return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) }
  }

  /** Runs one statement; outside of a transaction it retries with backoff while another process holds the lock. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { database, busyTimeoutMs } = this.#config
    const giveUpAt = performance.now() + busyTimeoutMs
    for (let waitMs = 2; ; waitMs = Math.min(waitMs * 2, 50)) {
      if (!database.open) throw closed()
      if (query === ROLLBACK_TO_SAVEPOINT) this.#failed = false
      if (this.#failed) throw aborted()
      try {
        return this.#run(query)
      } catch (error) {
        const again = isBusy(error) && !this.#inTransaction && performance.now() < giveUpAt
        this.#failed = this.#inTransaction
        if (!again) throw translateSqlite(database, error)
      }
      await pause(waitMs)
    }
  }

  /** Takes the write lock at once, so that no transaction fails midway because another process wrote first. */
  async begin(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('begin immediate'))
    this.#inTransaction = true
  }

  /** Commits, and waits until the disk has the transaction (`synchronous=FULL`). */
  async commit(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('commit'))
    this.#inTransaction = false
  }

  /** Rolls back; SQLite has already done so after a full disk. */
  async rollback(): Promise<void> {
    this.#failed = false
    this.#inTransaction = false
    if (this.#config.database.inTransaction) await this.executeQuery(CompiledQuery.raw('rollback'))
  }

  /** Always throws: results are small and read at once. */
  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('This store does not stream rows; ask for a page of them.')
  }
}

function withNumbers(row: Record<string, unknown>): Record<string, unknown> {
  for (const column in row) {
    const value = row[column]
    if (typeof value === 'bigint') row[column] = integerFrom(value)
  }
  return row
}

/** Kysely driver for an embedded file. */
export class SqliteDriver implements Driver {
  readonly #config: SqliteDriverConfig
  readonly #connection: SqliteConnection

  constructor(config: SqliteDriverConfig) {
    this.#config = config
    this.#connection = new SqliteConnection(config)
  }

  /** Whether a statement of the open transaction failed. */
  get failed(): boolean {
    return this.#connection.failed
  }

  /** No-op: the file is open already. */
  async init(): Promise<void> {}

  /** Waits for the lock of the file. */
  async acquireConnection(): Promise<DatabaseConnection> {
    this.#config.file.scopes.refuseInside()
    await this.#config.file.acquire(this.#config.busyTimeoutMs)
    return this.#connection
  }

  /** Begins a transaction on the single connection. */
  async beginTransaction(): Promise<void> {
    await this.#connection.begin()
  }

  /** Commits the transaction of the single connection. */
  async commitTransaction(): Promise<void> {
    await this.#connection.commit()
  }

  /** Rolls back the transaction of the single connection. */
  async rollbackTransaction(): Promise<void> {
    await this.#connection.rollback()
  }

  /** Releases the lock to the next waiter. */
  async releaseConnection(): Promise<void> {
    this.#config.file.release()
  }

  /** Closes the connection to the file. */
  async destroy(): Promise<void> {
    this.#config.database.close()
  }
}
