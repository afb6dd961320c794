// The applications in SQL, on either engine: found or begun at once, read, and changed one change at a time. What a change
// may be, others decide.
import type { Store, Transaction } from '@tapboard/store'
import type { Random } from '../ports.ts'
import { randomName } from '../durable/random-name.ts'
import type { ApplicationRow, ApplicationTables } from './row.ts'
import { APPLICATION_MIGRATIONS } from './schema.ts'

/** What may be written of a row; the version counts by itself. */
export type ApplicationChanges = Partial<
  Omit<ApplicationRow, 'id' | 'merchant' | 'applicant' | 'version' | 'created_at_ms'>
>

/** What a change comes to: what is written (`null`: nothing), and what the caller wants back. */
export interface Change<Result> {
  readonly set: ApplicationChanges | null
  readonly result: Result
}

/** The applications of all merchants. */
export interface Applications {
  /** Brings the tables up to date. */
  prepare(): Promise<void>
  /** The store's time, which all instances agree on. */
  now(): Promise<number>
  /** The application of an applicant, begun where there is none; two who begin it at once get the same one. */
  open(merchant: string, applicant: string): Promise<ApplicationRow>
  /** The application of an applicant, or `null`. */
  read(merchant: string, applicant: string): Promise<ApplicationRow | null>
  /** The application with this ID, or `null`. */
  find(id: string): Promise<ApplicationRow | null>
  /**
   * Changes one application in one transaction: nobody else changes it meanwhile, and what `work` writes by `trx` is kept
   * with it or not at all. Whatever a snapshot shows counts the version up; a draft does not. `work` may run again.
   * Answers with the row as it then is, `null` where there is none.
   */
  change<Result>(
    id: string,
    work: (
      row: ApplicationRow,
      trx: Transaction<ApplicationTables>,
    ) => Change<Result> | Promise<Change<Result>>,
  ): Promise<{ readonly row: ApplicationRow; readonly result: Result } | null>
  /** Forgets drafts saved before then, at most `limit` at once; answers how many. */
  forgetDrafts(savedBeforeMs: number, limit: number): Promise<number>
}

/** An empty place of a draft. */
export const NO_DRAFT = { draft: null, draft_step: null, draft_saved_at_ms: null } as const

/** The columns that no snapshot shows. */
const UNSEEN = new Set<string>(['draft', 'draft_step', 'draft_version', 'draft_saved_at_ms'])

const isSeen = (changes: ApplicationChanges): boolean =>
  Object.keys(changes).some((column) => !UNSEEN.has(column))

const firstRow = (merchant: string, applicant: string, random: Random, nowMs: number): ApplicationRow => ({
  id: `apl_${randomName(random)}`,
  merchant,
  applicant,
  state: 'draft',
  version: 1,
  app_id: null,
  reference: null,
  tier_name: null,
  submitted_at_ms: null,
  checked_at_ms: null,
  issues: '[]',
  agreed: null,
  ...NO_DRAFT,
  draft_version: 0,
  created_at_ms: nowMs,
})

/** The applications over a database. */
export function sqlApplications(store: Store<ApplicationTables>, random: Random): Applications {
  const { db } = store
  const read: Applications['read'] = async (merchant, applicant) => {
    const found = db
      .selectFrom('application')
      .selectAll()
      .where('merchant', '=', merchant)
      .where('applicant', '=', applicant)
    return (await found.executeTakeFirst()) ?? null
  }
  return {
    prepare: () => store.migrate(APPLICATION_MIGRATIONS),
    now: () => store.now(),
    read,
    async open(merchant, applicant) {
      const known = await read(merchant, applicant)
      if (known !== null) return known
      const fresh = firstRow(merchant, applicant, random, await store.now())
      const insert = db.insertInto('application').values(fresh)
      await insert.onConflict((conflict) => conflict.doNothing()).execute()
      return (await read(merchant, applicant)) ?? fresh
    },
    async find(id) {
      const found = db.selectFrom('application').selectAll().where('id', '=', id)
      return (await found.executeTakeFirst()) ?? null
    },
    change: (id, work) =>
      store.transaction(async (trx) => {
        // Writing what is there takes the row's lock on both engines: whoever changes it too waits for this transaction.
        const row = await trx
          .updateTable('application')
          .set(({ ref }) => ({ version: ref('version') }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
        if (row === undefined) return null
        const { set, result } = await work(row, trx)
        if (set === null) return { row, result }
        const version = isSeen(set) ? row.version + 1 : row.version
        const after = await trx
          .updateTable('application')
          .set({ ...set, version })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        return { row: after, result }
      }),
    async forgetDrafts(savedBeforeMs, limit) {
      const old = db
        .selectFrom('application')
        .select('id')
        .where('draft', 'is not', null)
        .where('draft_saved_at_ms', '<', savedBeforeMs)
        .orderBy('draft_saved_at_ms')
        .limit(limit)
      const { numUpdatedRows } = await db
        .updateTable('application')
        .set(NO_DRAFT)
        .where('id', 'in', old)
        .where('draft_saved_at_ms', '<', savedBeforeMs)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },
  }
}
