// Leases on the rows of one table, in SQL on either engine.
import { sql, type RawBuilder, type Selectable, type Store } from '@tapboard/store'
import { NO_LEASE_COLUMNS, type Leases } from './lease.ts'

/** The table of leased rows. */
export interface LeaseTable<DB, Table extends keyof DB & string> {
  readonly table: Table
  /** Its primary key. */
  readonly key: keyof DB[Table] & string
  /** The column of states, for a table that has them. */
  readonly state?: keyof DB[Table] & string
}

const assign = (columns: object): RawBuilder<unknown> =>
  sql.join(Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))

/** The leases on a table of the store. */
export function sqlLeases<DB, Table extends keyof DB & string>(
  store: Store<DB>,
  { table, key, state }: LeaseTable<DB, Table>,
): Leases<Selectable<DB[Table]>> {
  return {
    claim: (claim, values) =>
      store.transaction((trx) =>
        store.claimDue(trx, {
          table,
          key,
          ...(state === undefined || values === undefined ? {} : { states: { column: state, values } }),
          ...claim,
        }),
      ),
    async release({ id, fence, set }, values) {
      const inState =
        state === undefined || values === undefined
          ? sql``
          : sql` and ${sql.ref(state)} in (${sql.join(values)})`
      await sql`update ${sql.table(table)} set ${assign({ ...set, ...NO_LEASE_COLUMNS })}
        where ${sql.ref(key)} = ${id} and fence = ${fence}${inState}`.execute(store.db)
    },
  }
}
