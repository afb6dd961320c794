// Stores of the ledger for tests: an embedded one in memory or in a file, as one process or as several processes use it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { openStore, type Store } from '@tapboard/store'
import { BFF_MIGRATIONS } from '../../app/migrations.ts'
import { sqlLedgerStore, type LedgerStore } from './ledger-store.ts'
import { SALE, type LedgerTables } from './tables.ts'
import type { SaleRow } from '../machine/row.ts'

async function opened(context: TestContext, url: string, now: () => number): Promise<Store<LedgerTables>> {
  const store = await openStore<LedgerTables>(url, { testClock: now })
  context.after(() => store.close())
  for (const set of BFF_MIGRATIONS) await store.migrate(set)
  return store
}

/** Opens a store in memory, whose clock is `now` (ms since 1970). The end of the test closes it. */
export const memoryStore = (context: TestContext, now: () => number): Promise<Store<LedgerTables>> =>
  opened(context, 'file::memory:', now)

/** Returns a function that opens stores with clocks of their own on one file. The end of the test closes and removes them. */
export async function fileStores(
  context: TestContext,
): Promise<(now: () => number) => Promise<Store<LedgerTables>>> {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-ledger-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return (now) => opened(context, `file:${join(folder, 'store.db')}`, now)
}

/** All sales of a store, oldest first. */
export async function salesOf(store: Store<LedgerTables>): Promise<readonly SaleRow[]> {
  const sales = store.db.selectFrom('sale').selectAll().orderBy('created_at_ms').orderBy('id')
  return (await sales.execute()).map(SALE.toRow)
}

/** Members without a request to the database, or with one of their own. */
const DIRECT: readonly (keyof LedgerStore)[] = ['embedded', 'externalIdKey', 'listen']

type Call = (...given: readonly unknown[]) => Promise<unknown>

/** The store with `around` about each call; `name` is the called method. */
export function wrappedStore(
  inner: LedgerStore,
  around: <Result>(work: () => Promise<Result>, name: keyof LedgerStore) => Promise<Result>,
): LedgerStore {
  const members = (Object.entries(inner) as [keyof LedgerStore, unknown][]).map(([name, member]) => {
    if (typeof member !== 'function' || DIRECT.includes(name)) return [name, member]
    const call = member as Call
    const wrapped: Call = (...given) => around(() => call(...given), name)
    return [name, wrapped]
  })
  return Object.fromEntries(members) as LedgerStore
}

/**
 * The ledger's store of a process that shares its database with others, as on a server: it watches their leases. `pass` runs
 * before each call and each commit; if it throws, the call is rejected and the transaction rolled back.
 */
export function sharedLedger(store: Store<LedgerTables>, pass: () => void = () => {}): LedgerStore {
  const inner: LedgerStore = { ...sqlLedgerStore(store), embedded: false }
  const checked: LedgerStore = {
    ...inner,
    transaction: (work) =>
      inner.transaction(async (trx) => {
        const result = await work(trx)
        pass()
        return result
      }),
  }
  return wrappedStore(checked, async (work) => {
    pass()
    return work()
  })
}
