// Reads the leases on the rows of one table that are due, so that `lease-watch.ts` can observe them.
import { sql } from 'kysely'
import type { AgedLease } from './loop/lease-watch.ts'
import type { Store } from './store.ts'

/** The leases of a table that several processes claim. */
export interface LeasedTable<DB, Table extends keyof DB & string> {
  /** A table that `claimDue` accepts. */
  readonly table: Table
  /** The primary key, one column. */
  readonly key: keyof DB[Table] & string
  /** Reads only rows whose `column` has one of `values`; default: all rows. */
  readonly states?: { readonly column: keyof DB[Table] & string; readonly values: readonly string[] }
}

/** Due rows that one read looks at. Claims take the earliest rows first, so the leased ones are in front. */
const FRONT = 1_000

/**
 * Reads the leases that are not renewed, among the {@link FRONT} earliest due rows. They have no end on the clock of a server: the
 * caller observes each for its duration.
 */
export async function heldLeases<DB, Table extends keyof DB & string>(
  store: Store<DB>,
  { table, key, states }: LeasedTable<DB, Table>,
): Promise<AgedLease[]> {
  if (states !== undefined && states.values.length === 0) return []
  const inState =
    states === undefined ? sql`` : sql` and ${sql.ref(states.column)} in (${sql.join(states.values)})`
  const { rows } = await sql<{ id: string; fence: number; lease_until_ms: number }>`
    select id, fence, lease_until_ms from (
      select ${sql.ref(key)} as id, fence, lease_until_ms from ${sql.table(table)}
      where next_at_ms <= ${await store.now()}${inState}
      order by next_at_ms limit ${sql.lit(FRONT)}
    ) as front
    where lease_until_ms is not null`.execute(store.db)
  return rows.map(({ id, fence, lease_until_ms: leaseUntilMs }) => ({
    id,
    fence,
    leaseUntilMs,
    isOver: true,
  }))
}

/** {@link heldLeases} of a store that several processes share; `null` for an embedded store, where one clock decides. */
export const sharedLeases = <DB, Table extends keyof DB & string>(
  store: Store<DB>,
  leased: LeasedTable<DB, Table>,
): (() => Promise<AgedLease[]>) | null => (store.engine === 'sqlite' ? null : () => heldLeases(store, leased))
