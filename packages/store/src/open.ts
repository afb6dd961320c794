/** Opens a store by URL. The runtime decides which engines exist (`#engines`). */
import { importEngine, openUrl } from '#engines'
import type { Store, StoreOptions } from './store.ts'

/**
 * Opens the database at `url`: `file:path/to/file.db`, `file::memory:`, or
 * `postgres://user:password@host:port/database`. Throws `store-url-invalid` for any other URL (without Node
 * for every URL), `store-package-missing` if the engine's package (better-sqlite3 or pg) is not installed, and
 * `store-unavailable` if the database does not answer.
 */
export async function openStore<DB>(url: string, options: StoreOptions = {}): Promise<Store<DB>> {
  return openUrl<DB>(url, options)
}

/**
 * Checks a store URL without opening the database. Rejects with `store-url-invalid` for an invalid URL, and with
 * `store-package-missing` if the engine's package is not installed; the message has the command that installs it.
 */
export async function checkStore(url: string): Promise<void> {
  return importEngine(url)
}
