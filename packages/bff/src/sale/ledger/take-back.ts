// Ends the leases of an earlier run of this process in SQL. Reads followed sales through the partial index `sale_due` and
// updates them by primary key, so the cost depends on the open sales, not on all sales (D-97).
import { sql, type Store } from '@tapboard/store'
import type { LedgerTables } from './tables.ts'

/** Selects the leases to end. */
export interface TakeBack {
  /** Ends the leases of owners with this prefix. */
  readonly ownerPrefix: string
  /** The owner name of the current run, which keeps its leases. */
  readonly except: string
  readonly states: readonly string[]
  /** The longest lease that the current clock can have set. */
  readonly leaseMs: number
}

/** Upper bounds of the follow-up intervals. `pace.ts` has at most 50 s after a person's attestation, else one hour. */
const LONGEST_PAUSE_MS = { close: 60_000, wide: 3_600_000 } as const

/** Ends leases of earlier runs. A concurrently claimed row has another fence and stays unchanged. */
async function endLeases(store: Store<LedgerTables>, wanted: TakeBack, nowMs: number): Promise<void> {
  const { ownerPrefix, except, states, leaseMs } = wanted
  const embedded = store.engine === 'sqlite'
  const earlier = sql`substr(lease_owner, 1, ${sql.lit(ownerPrefix.length)}) = ${ownerPrefix}`
  // An embedded file uses this machine's clock. A time farther ahead than any plan dates from before the clock was set back.
  const ahead = embedded
    ? sql` or lease_until_ms > ${nowMs + leaseMs} or (lease_owner is null and next_at_ms > ${nowMs})`
    : sql``
  const alsoDue = embedded
    ? sql`, next_at_ms = case when next_at_ms > ${nowMs} then ${nowMs} else next_at_ms end`
    : sql``
  await sql`
    with found as materialized (
      select id as found_id, fence as found_fence from sale
      where next_at_ms is not null and state in (${sql.join(states)}) and (${earlier}${ahead})
        and (lease_owner is null or lease_owner <> ${except})
    )
    update sale set lease_owner = null, lease_until_ms = null, fence = fence + 1${alsoDue}
    from found where id = found_id and fence = found_fence`.execute(store.db)
}

/** Makes follow-ups due now if they were planned before the clock was set back. */
async function hastenFollowUps(store: Store<LedgerTables>, nowMs: number): Promise<void> {
  const { close, wide } = LONGEST_PAUSE_MS
  await store.db
    .updateTable('sale_follow_up')
    .set({ next_at_ms: nowMs })
    .where('next_at_ms', '>', nowMs + close)
    .where(({ eb, or }) => or([eb('pace', '=', 'close'), eb('next_at_ms', '>', nowMs + wide)]))
    .execute()
}

/** Ends the leases of an earlier run, as `LedgerLeases.takeBack` says. */
export async function takeBack(store: Store<LedgerTables>, wanted: TakeBack): Promise<void> {
  const nowMs = await store.now()
  await endLeases(store, wanted, nowMs)
  if (store.engine === 'sqlite') await hastenFollowUps(store, nowMs)
}
