// Which merchants have work that is not finished: sales without an end, ended sales that are still checked, applications without a
// decision, and notifications that wait. Each statement reads an index of unfinished rows only.
import { sql, type Store } from '@tapboard/store'
import type { OutboxTables } from '../../durable/outbox/outbox-row.ts'
import type { SubmissionTables } from '../../application/submission/tables.ts'
import { OPEN_STATES } from '../../application/submission/schema.ts'
import type { LedgerTables } from '../../sale/ledger/tables.ts'

/** The tables of the work. */
export type WorkTables = LedgerTables & OutboxTables & SubmissionTables

const UNSETTLED = ['intent', 'sending', 'started', 'in_doubt', 'review'] as const

/** Returns the IDs of all merchants with unfinished work in the store. */
export async function findMerchantsWithWork({ db }: Store<WorkTables>): Promise<ReadonlySet<string>> {
  const found = await Promise.all([
    db
      .selectFrom('sale')
      .select('merchant')
      .distinct()
      .where('settled_at_ms', 'is', null)
      .where('state', 'in', UNSETTLED)
      .execute(),
    db
      .selectFrom('sale_follow_up')
      .innerJoin('sale', 'sale.id', 'sale_follow_up.sale_id')
      .select('sale.merchant')
      .distinct()
      .execute(),
    db.selectFrom('sale_outbox').select('merchant').distinct().where('next_at_ms', 'is not', null).execute(),
    db
      .selectFrom('application')
      .select('merchant')
      .distinct()
      // Constants, as in the partial index: a statement with parameters could not use it.
      .where(sql<boolean>`state in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))})`)
      .execute(),
  ])
  return new Set(found.flat().map(({ merchant }) => merchant))
}
