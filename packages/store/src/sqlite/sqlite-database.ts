/** The part of SQLite that the store uses: better-sqlite3 on Node as it is, WebAssembly through an adapter. */

/** A prepared statement; integers are bigint. */
export interface SqliteStatement {
  /** Whether the statement returns rows. */
  readonly reader: boolean
  /** Runs a statement and returns all its rows. */
  all(...parameters: unknown[]): Record<string, unknown>[]
  /** Runs a statement that returns no rows. */
  run(...parameters: unknown[]): {
    readonly changes: number | bigint
    readonly lastInsertRowid: number | bigint
  }
}

/** One connection. Errors have SQLite's error name in `code` (`SQLITE_CONSTRAINT_UNIQUE`). */
export interface SqliteDatabase {
  readonly open: boolean
  readonly inTransaction: boolean
  prepare(sqlText: string): SqliteStatement
  close(): unknown
}
