// The rows of submissions in SQL, on either engine. No transition is decided here.
import type { Kysely, Store, Transaction } from '@tapboard/store'
import type { Leases } from '../../durable/lease.ts'
import { insertOutbox } from '../../durable/outbox/insert-outbox.ts'
import { sqlLeases } from '../../durable/sql-leases.ts'
import type { ApplicationRow } from '../row.ts'
import { APPLICATION } from '../tables.ts'
import type { Recorded } from './record.ts'
import type { ConsentRow, SubmissionRow, WatchRow } from './rows.ts'
import { areSubmissionsHeld } from './submission-hold.ts'
import { APPLICATION_EVENT, CONSENT, SUBMISSION, WATCH, type SubmissionTables } from './tables.ts'

export const watchLeases = (store: Store<SubmissionTables>): Leases<WatchRow> =>
  sqlLeases(store, { table: 'application_watch', key: 'application_id', mapper: WATCH })

/** Reads the merchant's application with this AppId. */
export async function applicationByAppId(
  db: Kysely<SubmissionTables>,
  merchant: string,
  appId: string,
): Promise<ApplicationRow | null> {
  const found = await db
    .selectFrom('application')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('app_id', '=', appId)
    .executeTakeFirst()
  return found === undefined ? null : APPLICATION.toRow(found)
}

/** Reads the submission of an idempotency key. */
export async function submissionByKey(
  db: Kysely<SubmissionTables>,
  applicationId: string,
  key: string,
): Promise<SubmissionRow | null> {
  const found = await db
    .selectFrom('application_submission')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return found === undefined ? null : SUBMISSION.toRow(found)
}

export async function newestSubmission(
  db: Kysely<SubmissionTables>,
  applicationId: string,
): Promise<SubmissionRow | null> {
  const found = await db
    .selectFrom('application_submission')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found === undefined ? null : SUBMISSION.toRow(found)
}

/** The statements of one transaction on one application. */
export class SubmissionTransaction {
  readonly #trx: Transaction<SubmissionTables>
  readonly #id: string

  constructor(trx: Transaction<SubmissionTables>, applicationId: string) {
    this.#trx = trx
    this.#id = applicationId
  }

  byKey(key: string): Promise<SubmissionRow | null> {
    return submissionByKey(this.#trx, this.#id, key)
  }

  /** Whether no application may be submitted after a restore. */
  held(): Promise<boolean> {
    return areSubmissionsHeld(this.#trx)
  }

  newest(): Promise<SubmissionRow | null> {
    return newestSubmission(this.#trx, this.#id)
  }

  async watch(): Promise<WatchRow | null> {
    const found = await this.#trx
      .selectFrom('application_watch')
      .selectAll()
      .where('application_id', '=', this.#id)
      .executeTakeFirst()
    return found === undefined ? null : WATCH.toRow(found)
  }

  /** Inserts a submission with its consent. A unique index rejects a second one in progress and used secrets. */
  async insert(submission: SubmissionRow, consent: ConsentRow): Promise<void> {
    await this.#trx.insertInto('application_submission').values(SUBMISSION.toColumns(submission)).execute()
    await this.#trx.insertInto('application_consent').values(CONSENT.toColumns(consent)).execute()
  }

  /** Commits the phase `sent` of a submission; `false` if it is not in the phase `written`. */
  async markSent(number: number, sealedToken: Uint8Array | null, sentAtMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#trx
      .updateTable('application_submission')
      .set(SUBMISSION.toColumns({ phase: 'sent', sealedToken, sentAtMs }))
      .where('application_id', '=', this.#id)
      .where('number', '=', number)
      .where('phase', '=', 'written')
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Changes a submission, or deletes it. */
  async end(number: number, change: Partial<SubmissionRow> | 'remove'): Promise<void> {
    if (change === 'remove')
      await this.#trx
        .deleteFrom('application_submission')
        .where('application_id', '=', this.#id)
        .where('number', '=', number)
        .execute()
    else if (Object.keys(change).length > 0)
      await this.#trx
        .updateTable('application_submission')
        .set(SUBMISSION.toColumns(change))
        .where('application_id', '=', this.#id)
        .where('number', '=', number)
        .execute()
  }

  /** Writes the rows of an event except the application's own. */
  async record({ event, watch, isNewWatch, watchSet, outbox }: Recorded): Promise<void> {
    await this.#trx.insertInto('application_event').values(APPLICATION_EVENT.toColumns(event)).execute()
    if (isNewWatch)
      await this.#trx
        .insertInto('application_watch')
        .values(WATCH.toColumns({ ...watch, ...watchSet }))
        .execute()
    else
      await this.#trx
        .updateTable('application_watch')
        .set(WATCH.toColumns(watchSet))
        .where('application_id', '=', this.#id)
        .execute()
    await insertOutbox(this.#trx, outbox)
  }
}
