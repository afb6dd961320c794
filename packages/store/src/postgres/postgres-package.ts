/**
 * Imports pg, an optional peer, when the first store of its engine is opened. A literal import inside of `try` also
 * passes a bundler that does not find the package.
 */
import type pg from 'pg'
import { packageError } from '../errors.ts'

/** The default export of pg. */
export type PostgresPackage = typeof pg

/** Imports pg; throws `store-package-missing` if it is not installed. */
export async function importPostgres(): Promise<PostgresPackage> {
  try {
    return (await import('pg')).default
  } catch (error) {
    throw packageError(error, { scheme: 'postgres://', name: 'pg', major: 8 })
  }
}
