// The ledger of a simulation in a real database: the same faults and the same checks at every commit, with SQL in place of the
// rows in memory. The changes of a commit are found by reading all rows, which are few.
import { openStore } from '@tapboard/store'
import { AUDIT_MIGRATIONS } from '../../packages/bff/src/durable/audit-log.ts'
import { sqlLedgerStore, type LedgerStore } from '../../packages/bff/src/sale/ledger/ledger-store.ts'
import type { KnownGrants } from './memory-transaction.ts'
import type { Committed } from './memory-ledger.ts'
import type { Acknowledge, MemoryConnection } from './memory-transaction.ts'
import { SALE, type LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import type { SaleEventRow, SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { sqlGrants } from '../../packages/bff/src/sale/ledger/sql-grants.ts'
import type { OrderGrant } from '../../packages/bff/src/token/order-grant.ts'
import type { Books } from './books.ts'
import type { World } from './world.ts'
import { wrappedStore } from '../../packages/bff/src/sale/ledger/store.testing.ts'

/** Calls that commit a transaction of their own. */
const WRITES: readonly (keyof LedgerStore)[] = [
  'claimDue',
  'releaseOthers',
  'renew',
  'release',
  'mark',
  'takeBack',
  'claimFollowUps',
  'releaseOtherFollowUps',
  'releaseFollowUp',
]

/** Opens an empty ledger in the database of this URL, by default an embedded one. */
export async function openSqlBooks(
  world: World,
  url = 'file::memory:',
): Promise<Books & { close(): Promise<void> }> {
  const store = await openStore<LedgerTables>(url, { testClock: () => world.now() })
  const inner = sqlLedgerStore(store)
  await store.migrate(AUDIT_MIGRATIONS)
  await inner.prepare()
  const sales = new Map<string, SaleRow>()
  const events = new Map<string, SaleEventRow[]>()
  let turn: Promise<unknown> = Promise.resolve()

  /** Reports the changes of the last commit. */
  const look = async (by: string | undefined): Promise<void> => {
    const columns = await store.db.selectFrom('sale').selectAll().orderBy('created_at_ms').execute()
    const changed: { before: SaleRow | null; after: SaleRow }[] = []
    const added: SaleEventRow[] = []
    for (const after of columns.map(SALE.toRow)) {
      const before = sales.get(after.id) ?? null
      if (before !== null && JSON.stringify(before) === JSON.stringify(after)) continue
      const known = events.get(after.id) ?? []
      const more = await inner.events(after.id, known.length, 100)
      sales.set(after.id, after)
      events.set(after.id, [...known, ...more])
      changed.push({ before, after })
      added.push(...more)
    }
    const committed: Committed = { by, rows: changed, events: added }
    books.onCommit(committed)
  }

  /** One write at a time, so that each commit is seen by itself. */
  const write = <Result>(
    connection: MemoryConnection,
    work: (commit: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> => {
    const done = turn.then(async () => {
      await connection.pass?.()
      const acknowledge: Acknowledge[] = []
      const result = await work(async () => {
        // The store repeats the work of a transaction that it gave up.
        acknowledge.length = 0
        const asked = await connection.commit?.()
        if (asked !== undefined) acknowledge.push(asked)
      })
      await look(connection.name)
      return { result, acknowledge }
    })
    turn = done.catch(() => {})
    return done.then(async ({ result, acknowledge }) => {
      for (const asked of acknowledge) await asked()
      return result
    })
  }

  const connect = (connection: MemoryConnection): LedgerStore => {
    const single = <Result>(work: () => Promise<Result>): Promise<Result> =>
      write(connection, async (commit) => {
        await commit()
        return work()
      })
    const read = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      await connection.pass?.()
      // A commit must be examined before its notices are sent.
      await turn
      return work()
    }
    return {
      ...wrappedStore(inner, (work, name) => (WRITES.includes(name) ? single(work) : read(work))),
      prepare: async () => {},
      transaction: (work) =>
        write(connection, (commit) =>
          inner.transaction(async (trx) => {
            const result = await work(trx)
            await commit()
            return result
          }),
        ),
    }
  }
  const known = new Map<string, OrderGrant | null>()
  const inStore = sqlGrants(store)
  /** Changes a grant in a turn of its own, and reads it. */
  const changeGrant = <Result>(order: string, change: () => Promise<Result>): Promise<Result> => {
    const done = turn.then(async () => {
      const result = await change()
      known.set(order, await inStore.newest('m1', order))
      return result
    })
    turn = done.catch(() => {})
    return done
  }
  const grants: KnownGrants = {
    known: (_merchant, order) => known.get(order) ?? null,
    newest: (merchant, order) => inStore.newest(merchant, order),
    record: (merchant, order, terms) => changeGrant(order, () => inStore.record(merchant, order, terms)),
    withdraw: (merchant, order) => changeGrant(order, () => inStore.withdraw(merchant, order)),
  }
  const books = {
    connect,
    grants,
    rows: (): readonly SaleRow[] => [...sales.values()],
    row: (id: string): SaleRow | undefined => sales.get(id),
    eventsOf: (id: string): readonly SaleEventRow[] => events.get(id) ?? [],
    onCommit: (_committed: Committed): void => {},
    close: () => store.close(),
  }
  return books
}
