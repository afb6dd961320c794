// Stores submissions before they are sent (INV-19), their results and later news. Each write is one transaction that locks the
// application's row; `machine.ts` decides the transition.
import type { ApplicationSnapshot } from '@tapboard/contract'
import { uniqueViolation, type Store, type Transaction } from '@tapboard/store'
import { sqlLeases } from '../../durable/sql-leases.ts'
import type { Announcing } from '../../durable/outbox/announcing.ts'
import type { Applications, Change } from '../applications.ts'
import type { ApplicationRow } from '../row.ts'
import { hashConsent } from './chain.ts'
import { consequencesOf, happeningOf, type News } from './consequences.ts'
import { decide, type Decision } from './machine.ts'
import { record } from './record.ts'
import type { ConsentRow, SubmissionRow, SubmissionTables, WatchRow } from './rows.ts'
import { SUBMISSION_INDEXES, SUBMISSION_MIGRATIONS } from './schema.ts'

/** The record that is committed before the request is sent. */
export interface Beginning {
  readonly key: string
  readonly requestHash: string
  readonly secretsHash: string
  readonly consent: Omit<ConsentRow, 'application_id' | 'number' | 'at_ms'>
  readonly agreed: Omit<NonNullable<ApplicationSnapshot['agreed']>, 'atMs'>
  /** The sender; no other process claims the application for `leaseMs`. */
  readonly owner: string
  readonly leaseMs: number
}

/** The result of `begin`. */
export type Begun =
  | { readonly kind: 'begun'; readonly row: ApplicationRow; readonly number: number; readonly atMs: number }
  /** The submission of this idempotency key exists. */
  | { readonly kind: 'repeat'; readonly row: ApplicationRow }
  | { readonly kind: 'mismatch' }
  /** Another submission is under way, or the application can no longer change. */
  | { readonly kind: 'not_submittable'; readonly row: ApplicationRow }
  /** The same sealed secrets were submitted before. */
  | { readonly kind: 'secrets-used' }

/** The row after news, and the decision of the machine. */
export interface Applied {
  readonly row: ApplicationRow
  readonly decision: Decision
}

/** The submissions of all merchants. */
export interface SubmissionLedger {
  /** Runs the migrations. */
  prepare(): Promise<void>
  now(): Promise<number>
  /** The submission of an idempotency key, or `null`. */
  byKey(applicationId: string, key: string): Promise<SubmissionRow | null>
  /** The newest submission, or `null`. */
  newest(applicationId: string): Promise<SubmissionRow | null>
  begin(applicationId: string, beginning: Beginning): Promise<Begun>
  /** Commits the phase `sent`. `false`: another process ended the submission, so it must not be sent. */
  leave(applicationId: string, number: number, sealedToken: Uint8Array | null): Promise<boolean>
  /** Applies news of a submission (`null`: the newest). News of an older submission are ignored. */
  apply(applicationId: string, number: number | null, news: News): Promise<Applied | null>
  /** Claims due applications, fence + 1. */
  claim(owner: string, leaseMs: number, limit: number): Promise<readonly WatchRow[]>
  /** Ends a lease if the fence is unchanged; `next_at_ms` is the next look, `null` = none. */
  release(watch: WatchRow, changes: Partial<WatchRow>): Promise<void>
  /** The merchant's application with this AppId, or `null`. */
  byAppId(merchant: string, appId: string): Promise<ApplicationRow | null>
}

type Trx = Transaction<SubmissionTables>

const watchOf = async (trx: Trx, id: string): Promise<WatchRow | null> =>
  (await trx
    .selectFrom('application_watch')
    .selectAll()
    .where('application_id', '=', id)
    .executeTakeFirst()) ?? null

