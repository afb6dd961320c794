// Outbox in SQL on both engines: leases with fences (two processes never deliver the same row at the same
// time, INV-16), results, and deletion of old rows. `deliverer.ts` decides time and receiver.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { inSubselect } from '../claim.ts'
import type { ColumnMapper, Columns } from '../column-mapper.ts'
import { sharedLeases } from '../held-leases.ts'
import type { Store } from '../store.ts'
import type { DeliveryChanges, Outbox, OutboxRow } from './outbox.ts'

/** The table and the claimed rows of an outbox. */
export interface OutboxTable<DB, Table extends keyof DB & string, Row> {
  /** A table with the columns of {@link OutboxRow}. */
  readonly table: Table
  readonly mapper: ColumnMapper<Row>
  /** Claims only rows whose `column` has one of `values`; default: all rows. */
  readonly states?: { readonly column: keyof DB[Table] & string; readonly values: readonly string[] }
}

const assign = (columns: object): RawBuilder<unknown> =>
  sql.join(Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))

const FREE = { lease_owner: null, lease_until_ms: null }

/** Creates an outbox on a table of the store. */
export function sqlOutbox<DB, Table extends keyof DB & string, Row extends OutboxRow>(
  store: Store<DB>,
  { table: name, mapper, states }: OutboxTable<DB, Table, Row>,
): Outbox<Row> {
  const { db } = store
  const table = sql.table(name)
  const write = async (
    on: Kysely<DB>,
    { id, fence }: OutboxRow,
    set: DeliveryChanges & Partial<OutboxRow>,
  ): Promise<void> => {
    const columns = mapper.toColumns(set as Partial<Row>)
    await sql`update ${table} set ${assign({ ...columns, ...FREE })} where id = ${id} and fence = ${fence}`.execute(
      on,
    )
  }
  return {
    now: () => store.now(),
    async claim(claim) {
      const rows = await store.transaction((trx) =>
        store.claimDue(trx, { table: name, ...(states === undefined ? {} : { states }), ...claim }),
      )
      return (rows as unknown as Columns<Row>[]).map((columns) => mapper.toRow(columns))
    },
    heldLeases: sharedLeases(store, {
      table: name,
      key: 'id' as keyof DB[Table] & string,
      ...(states === undefined ? {} : { states }),
    }),
    async releaseLeases(owner, except = []) {
      const others = except.length === 0 ? sql`` : sql` and id not in (${sql.join(except)})`
      await sql`update ${table} set ${assign(FREE)}, fence = fence + 1
        where next_at_ms is not null and lease_owner = ${owner}${others}`.execute(db)
    },
    finish: (row, outcome, attempts, atMs, set = {}) =>
      write(db, row, { ...set, outcome, attempts, doneAtMs: atMs, nextAtMs: null }),
    release: (row, attempts, nextAtMs, set = {}) =>
      write(db, row, { ...set, attempts, nextAtMs: Math.trunc(nextAtMs) }),
    postpone: (rows) =>
      store.transaction(async (trx) => {
        for (const { row, nextAtMs } of rows)
          await write(trx, row, { attempts: row.attempts, nextAtMs: Math.trunc(nextAtMs) })
      }),
    async abandon(beforeMs, limit, atMs) {
      if (states === undefined) return 0
      const ours = sql`${sql.ref(states.column)} in (${sql.join([...states.values, ''])})`
      const { numAffectedRows = 0n } = await sql`
        update ${table} set ${assign({ outcome: 'dead', done_at_ms: atMs, next_at_ms: null })}
        where next_at_ms < ${beforeMs}
          and id ${inSubselect(store.engine, sql`select id from ${table} where next_at_ms < ${beforeMs} and not (${ours}) limit ${limit}`)}`.execute(
        db,
      )
      return Number(numAffectedRows)
    },
    async prune(outcome, beforeMs, limit) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${table} where id ${inSubselect(
          store.engine,
          sql`select id from ${table} where done_at_ms < ${beforeMs} and outcome = ${outcome} limit ${limit}`,
        )}`.execute(db)
      return Number(numAffectedRows)
    },
  }
}
