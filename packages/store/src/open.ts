/**
 * Opens a store by its URL. Decides the engine only.
 */
import type { Store, StoreOptions } from './store.ts'
import { openPostgres } from './postgres/postgres-store.ts'
import { openSqlite } from './sqlite/sqlite-store.ts'
import { parseStoreUrl } from './url.ts'

/**
 * Opens the database at `url`: `file:path/to/file.db`, `file::memory:`, or `postgres://user:password@host:port/database`.
 * Throws `store-url-invalid` for anything else and `store-unavailable` if it does not answer.
 */
export async function openStore<DB>(url: string, options: StoreOptions = {}): Promise<Store<DB>> {
  const location = parseStoreUrl(url)
  return location.engine === 'sqlite'
    ? openSqlite<DB>(location.path, options)
    : openPostgres<DB>(location.connectionString, options)
}
