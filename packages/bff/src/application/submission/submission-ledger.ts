// Stores submissions before they are sent (INV-19), their results and later news. Each write is one transaction that locks the
// application's row; `machine.ts` decides the transition, `sql-store.ts` writes the rows.
import type { ApplicationSnapshot } from '@tapboard/contract'
import { uniqueViolation, type Store, type Transaction } from '@tapboard/store'
import type { HeldLeases, LeaseClaim, Leases } from '../../durable/lease.ts'
import type { Announcing } from '../../durable/outbox/announcing.ts'
import type { ApplicationChanges, Applications, Change } from '../applications.ts'
import type { ApplicationRow } from '../row.ts'
import { hashConsent } from './chain.ts'
import { consequencesOf, inputOf, type News } from './consequences.ts'
import { decide, type Decision } from './machine.ts'
import { record, type Recording } from './record.ts'
import type { ConsentRow, SubmissionRow, WatchRow } from './rows.ts'
import { SUBMISSION_INDEXES, SUBMISSION_MIGRATIONS } from './schema.ts'
import {
  applicationByAppId,
  newestSubmission,
  submissionByKey,
  SubmissionTransaction,
  watchLeases,
} from './sql-store.ts'
import type { SubmissionTables } from './tables.ts'

/** The record that is committed before the request is sent. */
export interface Beginning {
  readonly key: string
  readonly requestHash: string
  readonly secretsHash: string
  readonly consent: Omit<ConsentRow, 'applicationId' | 'number' | 'atMs'>
  readonly agreed: Omit<NonNullable<ApplicationSnapshot['agreed']>, 'atMs'>
  /** The sender; no other process claims the application for `leaseMs`. */
  readonly owner: string
  readonly leaseMs: number
}

export type Begun =
  | { readonly kind: 'begun'; readonly row: ApplicationRow; readonly number: number; readonly atMs: number }
  /** The submission of this idempotency key exists. */
  | { readonly kind: 'repeat'; readonly row: ApplicationRow }
  | { readonly kind: 'mismatch' }
  /** Another submission is under way, or the application can no longer change. */
  | { readonly kind: 'not_submittable'; readonly row: ApplicationRow }
  /** A restored store does not know whether the application was submitted after its copy. */
  | { readonly kind: 'held' }
  /** The same sealed secrets were submitted before. */
  | { readonly kind: 'secrets-used' }

/** The row after news, and the decision of the machine. */
export interface Applied {
  readonly row: ApplicationRow
  readonly decision: Decision
}

/** The submissions of all merchants. */
export interface SubmissionLedger {
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
  /** The leases on due applications. */
  readonly held: HeldLeases
  /** Claims due applications, fence + 1. */
  claim(claim: LeaseClaim): Promise<readonly WatchRow[]>
  /** Ends the leases of an owner, except on these applications. */
  releaseOthers(owner: string, except: readonly string[]): Promise<void>
  /** Ends a lease if the fence is unchanged; `nextAtMs` is the next look, `null` = none. */
  release(watch: WatchRow, changes: Partial<WatchRow>): Promise<void>
  /** The merchant's application with this AppId, or `null`. */
  byAppId(merchant: string, appId: string): Promise<ApplicationRow | null>
}

/** The rows of a submission that begins. */
function rowsOf(
  applicationId: string,
  number: number,
  atMs: number,
  { key, requestHash, secretsHash, consent }: Beginning,
): { readonly submission: SubmissionRow; readonly consent: ConsentRow } {
  return {
    submission: {
      applicationId,
      number,
      idempotencyKey: key,
      requestHash,
      secretsHash,
      phase: 'written',
      holds: true,
      sealedToken: null,
      createdAtMs: atMs,
      sentAtMs: null,
    },
    consent: { applicationId, number, atMs, ...consent },
  }
}

class StoredSubmissions implements SubmissionLedger {
  readonly #store: Store<SubmissionTables>
  readonly #applications: Applications
  readonly #announcing: Announcing
  readonly #leases: Leases<WatchRow>

  constructor(store: Store<SubmissionTables>, applications: Applications, announcing: Announcing) {
    this.#store = store
    this.#applications = applications
    this.#announcing = announcing
    this.#leases = watchLeases(store)
  }

  prepare(): Promise<void> {
    return this.#store.migrate(SUBMISSION_MIGRATIONS)
  }

  now(): Promise<number> {
    return this.#store.now()
  }

