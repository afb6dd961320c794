/**
 * SQLite compiled to WebAssembly (sql.js) in the shape that the store's driver knows: statements kept and freed, whole numbers as
 * bigint, errors with SQLite's names. sql.js tells messages only; the names are read from them.
 */
import type { SqliteDatabase, SqliteStatement } from '../sqlite/sqlite-database.ts'
import { UNAVAILABLE_WORDS } from './words.ts'

/** What a statement of sql.js takes and gives. */
type WasmValue = number | string | Uint8Array | null

/** What is used of a statement of sql.js. */
export interface WasmStatement {
  bind(values: WasmValue[]): boolean
  step(): boolean
  get(parameters: null, config: { readonly useBigInt: true }): readonly unknown[]
  getColumnNames(): string[]
  reset(): void
  free(): boolean
}

/** What is used of a database of sql.js. */
export interface WasmConnection {
  prepare(sqlText: string): WasmStatement
  exec(sqlText: string): unknown
  getRowsModified(): number
  export(): Uint8Array
  close(): void
}

/** What `initSqlJs()` gives. */
export interface WasmSqlite {
  readonly Database: new (bytes?: Uint8Array | null) => WasmConnection
}

/** Statements kept prepared, as the driver of a file keeps them. */
const STATEMENTS_MAX = 256

/** A connection in memory. */
export class WasmDatabase implements SqliteDatabase {
  readonly #connection: WasmConnection
  readonly #changed: () => void
  readonly #kept = new Map<string, WasmStatement>()
  #open = true
  #inTransaction = false

  /** `bytes`: what {@link bytes} gave once. `changed`: something was committed; must not throw and must not wait. */
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

  /** The whole database as a file of SQLite. Not inside of a transaction: it would be undone. */
  bytes(): Uint8Array {
    // The connection is closed and opened again beneath; no statement outlives it.
    this.#forget()
    const bytes = this.#connection.export()
    this.#configure()
    return bytes
  }

  prepare(sqlText: string): SqliteStatement {
    const { named } = this
    const reader = named(() => this.#statement(sqlText).getColumnNames().length > 0)
    return {
      reader,
      all: (...parameters) => named(() => this.#all(sqlText, parameters)),
      run: (...parameters) => named(() => this.#run(sqlText, parameters)),
    }
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#forget()
    this.#connection.close()
  }

  #configure(): void {
    this.#connection.exec('pragma foreign_keys = on; pragma trusted_schema = off')
  }

  #forget(): void {
    for (const statement of this.#kept.values()) statement.free()
    this.#kept.clear()
  }

  #statement(sqlText: string): WasmStatement {
    const known = this.#kept.get(sqlText)
    if (known !== undefined) return known
    const made = this.#connection.prepare(sqlText)
    if (this.#kept.size >= STATEMENTS_MAX) this.#forget()
    this.#kept.set(sqlText, made)
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
      if (!/^\s*(select|pragma)\b/i.test(sqlText)) this.#wrote()
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
    if (!/^(begin|rollback|savepoint|release)/i.test(word)) this.#wrote()
    return { changes, lastInsertRowid: 0 }
  }

  #wrote(): void {
    if (!this.#inTransaction) this.#changed()
  }

  /** Gives an error of sql.js the name that SQLite has for it. */
  readonly named = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const code = this.#codeOf(error.message)
      throw code === null ? error : Object.assign(new Error(error.message, { cause: error }), { code })
    }
  }

  #codeOf(message: string): string | null {
    const columns = /^UNIQUE constraint failed: (.*)$/.exec(message)?.[1]
    if (columns !== undefined)
      return this.#isPrimaryKey(columns) ? 'SQLITE_CONSTRAINT_PRIMARYKEY' : 'SQLITE_CONSTRAINT_UNIQUE'
    return UNAVAILABLE_WORDS.find(([words]) => message.includes(words))?.[1] ?? null
  }

  /** `columns`: `table.column, table.column`, or another form where an index names itself. */
  #isPrimaryKey(columns: string): boolean {
    const table = /^(\w+)\./.exec(columns)?.[1]
    if (table === undefined) return false
    const keys = this.#all('select name from pragma_table_info(?) where pk > 0 order by pk', [table])
    return keys.map(({ name }) => `${table}.${String(name)}`).join(', ') === columns
  }
}
