// Makes unsent sales of a restored ledger doubtful (D-171): an intent of the copy may have been sent and paid after it, but the
// ledger would end it as abandoned and free its order. It moves as if it had been sent just after its last commit;
// the recovery then looks for its session, and asks a person if there is no other way.
import { sql, type Store } from '@tapboard/store'
import { Ledger } from './ledger.ts'
import { sqlLedgerStore, type LedgerStore, type LedgerTransaction } from './ledger-store.ts'
import type { LedgerTables } from './tables.ts'

/** The ledger's store at another time. */
const storeAt = (store: LedgerStore, nowMs: number): LedgerStore => ({
  ...store,
  transaction: (work) =>
    store.transaction((trx: LedgerTransaction) => work({ ...trx, now: () => Promise.resolve(nowMs) })),
})

/** Moves every intent to `sending`; returns their number. */
export async function doubtIntents(store: Store<LedgerTables>): Promise<number> {
  const ledgerStore = sqlLedgerStore(store)
  const intents = await store.db
    .selectFrom('sale')
    .select(['id', 'created_at_ms', 'first_sent_at_ms'])
    .where(sql<boolean>`state = 'intent' and settled_at_ms is null`)
    .execute()
  let count = 0
  for (const { id, created_at_ms: createdAtMs, first_sent_at_ms: firstSentAtMs } of intents) {
    const ledger = new Ledger(storeAt(ledgerStore, Math.max(createdAtMs, firstSentAtMs ?? 0)))
    const applied = await ledger.apply(id, { type: 'send_claimed' }, { repeat: 'unknown', lookup: 'none' })
    if (applied.kind === 'moved') count += 1
  }
  return count
}