  byKey(applicationId: string, key: string): Promise<SubmissionRow | null> {
    return submissionByKey(this.#store.db, applicationId, key)
  }

  newest(applicationId: string): Promise<SubmissionRow | null> {
    return newestSubmission(this.#store.db, applicationId)
  }

  byAppId(merchant: string, appId: string): Promise<ApplicationRow | null> {
    return applicationByAppId(this.#store.db, merchant, appId)
  }

  get held(): HeldLeases {
    return this.#leases.held
  }

  claim(claim: LeaseClaim): Promise<readonly WatchRow[]> {
    return this.#leases.claim(claim)
  }

  releaseOthers(owner: string, except: readonly string[]): Promise<void> {
    return this.#leases.releaseOthers(owner, except)
  }

  release({ applicationId: id, fence }: WatchRow, set: Partial<WatchRow>): Promise<void> {
    return this.#leases.release({ id, fence, set })
  }

  async begin(id: string, beginning: Beginning): Promise<Begun> {
    try {
      return await this.#begin(id, beginning)
    } catch (error) {
      if (uniqueViolation(error, SUBMISSION_INDEXES.secrets)) return { kind: 'secrets-used' }
      const row = uniqueViolation(error) ? await this.#applications.find(id) : null
      if (row === null) throw error
      return { kind: 'not_submittable', row }
    }
  }

  async leave(id: string, number: number, sealedToken: Uint8Array | null): Promise<boolean> {
    const changed = await this.#change(id, async (row, trx) => {
      if (row.state !== 'submitting') return { set: null, result: false }
      return { set: null, result: await trx.markSent(number, sealedToken, await this.now()) }
    })
    return changed?.result ?? false
  }

  async apply(id: string, number: number | null, news: News): Promise<Applied | null> {
    const changed = await this.#change(id, (row, trx) => this.#applyTo(row, number, news, trx))
    if (changed === null) return null
    if (changed.result.kind === 'moved') this.#announcing.written()
    return { row: changed.row, decision: changed.result }
  }

  async #begin(id: string, beginning: Beginning): Promise<Begun> {
    const { key, requestHash, owner, leaseMs } = beginning
    const changed = await this.#change<Begun['kind'] | { number: number; atMs: number }>(
      id,
      async (row, trx) => {
        const known = await trx.byKey(key)
        if (known !== null)
          return { set: null, result: known.requestHash === requestHash ? 'repeat' : 'mismatch' }
        const decision = decide(row.state, { type: 'submit' })
        if (decision.kind !== 'moved') return { set: null, result: 'not_submittable' }
        if (await trx.held()) return { set: null, result: 'held' }
        const watch = await trx.watch()
        const number = (watch?.submission ?? 0) + 1
        const atMs = await this.now()
        const { submission, consent } = rowsOf(id, number, atMs, beginning)
        await trx.insert(submission, consent)
        const set = await this.#record(trx, row, watch, {
          type: decision.event,
          to: decision.to,
          submission: number,
          person: null,
          consent: hashConsent(consent),
          atMs,
          set: {
            tierName: consent.tierName,
            agreed: JSON.stringify({ ...beginning.agreed, atMs }),
            issues: '[]',
            reference: null,
          },
          watch: { nextAtMs: atMs, leaseOwner: owner, leaseUntilMs: atMs + leaseMs },
        })
        return { set, result: { number, atMs } }
      },
    )
    if (changed === null) throw new Error('the application to be submitted does not exist')
    const { row, result } = changed
    if (typeof result === 'object') return { kind: 'begun', row, ...result }
    return result === 'mismatch' || result === 'held'
      ? { kind: result }
      : { kind: result === 'repeat' ? 'repeat' : 'not_submittable', row }
  }

  async #applyTo(
    row: ApplicationRow,
    number: number | null,
    news: News,
    trx: SubmissionTransaction,
  ): Promise<Change<Decision>> {
    const watch = await trx.watch()
    const decision = decide(row.state, inputOf(news, watch))
    const stale = number !== null && watch?.submission !== number
    if (watch === null || stale) return { set: null, result: { kind: 'illegal' } }
    if (decision.kind !== 'moved') {
      // An unchanged status still updates the time of the last check.
      const confirmed = decision.kind === 'same' && news.type === 'status'
      return { set: confirmed ? { checkedAtMs: await this.now() } : null, result: decision }
    }
    const atMs = await this.now()
    const newest = await trx.newest()
    const consequences = consequencesOf(news, decision.to, row, newest?.sentAtMs ?? null, atMs)
    const set = await this.#record(trx, row, watch, {
      type: decision.event,
      to: decision.to,
      submission: watch.submission,
      person: 'person' in news ? news.person : null,
      consent: null,
      atMs,
      set: consequences.set,
      watch: { ...consequences.watch, fence: watch.fence + 1 },
    })
    await trx.end(watch.submission, consequences.submission)
    return { set, result: decision }
  }

  async #record(
    trx: SubmissionTransaction,
    row: ApplicationRow,
    watch: WatchRow | null,
    recording: Omit<Recording, 'targets'>,
  ): Promise<ApplicationChanges> {
    const targets = this.#announcing.targets(row.merchant)
    const recorded = record(row, watch, { ...recording, targets })
    await trx.record(recorded)
    return recorded.set
  }

  #change<Result>(
    id: string,
    work: (row: ApplicationRow, trx: SubmissionTransaction) => Promise<Change<Result>>,
  ): Promise<{ readonly row: ApplicationRow; readonly result: Result } | null> {
    return this.#applications.change(id, (row, trx) =>
      // `applications` is typed for its own table only, but the transaction covers all tables.
      work(row, new SubmissionTransaction(trx as unknown as Transaction<SubmissionTables>, id)),
    )
  }
}

/** Creates the ledger in SQL; `announcing` selects the receivers of events. */
export const sqlSubmissions = (
  store: Store<SubmissionTables>,
  applications: Applications,
  announcing: Announcing,
): SubmissionLedger => new StoredSubmissions(store, applications, announcing)
