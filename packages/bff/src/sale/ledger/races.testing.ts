// Tools for races of transactions: a store that pauses between two statements, and the moment at which a statement waits.
import { sql, type Store } from '@tapboard/store'
import type { LedgerStore, LedgerTransaction } from './ledger-store.ts'
import type { LedgerTables } from './tables.ts'

/** A transition as two statements, which a test changes one by one. */
const inTwo =
  ({ update, insertEvent }: Pick<LedgerTransaction, 'update' | 'insertEvent'>): LedgerTransaction['move'] =>
  async (read, changes, event) => {
    if (!(await update(read, changes))) return false
    await insertEvent(event)
    return true
  }

/** A store whose transactions run with changed statements. */
export const changed = (
  store: LedgerStore,
  change: (trx: LedgerTransaction) => Partial<LedgerTransaction>,
): LedgerStore => ({
  ...store,
  transaction: (work) =>
    store.transaction((trx) => {
      const statements = { ...trx, ...change(trx) }
      return work({ ...statements, move: inTwo(statements) })
    }),
})

/** Resolves when a statement in this database waits for a lock, or when `ended` says that none will. */
export async function untilBlocked(store: Store<LedgerTables>, ended: () => boolean): Promise<void> {
  const waiting = sql<{ number: string }>`select count(*) as number from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while (!ended() && Number((await waiting.execute(store.db)).rows[0]?.number) === 0);
}
