/**
 * A store in memory, for runtimes without files and sockets (a browser's page or worker): the same SQL, migrations and
 * transactions, on SQLite compiled to WebAssembly. Nothing is on a disk: whoever wants to keep it takes its bytes.
 */
import { SqliteFile } from '../sqlite/sqlite-file.ts'
import { BUSY_TIMEOUT_MS, storeOn } from '../sqlite/sqlite-store.ts'
import type { Store, StoreOptions } from '../store.ts'
import { WasmDatabase, type WasmSqlite } from './wasm-database.ts'

export type { WasmConnection, WasmSqlite, WasmStatement } from './wasm-database.ts'

/** How to open it. */
export interface MemoryOptions extends StoreOptions {
  /** What `bytes()` of an earlier store gave; default: empty. */
  readonly bytes?: Uint8Array
  /** Something was committed; must not throw and must not wait. */
  readonly changed?: () => void
}

/** A store whose whole database can be taken. */
export interface MemoryStore<DB> extends Store<DB> {
  /** The database as it is between two transactions, as a file of SQLite. */
  bytes(): Promise<Uint8Array>
}

/** Opens a store in memory with what `initSqlJs()` of sql.js gave. `close()` forgets everything. */
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
