// The work of each merchant that is not finished: sales without an end, ended sales that are still checked, applications without a
// decision, and notifications that wait. Each statement reads an index of unfinished rows only.
import { sql, type Store } from '@tapboard/store'
import type { OutboxTables } from '../../durable/outbox/outbox-row.ts'
import type { SubmissionTables } from '../../application/submission/tables.ts'
import { OPEN_STATES } from '../../application/submission/schema.ts'
import type { LedgerTables } from '../../sale/ledger/tables.ts'

/** The tables of the work. */
export type WorkTables = LedgerTables & OutboxTables & SubmissionTables

/** The unfinished work of one merchant. */
export interface OpenWork {
  /** Sales that are not settled. */
  readonly sales: number
  /** Ended sales that are still checked, notifications and applications. */
  readonly others: number
}

/** The unfinished work of each merchant that has some. */
export type WorkOfMerchants = ReadonlyMap<string, OpenWork>

const UNSETTLED = ['intent', 'sending', 'started', 'in_doubt', 'review'] as const

/** Counts the unfinished work of all merchants in the store. */
export async function countOpenWork({ db }: Store<WorkTables>): Promise<WorkOfMerchants> {
  const [sales, ...others] = await Promise.all([
    db
      .selectFrom('sale')
      .select(['merchant', ({ fn }) => fn.countAll<number | string>().as('count')])
      .where('settled_at_ms', 'is', null)
      .where('state', 'in', UNSETTLED)
      .groupBy('merchant')
      .execute(),
    db
      .selectFrom('sale_follow_up')
      .innerJoin('sale', 'sale.id', 'sale_follow_up.sale_id')
      .select(['sale.merchant', ({ fn }) => fn.countAll<number | string>().as('count')])
      .groupBy('sale.merchant')
      .execute(),
    db
      .selectFrom('sale_outbox')
      .select(['merchant', ({ fn }) => fn.countAll<number | string>().as('count')])
      .where('next_at_ms', 'is not', null)
      .groupBy('merchant')
      .execute(),
    db
      .selectFrom('application')
      .select(['merchant', ({ fn }) => fn.countAll<number | string>().as('count')])
      // Constants, as in the partial index: a statement with parameters could not use it.
      .where(sql<boolean>`state in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))})`)
      .groupBy('merchant')
      .execute(),
  ])
  const work = new Map<string, OpenWork>()
  const of = (merchant: string): OpenWork => work.get(merchant) ?? { sales: 0, others: 0 }
  for (const { merchant, count } of sales) work.set(merchant, { ...of(merchant), sales: Number(count) })
  for (const { merchant, count } of others.flat())
    work.set(merchant, { ...of(merchant), others: of(merchant).others + Number(count) })
  return work
}
