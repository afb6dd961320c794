/**
 * Opens a store by its URL. Decides nothing: which engines there are, the runtime does (`#engines`).
 */
import { openUrl } from '#engines'
import type { Store, StoreOptions } from './store.ts'

/**
 * Opens the database at `url`: `file:path/to/file.db`, `file::memory:`, or `postgres://user:password@host:port/database`.
 * Throws `store-url-invalid` for anything else (without Node for every one) and `store-unavailable` if it does not answer.
 */
export async function openStore<DB>(url: string, options: StoreOptions = {}): Promise<Store<DB>> {
  return openUrl<DB>(url, options)
}
