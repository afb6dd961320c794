/**
 * Kysely's driver over one connection of SQLite. Decides how long to wait for another process that writes
 * (in short steps, so that the event loop goes on) and how integers arrive; the lock inside the process is SqliteFile's.
 */
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { integerFrom } from '../integer.ts'
import { aborted, closed } from '../errors.ts'
import { UNDO } from './group-commit.ts'
import type { SqliteFile } from './sqlite-file.ts'
import type { SqliteDatabase, SqliteStatement } from './sqlite-database.ts'
import { isBusy, translateSqlite } from './sqlite-errors.ts'

/** Prepared statements kept; more would only be memory, fewer would be parsing. */
const STATEMENTS_MAX = 256

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** What the driver needs. */
export interface SqliteDriverConfig {
  /** The connection, opened and set up. */
  readonly database: SqliteDatabase
  /** Its turn-taking. */
  readonly file: SqliteFile
  /** Longest wait for a turn or for another process. */
  readonly busyTimeoutMs: number
}

/** The one connection of a store. */
class SqliteConnection implements DatabaseConnection {
  readonly #config: SqliteDriverConfig
  readonly #statements = new Map<string, SqliteStatement>()

  /** Whether a statement of the open transaction failed; then nothing of it is kept, as on PostgreSQL. */
  #failed = false
  /** Ours, not SQLite's word: it rolls back by itself when the disk is full, and what follows must not be written alone. */
  #inTransaction = false

  constructor(config: SqliteDriverConfig) {
    this.#config = config
  }

  /** Whether a statement has failed since the transaction, or its last mark, began. */
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

  /** Runs one statement; waits in steps while another process holds the lock and no transaction of ours is open. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { database, busyTimeoutMs } = this.#config
    const giveUpAt = performance.now() + busyTimeoutMs
    for (let waitMs = 2; ; waitMs = Math.min(waitMs * 2, 50)) {
      if (!database.open) throw closed()
      if (query === UNDO) this.#failed = false
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

  /** Takes the write lock at once, so that no transaction fails half way because another process was first. */
  async begin(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('begin immediate'))
    this.#inTransaction = true
  }

  /** On disk when it returns (`synchronous=FULL`). */
  async commit(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('commit'))
    this.#inTransaction = false
  }

  /** SQLite has rolled back by itself after a full disk; then there is nothing to undo. */
  async rollback(): Promise<void> {
    this.#failed = false
    this.#inTransaction = false
    if (this.#config.database.inTransaction) await this.executeQuery(CompiledQuery.raw('rollback'))
  }

  /** Refused: rows are few and read at once. */
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

/** Kysely's driver for an embedded file. */
export class SqliteDriver implements Driver {
  readonly #config: SqliteDriverConfig
  readonly #connection: SqliteConnection

  constructor(config: SqliteDriverConfig) {
    this.#config = config
    this.#connection = new SqliteConnection(config)
  }

  /** Whether a statement of the open transaction has failed. */
  get failed(): boolean {
    return this.#connection.failed
  }

  /** Nothing to do: the file is open. */
  async init(): Promise<void> {}

  /** Waits for this store's turn on the file. */
  async acquireConnection(): Promise<DatabaseConnection> {
    this.#config.file.scopes.refuseInside()
    await this.#config.file.acquire(this.#config.busyTimeoutMs)
    return this.#connection
  }

  /** Begins on the one connection. */
  async beginTransaction(): Promise<void> {
    await this.#connection.begin()
  }

  /** Commits on the one connection. */
  async commitTransaction(): Promise<void> {
    await this.#connection.commit()
  }

  /** Rolls back on the one connection. */
  async rollbackTransaction(): Promise<void> {
    await this.#connection.rollback()
  }

  /** Gives the turn to the next. */
  async releaseConnection(): Promise<void> {
    this.#config.file.release()
  }

  /** Lets go of the file. */
  async destroy(): Promise<void> {
    this.#config.database.close()
  }
}
