// Ends the leases of an earlier run of this process in SQL. Only followed sales are read, through the partial index `sale_due`,
// and each row is changed by its primary key: the work depends on what is open, never on how many sales there were (D-97).
import { sql, type Store } from '@tapboard/store'
import type { TakeBack } from './ledger-store.ts'
import type { LedgerTables, SaleRow } from './row.ts'

/** Rows changed in one transaction: the others' commits wait no longer than for that. */
const BATCH = 200

/** An ended sale that a person ended is looked at each 50 s, any other within the hour (`pace.ts`). */
const LONGEST_PAUSE_MS = { close: 60_000, wide: 3_600_000 } as const

type Found = Pick<SaleRow, 'id' | 'fence' | 'lease_owner'>

async function find(store: Store<LedgerTables>, wanted: TakeBack, nowMs: number): Promise<readonly Found[]> {
  const { ownerPrefix, except, states, leaseMs } = wanted
  const earlier = sql`substr(lease_owner, 1, ${sql.lit(ownerPrefix.length)}) = ${ownerPrefix}`
  // An embedded file has the clock of this machine. What lies farther ahead than anything planned on it is from before it was set back.
  const ahead =
    store.engine === 'sqlite'
      ? sql` or lease_until_ms > ${nowMs + leaseMs} or (lease_owner is null and next_at_ms > ${nowMs})`
      : sql``
  const { rows } = await sql<Found>`
    select id, fence, lease_owner from sale
    where next_at_ms is not null and state in (${sql.join(states)}) and (${earlier}${ahead})
      and (lease_owner is null or lease_owner <> ${except})`.execute(store.db)
  return rows
}

/** Brings looks at ended sales forward that were planned before the clock was set back. */
async function hastenFollowUps(store: Store<LedgerTables>, nowMs: number): Promise<void> {
  const { close, wide } = LONGEST_PAUSE_MS
  await store.db
    .updateTable('sale_follow_up')
    .set({ next_at_ms: nowMs })
    .where('next_at_ms', '>', nowMs + close)
    .where(({ eb, or }) => or([eb('pace', '=', 'close'), eb('next_at_ms', '>', nowMs + wide)]))
    .execute()
}

/** See {@link import('./ledger-store.ts').LedgerStore.takeBack}. */
export async function takeBack(store: Store<LedgerTables>, wanted: TakeBack): Promise<void> {
  const nowMs = await store.now()
  const rows = await find(store, wanted, nowMs)
  for (let at = 0; at < rows.length; at += BATCH)
    await store.transaction(async (trx) => {
      for (const { id, fence, lease_owner: owner } of rows.slice(at, at + BATCH)) {
        const dueNow = sql<number>`case when next_at_ms > ${nowMs} then ${nowMs} else next_at_ms end`
        const freed = { lease_owner: null, lease_until_ms: null, fence: fence + 1 }
        // Another claim since then has another fence, and an end has no next look.
        await trx
          .updateTable('sale')
          .set({
            ...(owner === null ? {} : freed),
            ...(store.engine === 'sqlite' ? { next_at_ms: dueNow } : {}),
          })
          .where('id', '=', id)
          .where('fence', '=', fence)
          .where('next_at_ms', 'is not', null)
          .execute()
      }
    })
  if (store.engine === 'sqlite') await hastenFollowUps(store, nowMs)
}
