/** Engines on Node: an embedded file and PostgreSQL. */
import type { Store, StoreOptions } from '../store.ts'
import { importPostgres } from '../postgres/postgres-package.ts'
import { openPostgres } from '../postgres/postgres-store.ts'
import { openSqlite } from '../sqlite/sqlite-file-store.ts'
import { importSqlite } from '../sqlite/sqlite-package.ts'
import { parseStoreUrl } from './url.ts'

export { parseStoreUrl }

/** Imports the package of the engine that a store URL names. */
export async function importEngine(url: string): Promise<void> {
  await (parseStoreUrl(url).engine === 'sqlite' ? importSqlite() : importPostgres())
}

/** Opens the database that a store URL names. */
export async function openUrl<DB>(url: string, options: StoreOptions): Promise<Store<DB>> {
  const location = parseStoreUrl(url)
  return location.engine === 'sqlite'
    ? openSqlite<DB>(await importSqlite(), location.path, options)
    : openPostgres<DB>(await importPostgres(), location, options)
}
