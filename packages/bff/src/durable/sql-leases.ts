// Leases on the rows of one table, in SQL on either engine.
import {
  sharedLeases,
  sql,
  type ColumnMapper,
  type Columns,
  type RawBuilder,
  type Store,
} from '@tapboard/store'
import { NO_LEASE, type Leased, type Leases } from './lease.ts'

/** The table of leased rows. */
interface LeaseTable<DB, Table extends keyof DB & string, Row> {
  readonly table: Table
  readonly key: keyof DB[Table] & string
  /** The column of states, for a table that has them. */
  readonly state?: keyof DB[Table] & string
  /** The column of merchants, for a table that has one. */
  readonly merchant?: keyof DB[Table] & string
  readonly mapper: ColumnMapper<Row>
}

/** A claimed row is due, also on a server whose clock is this much behind that of the server that committed the claim. */
const SLACK_MS = 60_000

const assign = (columns: object): RawBuilder<unknown> =>
  sql.join(Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))

/** The leases on a table of the store. */
export function sqlLeases<DB, Table extends keyof DB & string, Row extends Leased>(
  store: Store<DB>,
  { table, key, state, merchant, mapper }: LeaseTable<DB, Table, Row>,
): Leases<Row> {
  const inStates = (values: readonly string[] | undefined): RawBuilder<unknown> =>
    state === undefined || values === undefined ? sql`` : sql` and ${sql.ref(state)} in (${sql.join(values)})`
  return {
    held: sharedLeases(store, { table, key }),
    async claim({ exceptMerchants = [], ...claim }, values) {
      const claimed = await store.transaction((trx) =>
        store.claimDue(trx, {
          table,
          key,
          ...(state === undefined || values === undefined ? {} : { states: { column: state, values } }),
          ...(merchant === undefined ? {} : { except: { column: merchant, values: exceptMerchants } }),
          ...claim,
        }),
      )
      return (claimed as readonly unknown[]).map((columns) => mapper.toRow(columns as Columns<Row>))
    },
    async releaseOthers(owner, except, values) {
      const others = except.length === 0 ? sql`` : sql` and ${sql.ref(key)} not in (${sql.join(except)})`
      await sql`update ${sql.table(table)} set ${assign(mapper.toColumns(NO_LEASE as Partial<Row>))}
        where next_at_ms <= ${(await store.now()) + SLACK_MS} and lease_owner = ${owner}${inStates(values)}${others}`.execute(
        store.db,
      )
    },
    async release({ id, fence, set }, values) {
      const ended: Partial<Row> = { ...set, ...NO_LEASE }
      await sql`update ${sql.table(table)} set ${assign(mapper.toColumns(ended))}
        where ${sql.ref(key)} = ${id} and fence = ${fence}${inStates(values)}`.execute(store.db)
    },
  }
}
