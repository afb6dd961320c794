// Stores applications in SQL on both engines.
import type { Store, Transaction } from '@tapboard/store'
import { randomId } from '@tapboard/server'
import type { Random } from '../ports.ts'
import { NO_DRAFT, type ApplicationChanges, type Applications, type Change } from './applications.ts'
import type { ApplicationRow } from './row.ts'
import { APPLICATION_MIGRATIONS } from './schema.ts'
import { APPLICATION, type ApplicationTables } from './tables.ts'

/** Members that are not part of a snapshot. */
const UNSEEN = new Set<string>(['draft', 'draftStep', 'draftVersion', 'draftSavedAtMs'])

const isSeen = (changes: ApplicationChanges): boolean =>
  Object.keys(changes).some((member) => !UNSEEN.has(member))

const firstRow = (merchant: string, applicant: string, random: Random, nowMs: number): ApplicationRow => ({
  id: `apl_${randomId(random)}`,
  merchant,
  applicant,
  state: 'draft',
  version: 1,
  appId: null,
  reference: null,
  tierName: null,
  submittedAtMs: null,
  checkedAtMs: null,
  issues: '[]',
  agreed: null,
  ...NO_DRAFT,
  draftVersion: 0,
  createdAtMs: nowMs,
})

class StoredApplications implements Applications {
  readonly #store: Store<ApplicationTables>
  readonly #random: Random

  constructor(store: Store<ApplicationTables>, random: Random) {
    this.#store = store
    this.#random = random
  }

  prepare(): Promise<void> {
    return this.#store.migrate(APPLICATION_MIGRATIONS)
  }

  now(): Promise<number> {
    return this.#store.now()
  }

  async open(merchant: string, applicant: string): Promise<ApplicationRow> {
    const known = await this.read(merchant, applicant)
    if (known !== null) return known
    const fresh = firstRow(merchant, applicant, this.#random, await this.#store.now())
    const insert = this.#store.db.insertInto('application').values(APPLICATION.toColumns(fresh))
    await insert.onConflict((conflict) => conflict.doNothing()).execute()
    return (await this.read(merchant, applicant)) ?? fresh
  }

  async read(merchant: string, applicant: string): Promise<ApplicationRow | null> {
    const found = await this.#store.db
      .selectFrom('application')
      .selectAll()
      .where('merchant', '=', merchant)
      .where('applicant', '=', applicant)
      .executeTakeFirst()
    return found === undefined ? null : APPLICATION.toRow(found)
  }

  async find(id: string): Promise<ApplicationRow | null> {
    const found = await this.#store.db
      .selectFrom('application')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return found === undefined ? null : APPLICATION.toRow(found)
  }

  change<Result>(
    id: string,
    work: (
      row: ApplicationRow,
      trx: Transaction<ApplicationTables>,
    ) => Change<Result> | Promise<Change<Result>>,
  ): Promise<{ readonly row: ApplicationRow; readonly result: Result } | null> {
    return this.#store.transaction(async (trx) => {
      // This no-op update locks the row on both engines: a concurrent change waits for this transaction.
      const locked = await trx
        .updateTable('application')
        .set(({ ref }) => ({ version: ref('version') }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      if (locked === undefined) return null
      const row = APPLICATION.toRow(locked)
      const { set, result } = await work(row, trx)
      if (set === null) return { row, result }
      const version = isSeen(set) ? row.version + 1 : row.version
      const after = await trx
        .updateTable('application')
        .set(APPLICATION.toColumns({ ...set, version }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      return { row: APPLICATION.toRow(after), result }
    })
  }

  async forgetDrafts(savedBeforeMs: number, limit: number): Promise<number> {
    const { db } = this.#store
    const old = db
      .selectFrom('application')
      .select('id')
      .where('draft', 'is not', null)
      .where('draft_saved_at_ms', '<', savedBeforeMs)
      .orderBy('draft_saved_at_ms')
      .limit(limit)
    const { numUpdatedRows } = await db
      .updateTable('application')
      .set(APPLICATION.toColumns(NO_DRAFT))
      .where('id', 'in', old)
      .where('draft_saved_at_ms', '<', savedBeforeMs)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }
}

/** Creates the store of applications. */
export const sqlApplications = (store: Store<ApplicationTables>, random: Random): Applications =>
  new StoredApplications(store, random)
