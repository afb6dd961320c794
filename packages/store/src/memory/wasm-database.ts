/**
 * Adapts SQLite compiled to WebAssembly (sql.js) to the driver's interface: cached statements, integers as
 * bigint, SQLite's error codes. sql.js reports only messages; the adapter derives the codes from them.
 */
import type { SqliteDatabase, SqliteStatement } from '../sqlite/sqlite-database.ts'
import { UNAVAILABLE_MESSAGES } from './error-messages.ts'

/** Values that sql.js binds and returns. */
type WasmValue = number | string | Uint8Array | null

/** The used part of a sql.js statement. */
export interface WasmStatement {
  bind(values: WasmValue[]): boolean
  step(): boolean
  get(parameters: null, config: { readonly useBigInt: true }): readonly unknown[]
  getColumnNames(): string[]
  reset(): void
  free(): boolean
}

/** The used part of a sql.js database. */
export interface WasmConnection {
  prepare(sqlText: string): WasmStatement
  exec(sqlText: string): unknown
  getRowsModified(): number
  export(): Uint8Array
  close(): void
}

/** The module that `initSqlJs()` of sql.js resolves to. */
export interface WasmSqlite {
  readonly Database: new (bytes?: Uint8Array | null) => WasmConnection
}

/** Size of the statement cache, as in the file driver. */
const STATEMENTS_MAX = 256

/** A connection to an in-memory database. */
export class WasmDatabase implements SqliteDatabase {
  readonly #connection: WasmConnection
  readonly #changed: () => void
  readonly #statements = new Map<string, WasmStatement>()
  #open = true
  #inTransaction = false

  /**
   * `bytes`: an earlier result of {@link bytes}. `changed`: runs after every commit; must return at once and
   * not throw.
   */
  constructor({ Database }: WasmSqlite, bytes: Uint8Array | null, changed: () => void) {
    this.#connection = new Database(bytes)
    this.#changed = changed
    this.#configure()
  }

  get open(): boolean {
    return this.#open
  }

  get inTransaction(): boolean {
    return this.#inTransaction
  }

  /** The database in SQLite's file format. Not inside a transaction: the export would roll it back. */
  bytes(): Uint8Array {
    // The export reopens the connection, which invalidates all statements.
    this.#freeStatements()
    const bytes = this.#connection.export()
    this.#configure()
    return bytes
  }

  prepare(sqlText: string): SqliteStatement {
    const { withErrorCode } = this
    const reader = withErrorCode(() => this.#statement(sqlText).getColumnNames().length > 0)
    return {
      reader,
      all: (...parameters) => withErrorCode(() => this.#all(sqlText, parameters)),
      run: (...parameters) => withErrorCode(() => this.#run(sqlText, parameters)),
    }
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#freeStatements()
    this.#connection.close()
  }

  #configure(): void {
    this.#connection.exec('pragma foreign_keys = on; pragma trusted_schema = off')
  }

  #freeStatements(): void {
    for (const statement of this.#statements.values()) statement.free()
    this.#statements.clear()
  }

  #statement(sqlText: string): WasmStatement {
    const known = this.#statements.get(sqlText)
    if (known !== undefined) return known
    const made = this.#connection.prepare(sqlText)
    if (this.#statements.size >= STATEMENTS_MAX) this.#freeStatements()
    this.#statements.set(sqlText, made)
    return made
  }

  #all(sqlText: string, parameters: unknown[]): Record<string, unknown>[] {
    const statement = this.#statement(sqlText)
    try {
      statement.bind(parameters as WasmValue[])
      const names = statement.getColumnNames()
      const rows: Record<string, unknown>[] = []
      while (statement.step()) {
        const values = statement.get(null, { useBigInt: true })
        rows.push(Object.fromEntries(names.map((name, index) => [name, values[index]])))
      }
      if (!/^\s*(select|pragma)\b/i.test(sqlText)) this.#changedUnlessInTransaction()
      return rows
    } finally {
      statement.reset()
    }
  }

  #run(
    sqlText: string,
    parameters: unknown[],
  ): { readonly changes: number; readonly lastInsertRowid: number } {
    const statement = this.#statement(sqlText)
    try {
      statement.bind(parameters as WasmValue[])
      statement.step()
    } finally {
      statement.reset()
    }
    const changes = this.#connection.getRowsModified()
    const [, word = ''] = /^\s*(\w+)(?!\s+to\b)/i.exec(sqlText) ?? []
    if (/^begin$/i.test(word)) this.#inTransaction = true
    if (/^(commit|rollback)$/i.test(word)) this.#inTransaction = false
    if (!/^(begin|rollback|savepoint|release)/i.test(word)) this.#changedUnlessInTransaction()
    return { changes, lastInsertRowid: 0 }
  }

  #changedUnlessInTransaction(): void {
    if (!this.#inTransaction) this.#changed()
  }

  /** Adds SQLite's error code to an error of sql.js. */
  readonly withErrorCode = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const code = this.#codeOf(error.message)
      throw code === null ? error : Object.assign(new Error(error.message, { cause: error }), { code })
    }
  }

  #codeOf(message: string): string | null {
    const columns = /^UNIQUE constraint failed: (.*)/.exec(message)?.[1]
    if (columns !== undefined)
      return this.#isPrimaryKey(columns) ? 'SQLITE_CONSTRAINT_PRIMARYKEY' : 'SQLITE_CONSTRAINT_UNIQUE'
    return UNAVAILABLE_MESSAGES.find(([text]) => message.includes(text))?.[1] ?? null
  }

  /** `columns`: `table.column, table.column`, or another form for an index with an expression. */
  #isPrimaryKey(columns: string): boolean {
    const table = /(\w+)\./.exec(columns)?.[1]
    if (table === undefined) return false
    const keys = this.#all('select name from pragma_table_info(?) where pk > 0 order by pk', [table])
    return keys.map(({ name }) => `${table}.${String(name)}`).join(', ') === columns
  }
}
