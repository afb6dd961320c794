/**
 * Imports better-sqlite3, an optional peer, when the first store of its engine is opened. A literal import inside of `try` also
 * passes a bundler that does not find the package.
 */
import type Sqlite from 'better-sqlite3'
import { packageError } from '../errors.ts'

/** The default export of better-sqlite3. */
export type SqlitePackage = typeof Sqlite

/** Imports better-sqlite3; throws `store-package-missing` if it is not installed. */
export async function importSqlite(): Promise<SqlitePackage> {
  try {
    return (await import('better-sqlite3')).default
  } catch (error) {
    throw packageError(error, { scheme: 'file:', name: 'better-sqlite3', major: 13 })
  }
}
