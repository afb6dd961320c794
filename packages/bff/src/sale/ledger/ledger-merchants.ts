// The merchants that a ledger knows, whether the configuration has them or not.
import { sql, type Store } from '@tapboard/store'
import type { LedgerTables } from './tables.ts'

/** Yields the merchants of the rows of a table in order, each by one look into its index. */
export async function* merchantsOf(
  { db }: Pick<Store<LedgerTables>, 'db'>,
  table: 'sale' | 'order_grant',
): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const next = sql<{ merchant: string | null }>`
      select min(merchant) as merchant from ${sql.table(table)} where merchant > ${after}`
    const merchant = (await next.execute(db)).rows[0]?.merchant ?? null
    if (merchant === null) return
    yield merchant
    after = merchant
  }
}
