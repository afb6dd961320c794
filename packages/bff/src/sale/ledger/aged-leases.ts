// Reads the leases of sales that may have ended in SQL, through the partial index `sale_due`, so the cost depends on the open sales.
// `lease-watch.ts` of the store decides which of them have ended (D-194).
import { sql, type AgedLease, type Store } from '@tapboard/store'
import type { LedgerTables } from './tables.ts'

/** Selects leases that may have ended. */
export interface AgedLeases {
  readonly states: readonly string[]
  readonly leaseMs: number
  /** A lease older than this should have been renewed. */
  readonly renewMs: number
}

/** A sale that is not in doubt is looked at within 10 s. A look farther ahead than this was planned on another clock. */
export const PLANNED_MAX_MS = 12_000

/**
 * Leases in one answer. The leases beyond it are observed only after the others were claimed, and 7 s longer: two instances with the
 * default limit of sales fit in.
 */
export const AGED_MAX = 5_000

/** Reads the leases that `LedgerLeases.agedLeases` describes. */
export async function agedLeases(store: Store<LedgerTables>, wanted: AgedLeases): Promise<AgedLease[]> {
  const { states, leaseMs, renewMs } = wanted
  const nowMs = await store.now()
  const { rows } = await sql<{
    id: string
    fence: number
    lease_until_ms: number | null
  }>`
    select id, fence, lease_until_ms from sale
    where next_at_ms is not null and state in (${sql.join(states)})
      and (lease_until_ms <= ${nowMs + leaseMs - renewMs} or lease_until_ms > ${nowMs + leaseMs}
        or (lease_until_ms is null and next_at_ms > ${nowMs + PLANNED_MAX_MS} and state <> 'in_doubt'))
    order by next_at_ms limit ${sql.lit(AGED_MAX)}`.execute(store.db)
  return rows.map(({ id, fence, lease_until_ms: leaseUntilMs }) => ({
    id,
    fence,
    leaseUntilMs,
    isOver: leaseUntilMs === null || leaseUntilMs <= nowMs || leaseUntilMs > nowMs + leaseMs,
  }))
}
