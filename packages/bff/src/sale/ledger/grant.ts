// The newest grant of an order (D-87): which amount and currency the host granted last, numbered. Terminals are no term: pages
// of one order may have different lists. A token of an older grant reads and follows a sale, but starts none. Pure, but for `sqlGrants`, which keeps the numbers.
import type { Currency } from '@tapboard/contract'
import { sql, type Store } from '@tapboard/store'
import { SALE_CHANNEL, writeNotice } from './notice.ts'
import type { LedgerTables, OrderGrantRow } from '../machine/row.ts'
import type { SaleAccess } from '../sales.ts'

/** What a `sale` token grants for its order. */
export type GrantTerms = Pick<SaleAccess, 'amountMinor' | 'currency'>

/** The newest grant of an order. */
export interface OrderGrant {
  readonly amountMinor: number
  readonly currency: Currency
  /** Counts the changes of terms, from 1. */
  readonly generation: number
}

/** The newest grants of all orders. */
export interface Grants {
  /** The newest grant of an order; `null` when none was recorded. */
  newest(merchant: string, order: string): Promise<OrderGrant | null>
  /** Records a grant, and returns its generation: the newest one's if the terms are the same, else the next. */
  record(merchant: string, order: string, terms: GrantTerms): Promise<number>
}

/** No grant is recorded anywhere. */
export const NO_GRANTS: Grants = { newest: async () => null, record: async () => 1 }

const sameTerms = (terms: GrantTerms, newest: OrderGrant): boolean =>
  terms.amountMinor === newest.amountMinor && terms.currency === newest.currency

/** Is a token's grant older than the newest one? A token of an older version has no generation: its terms are compared. */
export const isSuperseded = (access: SaleAccess, newest: OrderGrant | null): boolean =>
  newest !== null &&
  (access.generation === undefined ? !sameTerms(access, newest) : access.generation !== newest.generation)

const grantOf = (row: OrderGrantRow): OrderGrant => ({
  amountMinor: row.amount_minor,
  currency: row.currency,
  generation: row.generation,
})

/** The newest grants in a database. */
export function sqlGrants(store: Store<LedgerTables>): Grants {
  const { db } = store
  const newest = async (merchant: string, order: string): Promise<OrderGrant | null> => {
    const row = await db
      .selectFrom('order_grant')
      .selectAll()
      .where('merchant', '=', merchant)
      .where('order_ref', '=', order)
      .executeTakeFirst()
    return row === undefined ? null : grantOf(row)
  }
  return {
    newest,
    async record(merchant, order, terms) {
      const known = await newest(merchant, order)
      if (known !== null && sameTerms(terms, known)) return known.generation
      const changed = { amount_minor: terms.amountMinor, currency: terms.currency }
      // One statement: instances that mint at the same moment agree on the generation of the same terms.
      const written = await db
        .insertInto('order_grant')
        .values({ merchant, order_ref: order, ...changed, generation: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['merchant', 'order_ref'])
            .doUpdateSet({ ...changed, generation: sql<number>`order_grant.generation + 1` })
            .where(
              sql<boolean>`order_grant.amount_minor <> excluded.amount_minor or order_grant.currency <> excluded.currency`,
            ),
        )
        .returning('generation')
        .executeTakeFirst()
      // A hint to pages that watch the order; they read the grant every 5 s without it.
      if (written !== undefined)
        await store.notify(SALE_CHANNEL, writeNotice({ id: '', merchant, order_ref: order })).catch(() => {})
      return written?.generation ?? (await newest(merchant, order))?.generation ?? 1
    },
  }
}
