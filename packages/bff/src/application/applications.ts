// Stores applications in SQL on both engines. One transaction per change; the caller decides the change.
import type { Store, Transaction } from '@tapboard/store'
import type { Random } from '../ports.ts'
import { randomId } from '@tapboard/server'
import type { ApplicationRow, ApplicationTables } from './row.ts'
import { APPLICATION_MIGRATIONS } from './schema.ts'

/** Writable columns of a row; the store maintains the version. */
export type ApplicationChanges = Partial<
  Omit<ApplicationRow, 'id' | 'merchant' | 'applicant' | 'version' | 'created_at_ms'>
>

/** The result of a change: the columns to write (`null`: none) and the value for the caller. */
export interface Change<Result> {
  readonly set: ApplicationChanges | null
  readonly result: Result
}

/** The applications of all merchants. */
export interface Applications {
  /** Runs the migrations. */
  prepare(): Promise<void>
  /** The store's time, the same for all instances. */
  now(): Promise<number>
  /** The application of an applicant, created on first use; concurrent callers get the same one. */
  open(merchant: string, applicant: string): Promise<ApplicationRow>
  /** The application of an applicant, or `null`. */
  read(merchant: string, applicant: string): Promise<ApplicationRow | null>
  /** The application with this ID, or `null`. */
  find(id: string): Promise<ApplicationRow | null>
  /**
   * Changes one application in one transaction: the row is locked, and writes of `work` through `trx` commit or roll
   * back with it. A change of a snapshot member increments the version; a draft does not. `work` may run again. Returns
   * the new row, `null` for an unknown ID.
   */
  change<Result>(
    id: string,
    work: (
      row: ApplicationRow,
      trx: Transaction<ApplicationTables>,
    ) => Change<Result> | Promise<Change<Result>>,
  ): Promise<{ readonly row: ApplicationRow; readonly result: Result } | null>
  /** Deletes up to `limit` drafts that were saved before `savedBeforeMs`; returns their number. */
  forgetDrafts(savedBeforeMs: number, limit: number): Promise<number>
}

/** The columns of a row without a draft. */
export const NO_DRAFT = { draft: null, draft_step: null, draft_saved_at_ms: null } as const

/** Columns that are not part of a snapshot. */
const UNSEEN = new Set<string>(['draft', 'draft_step', 'draft_version', 'draft_saved_at_ms'])

const isSeen = (changes: ApplicationChanges): boolean =>
  Object.keys(changes).some((column) => !UNSEEN.has(column))

const firstRow = (merchant: string, applicant: string, random: Random, nowMs: number): ApplicationRow => ({
  id: `apl_${randomId(random)}`,
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

/** Creates the store of applications. */
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
        // This no-op update locks the row on both engines: a concurrent change waits for this transaction.
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
