/**
 * A store in memory for runtimes without files and sockets (a browser page or worker): the same SQL,
 * migrations and transactions on SQLite compiled to WebAssembly. It writes nothing to disk; a caller that
 * persists it saves `bytes()`.
 */
import { SqliteFile } from '../sqlite/sqlite-file.ts'
import { BUSY_TIMEOUT_MS, storeOn } from '../sqlite/sqlite-store.ts'
import type { Store, StoreOptions } from '../store.ts'
import { WasmDatabase, type WasmSqlite } from './wasm-database.ts'

export type { WasmConnection, WasmSqlite, WasmStatement } from './wasm-database.ts'

/** Options of a memory store. */
interface MemoryOptions extends StoreOptions {
  /** Result of `bytes()` of an earlier store; default: an empty database. */
  readonly bytes?: Uint8Array
  /** Runs after every commit; must return at once and not throw. */
  readonly changed?: () => void
}

/** A store that can export its database. */
export interface MemoryStore<DB> extends Store<DB> {
  /** The database between two transactions, in SQLite's file format. */
  bytes(): Promise<Uint8Array>
}

/** Opens a store in memory with the result of `initSqlJs()` of sql.js. `close()` discards all data. */
export function openMemory<DB>(sqlite: WasmSqlite, options: MemoryOptions = {}): MemoryStore<DB> {
  const { bytes = null, changed = () => {}, ...rest } = options
  const database = new WasmDatabase(sqlite, bytes, changed)
  const file = new SqliteFile()
  const store = storeOn<DB>({ database, file, durable: false, leave: () => {} }, rest)
  return {
    ...store,
    async bytes() {
      await file.acquire(rest.connectTimeoutMs ?? BUSY_TIMEOUT_MS)
      try {
        return database.bytes()
      } finally {
        file.release()
      }
    },
  }
}
