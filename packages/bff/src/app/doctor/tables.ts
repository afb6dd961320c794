// Compares the tables of the ledger with those of this program. It only reads.
import { isStoreError, type Store } from '@tapboard/store'
import { BFF_MIGRATIONS } from '../migrations.ts'
import { about, type Finding } from './finding.ts'

/** The name in the list of missing migrations that only a store without any tables has. */
const NO_TABLES = 'migration-tables'

/**
 * Examines the version of the tables. `null`: they are those of this program, or the first start creates them. A start refuses
 * newer ones, and updates older ones if its user of the database may change tables.
 */
export async function examineTables(store: Store<unknown>): Promise<Finding | null> {
  const { warn, fail } = about('store')
  try {
    let missing = 0
    for (const set of BFF_MIGRATIONS) {
      const names = await store.missing(set)
      if (names.includes(NO_TABLES)) return null
      missing += names.length
    }
    if (missing === 0) return null
    return warn(
      'migration-needed',
      `The tables are of an earlier version (missing changes: ${missing}): the next start updates them, or "tapboard migrate", if the user of the database may not change tables.`,
    )
  } catch (error) {
    if (!isStoreError(error)) throw error
    // Another code is an outage, which the caller reports.
    if (error.code !== 'migration-newer' && error.code !== 'migration-mismatch') throw error
    return fail(error.code, error.message)
  }
}
