/**
 * What this store needs of SQLite, whoever runs it: better-sqlite3 on Node fits as it is, WebAssembly by an adapter.
 */

/** A prepared statement; whole numbers come as bigint. */
export interface SqliteStatement {
  /** Does it give rows? */
  readonly reader: boolean
  /** All rows at once. */
  all(...parameters: unknown[]): Record<string, unknown>[]
  /** Runs a statement that gives none. */
  run(...parameters: unknown[]): {
    readonly changes: number | bigint
    readonly lastInsertRowid: number | bigint
  }
}

/** One connection. Errors carry SQLite's name of them in `code` (`SQLITE_CONSTRAINT_UNIQUE`). */
export interface SqliteDatabase {
  readonly open: boolean
  readonly inTransaction: boolean
  prepare(sqlText: string): SqliteStatement
  close(): unknown
}
