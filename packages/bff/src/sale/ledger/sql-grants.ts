// The newest grants of orders in SQL (D-87, D-143). Each mint records its terms; a change or a withdrawal notifies the
// watchers of the order. A start compares its token with the row in its own transaction, which locks the row.
import { sql, type Store } from '@tapboard/store'
import { appendAudit, IN_PROCESS } from '../../durable/audit-log.ts'
import { sameTerms, type Grants, type OrderGrant } from '../../token/order-grant.ts'
import type { LedgerTables, OrderGrantRow } from './tables.ts'
import { SALE_CHANNEL, writeNotice } from './notice.ts'

/** The grant of a row. */
export const grantOfRow = (row: OrderGrantRow): OrderGrant => ({
  amountMinor: row.amount_minor,
  currency: row.currency,
  generation: row.generation,
  withdrawn: row.withdrawn === 1,
})

/** Stores the newest grants in a database. */
export function sqlGrants(store: Store<LedgerTables>): Grants {
  const { db } = store
  const newest = async (merchant: string, order: string): Promise<OrderGrant | null> => {
    const row = await db
      .selectFrom('order_grant')
      .selectAll()
      .where('merchant', '=', merchant)
      .where('order_ref', '=', order)
      .executeTakeFirst()
    return row === undefined ? null : grantOfRow(row)
  }
  // A hint to the watchers of the order; without it they read the grant every 5 s.
  const notify = async (merchant: string, order: string): Promise<void> => {
    const changed = { id: '', merchant, orderRef: order, refundOf: null, refundRef: null }
    await store.notify(SALE_CHANNEL, writeNotice(changed)).catch(() => {})
  }
  return {
    newest,
    async record(merchant, order, terms) {
      const known = await newest(merchant, order)
      if (known !== null && !known.withdrawn && sameTerms(terms, known)) return known.generation
      const changed = { amount_minor: terms.amountMinor, currency: terms.currency, withdrawn: 0 }
      // One statement, so that instances that mint the same terms concurrently get the same generation.
      const written = await db
        .insertInto('order_grant')
        .values({ merchant, order_ref: order, ...changed, generation: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['merchant', 'order_ref'])
            .doUpdateSet({ ...changed, generation: sql<number>`order_grant.generation + 1` })
            .where(
              sql<boolean>`order_grant.amount_minor <> excluded.amount_minor or order_grant.currency <> excluded.currency
                or order_grant.withdrawn = 1`,
            ),
        )
        .returning('generation')
        .executeTakeFirst()
      // The first grant supersedes no token.
      if (written !== undefined && written.generation > 1) await notify(merchant, order)
      return written?.generation ?? (await newest(merchant, order))?.generation ?? 1
    },
    async withdraw(merchant, order, caller = IN_PROCESS) {
      const atMs = await store.now()
      const withdrawn = await store.transaction(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('order_grant')
          .set({ withdrawn: 1, generation: sql<number>`generation + 1` })
          .where('merchant', '=', merchant)
          .where('order_ref', '=', order)
          .where('withdrawn', '=', 0)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await appendAudit(trx, { action: 'grants-withdrawn', merchant, order, ...caller }, atMs)
        return true
      })
      if (withdrawn) await notify(merchant, order)
      return withdrawn
    },
  }
}
