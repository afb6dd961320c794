// Claims due rows so that two workers never hold the same row; the only place with `skip locked`. The table
// has `next_at_ms`, `lease_until_ms`, `lease_owner` and `fence`. The caller decides what to do with a row.
// Every later write of the holder compares `fence` (INV-16), so a holder whose lease expired changes nothing.
import { sql, type RawBuilder, type Selectable, type Transaction } from 'kysely'
import type { Engine } from './shared-types.ts'

/** Selects the rows to claim, their owner and the duration of the lease. */
export interface ClaimRequest<DB, Table extends keyof DB & string> {
  /** The table; it has `next_at_ms`, `lease_until_ms` (null = free), `lease_owner`, `fence`. */
  readonly table: Table
  /** The primary key, one column. Default `id`. */
  readonly key?: keyof DB[Table] & string
  /** Claims only rows whose `column` has one of `values`; default: all rows. */
  readonly states?: { readonly column: keyof DB[Table] & string; readonly values: readonly string[] }
  /** Excludes rows whose `column` has one of `values`; default: none. */
  readonly except?: { readonly column: keyof DB[Table] & string; readonly values: readonly string[] }
  /** The claiming process, written to `lease_owner`. */
  readonly owner: string
  /** Duration of the lease in ms. */
  readonly leaseMs: number
  /** Maximum number of rows, 1…1,000. */
  readonly limit: number
  /**
   * The leases that the caller observed to have ended, without comparing clocks. Given: claims these first, unless they have
   * changed since, then due rows without a lease, and no other leased row. Default: compares the end of a lease with the
   * store's clock.
   */
  readonly ended?: readonly EndedLease[] | undefined
}

/** A lease that its holder no longer renews. */
export interface EndedLease {
  /** The primary key of the leased row. */
  readonly id: string
  readonly fence: number
  /** The end of the lease as its holder wrote it; `null` for a row without a lease that is due by another clock. */
  readonly leaseUntilMs: number | null
}

/**
 * A lease that ends this much later than a new lease would end was taken before the store's clock was set back.
 * The slack protects the leases of live holders when a server's clock is corrected by seconds.
 */
const SLACK_MS = 60_000

/**
 * Condition: the key is in the result of a sub-select. PostgreSQL looks up the keys of an array one by one;
 * for `in` with a parameterized limit it may assume a tenth of all rows and scan the whole table.
 */
export const inSubselect = (engine: Engine, select: RawBuilder<unknown>): RawBuilder<unknown> =>
  engine === 'postgres' ? sql`= any (array(${select}))` : sql`in (${select})`

/** The SQL condition of {@link ClaimRequest.except}: the claim excludes rows with one of its values. */
const exclusionOf = <DB, Table extends keyof DB & string>({
  except,
}: ClaimRequest<DB, Table>): RawBuilder<unknown> =>
  except === undefined || except.values.length === 0
    ? sql``
    : sql` and ${sql.ref(except.column)} not in (${sql.join(except.values)})`

/** Claims leases that ended, unless they were renewed or claimed since they were observed. */
async function claimEnded<DB, Table extends keyof DB & string>(
  nowMs: number,
  trx: Transaction<DB>,
  request: ClaimRequest<DB, Table>,
): Promise<Selectable<DB[Table]>[]> {
  const { table, key, owner, leaseMs, ended = [] } = request
  const claimed: Selectable<DB[Table]>[] = []
  for (const { id, fence, leaseUntilMs } of ended) {
    const same = leaseUntilMs === null ? sql`is null` : sql`= ${leaseUntilMs}`
    const { rows } = await sql<Selectable<DB[Table]>>`
      update ${sql.table(table)} set lease_owner = ${owner}, lease_until_ms = ${nowMs + leaseMs}, fence = fence + 1
      where ${sql.ref(key ?? 'id')} = ${id} and fence = ${fence} and lease_until_ms ${same} and next_at_ms is not null${exclusionOf(request)}
      returning *`.execute(trx)
    claimed.push(...rows)
  }
  return claimed
}

/** Claims rows that are due and have no valid lease, earliest first; returns the updated rows. */
export async function claimRows<DB, Table extends keyof DB & string>(
  engine: Engine,
  nowMs: number,
  trx: Transaction<DB>,
  request: ClaimRequest<DB, Table>,
): Promise<Selectable<DB[Table]>[]> {
  const most = Math.min(Math.max(Math.trunc(request.limit), 1), 1000)
  const { ended, states } = request
  if (states !== undefined && states.values.length === 0) return []
  const taken =
    ended === undefined ? [] : await claimEnded(nowMs, trx, { ...request, ended: ended.slice(0, most) })
  const limit = most - taken.length
  if (limit === 0) return taken
  const table = sql.table(request.table)
  const key = sql.ref(request.key ?? 'id')
  const inState =
    states === undefined ? sql`` : sql` and ${sql.ref(states.column)} in (${sql.join(states.values)})`
  const lock = engine === 'postgres' ? sql` for update skip locked` : sql``
  const free =
    ended === undefined
      ? sql`(lease_until_ms is null or lease_until_ms <= ${nowMs}
        or lease_until_ms > ${nowMs + request.leaseMs + SLACK_MS})`
      : sql`lease_until_ms is null`
  // Materialized: PostgreSQL must not run the limited sub-select twice and lock more rows than it returns.
  const { rows } = await sql<Selectable<DB[Table]>>`
    with due as materialized (
      select ${key} from ${table}
      where next_at_ms <= ${nowMs} and ${free}${inState}${exclusionOf(request)}
      order by next_at_ms limit ${limit}${lock}
    )
    update ${table} set lease_owner = ${request.owner}, lease_until_ms = ${nowMs + request.leaseMs}, fence = fence + 1
    where ${key} ${inSubselect(engine, sql`select ${key} from due`)}
    returning *`.execute(trx)
  return [...taken, ...rows]
}
