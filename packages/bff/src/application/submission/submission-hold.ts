// A hold on submissions after a restore: a restored store does not know which applications were submitted after its copy, and an
// application must not be submitted twice. A submission reads the hold in its transaction. `tapboard restore` sets it; the operator
// ends it after a comparison with the list of the boarding service.
import type { Kysely, Store, Transaction } from '@tapboard/store'
import { appendAudit, type AuditCaller, type AuditTables } from '../../durable/audit-log.ts'
import type { SubmissionTables } from './tables.ts'

/** The only row: a hold concerns all merchants. */
const ALL = 'all'

/** Whether no application may be submitted. */
export async function areSubmissionsHeld(db: Kysely<SubmissionTables>): Promise<boolean> {
  const hold = await db
    .selectFrom('submission_hold')
    .select('scope')
    .where('scope', '=', ALL)
    .executeTakeFirst()
  return hold !== undefined
}

type Held = Store<SubmissionTables & AuditTables>

const recorded = async (
  trx: Transaction<SubmissionTables & AuditTables>,
  store: Held,
  action: 'submissions-held' | 'submissions-released',
  caller: AuditCaller,
): Promise<void> => appendAudit(trx, { action, ...caller }, await store.now())

/** Refuses all submissions; keeps a hold that exists. */
export function holdSubmissions(store: Held, caller: AuditCaller): Promise<void> {
  return store.transaction(async (trx) => {
    const written = await trx
      .insertInto('submission_hold')
      .values({ scope: ALL, since_ms: await store.now() })
      .onConflict((conflict) => conflict.column('scope').doNothing())
      .returning('scope')
      .executeTakeFirst()
    if (written !== undefined) await recorded(trx, store, 'submissions-held', caller)
  })
}

/** Ends the hold; returns whether there was one. */
export function releaseSubmissions(store: Held, caller: AuditCaller): Promise<boolean> {
  return store.transaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('submission_hold')
      .where('scope', '=', ALL)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await recorded(trx, store, 'submissions-released', caller)
    return true
  })
}