/** Creates the ledger in SQL; `announcing` selects the receivers of events. */
export function sqlSubmissions(
  store: Store<SubmissionTables>,
  applications: Applications,
  announcing: Announcing,
): SubmissionLedger {
  const { db } = store
  const leases = sqlLeases(store, { table: 'application_watch', key: 'application_id' })
  const change = <Result>(
    id: string,
    work: (row: ApplicationRow, trx: Trx) => Promise<Change<Result>>,
  ): Promise<{ readonly row: ApplicationRow; readonly result: Result } | null> =>
    // `applications` is typed for its own table only, but the transaction covers all tables.
    applications.change(id, (row, trx) => work(row, trx as unknown as Trx))

  const submissionBy = async (
    on: Pick<typeof db, 'selectFrom'>,
    id: string,
    by: { readonly key: string } | null,
  ): Promise<SubmissionRow | null> => {
    const rows = on.selectFrom('application_submission').selectAll().where('application_id', '=', id)
    const one =
      by === null ? rows.orderBy('number', 'desc').limit(1) : rows.where('idempotency_key', '=', by.key)
    return (await one.executeTakeFirst()) ?? null
  }

  const begin = async (id: string, beginning: Beginning): Promise<Begun> => {
    const { key, requestHash, secretsHash, owner, leaseMs } = beginning
    const changed = await change<Begun['kind'] | { number: number; atMs: number }>(id, async (row, trx) => {
      const known = await submissionBy(trx, id, { key })
      if (known !== null)
        return { set: null, result: known.request_hash === requestHash ? 'repeat' : 'mismatch' }
      const decision = decide(row.state, { type: 'submit' })
      if (decision.kind !== 'moved') return { set: null, result: 'not_submittable' }
      const watch = await watchOf(trx, id)
      const number = (watch?.submission ?? 0) + 1
      const atMs = await store.now()
      await trx
        .insertInto('application_submission')
        .values({
          application_id: id,
          number,
          idempotency_key: key,
          request_hash: requestHash,
          secrets_hash: secretsHash,
          phase: 'written',
          holds: 1,
          sealed_token: null,
          created_at_ms: atMs,
          sent_at_ms: null,
        })
        .execute()
      const consent = { application_id: id, number, at_ms: atMs, ...beginning.consent }
      await trx.insertInto('application_consent').values(consent).execute()
      const set = await record(trx, row, watch, {
        type: decision.event,
        to: decision.to,
        submission: number,
        person: null,
        consent: hashConsent(consent),
        atMs,
        set: {
          tier_name: consent.tier_name,
          agreed: JSON.stringify({ ...beginning.agreed, atMs }),
          issues: '[]',
          reference: null,
        },
        watch: { next_at_ms: atMs, lease_owner: owner, lease_until_ms: atMs + leaseMs },
        targets: announcing.targets(row.merchant),
      })
      return { set, result: { number, atMs } }
    })
    if (changed === null) throw new Error('the application to be submitted does not exist')
    const { row, result } = changed
    if (typeof result === 'object') return { kind: 'begun', row, ...result }
    return result === 'mismatch'
      ? { kind: 'mismatch' }
      : { kind: result === 'repeat' ? 'repeat' : 'not_submittable', row }
  }

  return {
    prepare: () => store.migrate(SUBMISSION_MIGRATIONS),
    now: () => store.now(),
    byKey: (id, key) => submissionBy(db, id, { key }),
    newest: (id) => submissionBy(db, id, null),
    async begin(id, beginning) {
      try {
        return await begin(id, beginning)
      } catch (error) {
        if (uniqueViolation(error, SUBMISSION_INDEXES.secrets)) return { kind: 'secrets-used' }
        const row = uniqueViolation(error) ? await applications.find(id) : null
        if (row === null) throw error
        return { kind: 'not_submittable', row }
      }
    },
    async leave(id, number, sealedToken) {
      const changed = await change(id, async (row, trx) => {
        if (row.state !== 'submitting') return { set: null, result: false }
        const { numUpdatedRows } = await trx
          .updateTable('application_submission')
          .set({ phase: 'sent', sealed_token: sealedToken, sent_at_ms: await store.now() })
          .where('application_id', '=', id)
          .where('number', '=', number)
          .where('phase', '=', 'written')
          .executeTakeFirst()
        return { set: null, result: numUpdatedRows === 1n }
      })
      return changed?.result ?? false
    },
    async apply(id, number, news) {
      const changed = await change<Decision>(id, async (row, trx) => {
        const watch = await watchOf(trx, id)
        const decision = decide(row.state, happeningOf(news, watch))
        const stale = number !== null && watch?.submission !== number
        if (watch === null || stale) return { set: null, result: { kind: 'illegal' } }
        if (decision.kind !== 'moved') {
          // An unchanged status still updates the time of the last check.
          const confirmed = decision.kind === 'same' && news.type === 'status'
          return { set: confirmed ? { checked_at_ms: await store.now() } : null, result: decision }
        }
        const atMs = await store.now()
        const newest = await submissionBy(trx, id, null)
        const {
          set,
          watch: seen,
          submission,
        } = consequencesOf(news, decision.to, row, newest?.sent_at_ms ?? null, atMs)
        const written = await record(trx, row, watch, {
          type: decision.event,
          to: decision.to,
          submission: watch.submission,
          person: 'person' in news ? news.person : null,
          consent: null,
          atMs,
          set,
          watch: { ...seen, fence: watch.fence + 1 },
          targets: announcing.targets(row.merchant),
        })
        if (submission === 'remove')
          await trx
            .deleteFrom('application_submission')
            .where('application_id', '=', id)
            .where('number', '=', watch.submission)
            .execute()
        else if (Object.keys(submission).length > 0)
          await trx
            .updateTable('application_submission')
            .set(submission)
            .where('application_id', '=', id)
            .where('number', '=', watch.submission)
            .execute()
        return { set: written, result: decision }
      })
      if (changed === null) return null
      if (changed.result.kind === 'moved') announcing.written()
      return { row: changed.row, decision: changed.result }
    },
    claim: (owner, leaseMs, limit) => leases.claim({ owner, leaseMs, limit }),
    release: ({ application_id: id, fence }, set) => leases.release({ id, fence, set }),
    async byAppId(merchant, appId) {
      const found = db
        .selectFrom('application')
        .selectAll()
        .where('merchant', '=', merchant)
        .where('app_id', '=', appId)
      return (await found.executeTakeFirst()) ?? null
    },
  }
}
