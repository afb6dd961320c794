// The outbox in SQL, on either engine: leases with fences (two instances do not tell the same at once, INV-16), results,
// and removal of what is old. When and to whom, `deliverer.ts` decides.
import type { Store } from '@tapboard/store'
import type { OutboxRow, OutboxTables, Target } from './outbox-row.ts'

/** What the deliverer needs of a store. */
export interface OutboxStore {
  /** The store's time, integer ms since 1970. */
  now(): Promise<number>
  /** Takes leases on up to `limit` rows that are due for these targets, fence + 1, earliest first. */
  claim(claim: {
    readonly owner: string
    readonly targets: readonly Target[]
    readonly leaseMs: number
    readonly limit: number
  }): Promise<OutboxRow[]>
  /** The row was told, or is given up; nothing if the fence is another by now. */
  finish(row: OutboxRow, outcome: 'delivered' | 'dead', attempts: number, atMs: number): Promise<void>
  /** Gives the row back, to be told at `nextAtMs`; nothing if the fence is another by now. */
  release(row: OutboxRow, attempts: number, nextAtMs: number): Promise<void>
  /** Gives many rows back untried, in one transaction. */
  putAside(rows: readonly { readonly row: OutboxRow; readonly nextAtMs: number }[]): Promise<void>
  /** Gives up at most `limit` rows for other targets than these that were due before `beforeMs`; how many. */
  abandon(ours: readonly Target[], beforeMs: number, limit: number, atMs: number): Promise<number>
  /** Removes at most `limit` rows with this outcome that were done before `beforeMs`; how many. */
  prune(outcome: 'delivered' | 'dead', beforeMs: number, limit: number): Promise<number>
}

/** The outbox over a database that has the tables of set `ledger`. */
export function sqlOutboxStore(store: Store<OutboxTables>): OutboxStore {
  const { db } = store
  const release = async (
    on: Store<OutboxTables>['db'],
    { id, fence }: OutboxRow,
    attempts: number,
    nextAtMs: number,
  ): Promise<void> => {
    await on
      .updateTable('sale_outbox')
      .set({ attempts, next_at_ms: Math.trunc(nextAtMs), lease_owner: null, lease_until_ms: null })
      .where('id', '=', id)
      .where('fence', '=', fence)
      .execute()
  }
  return {
    now: () => store.now(),
    claim: ({ owner, targets, leaseMs, limit }) =>
      store.transaction((trx) =>
        store.claimDue(trx, {
          table: 'sale_outbox',
          states: { column: 'target', values: targets },
          owner,
          leaseMs,
          limit,
        }),
      ),
    async finish({ id, fence }, outcome, attempts, atMs) {
      await db
        .updateTable('sale_outbox')
        .set({
          outcome,
          attempts,
          done_at_ms: atMs,
          next_at_ms: null,
          lease_owner: null,
          lease_until_ms: null,
        })
        .where('id', '=', id)
        .where('fence', '=', fence)
        .execute()
    },
    release: (row, attempts, nextAtMs) => release(db, row, attempts, nextAtMs),
    putAside: (rows) =>
      store.transaction(async (trx) => {
        for (const { row, nextAtMs } of rows) await release(trx, row, row.attempts, nextAtMs)
      }),
    async abandon(ours, beforeMs, limit, atMs) {
      const left = db
        .selectFrom('sale_outbox')
        .select('id')
        .where('next_at_ms', '<', beforeMs)
        .where('target', 'not in', ours)
        .limit(limit)
      const { numUpdatedRows } = await db
        .updateTable('sale_outbox')
        .set({ outcome: 'dead', done_at_ms: atMs, next_at_ms: null })
        .where('id', 'in', left)
        .where('next_at_ms', '<', beforeMs)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },
    async prune(outcome, beforeMs, limit) {
      const old = db
        .selectFrom('sale_outbox')
        .select('id')
        .where('done_at_ms', '<', beforeMs)
        .where('outcome', '=', outcome)
        .limit(limit)
      const { numDeletedRows } = await db.deleteFrom('sale_outbox').where('id', 'in', old).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
