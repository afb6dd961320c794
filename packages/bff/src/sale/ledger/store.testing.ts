// An embedded store in memory with all tables of the BFF, for tests of the ledger.
import type { TestContext } from 'node:test'
import { openStore, type Store } from '@tapboard/store'
import { BFF_MIGRATIONS } from '../../app/migrations.ts'
import type { LedgerTables } from './tables.ts'

/** Opens the store, whose clock is `now` (ms since 1970). The end of the test closes it. */
export async function memoryStore(context: TestContext, now: () => number): Promise<Store<LedgerTables>> {
  const store = await openStore<LedgerTables>('file::memory:', { testClock: now })
  context.after(() => store.close())
  for (const set of BFF_MIGRATIONS) await store.migrate(set)
  return store
}
