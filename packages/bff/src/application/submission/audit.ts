// Verifies the records of all applications (INV-20, P49): each event against the one before, each consent against the event
// that contains its hash, the application against its last event. Read-only, in batches, beside running processes.
import { sql, type Store } from '@tapboard/store'
import {
  AUDIT_BATCH,
  auditSubject,
  missingHeads,
  objectIn,
  walkChain,
  type Audited,
  type Break,
  type Head,
  type Subject,
} from '../../durable/audit.ts'
import { isLogHead } from '../../durable/audit-log.ts'
import type { ApplicationRow } from '../row.ts'
import { APPLICATION } from '../tables.ts'
import { hashApplicationEvent, hashConsent } from './chain.ts'
import type { ApplicationEventRow, EventDetail, WatchRow } from './rows.ts'
import { SUBMISSION_MIGRATIONS } from './schema.ts'
import { APPLICATION_EVENT, CONSENT, WATCH, type SubmissionTables } from './tables.ts'

type Ledger = Store<SubmissionTables>

/** Returns whether a head belongs to an application; IDs of sales have another prefix. */
const isApplication = ({ id }: Head): boolean => id.startsWith('apl_')

/** Returns the first member in which an application differs from its last event. */
function differs(row: ApplicationRow, last: ApplicationEventRow): string | null {
  const { appId = null, reference = null, tierName = null } = objectIn<EventDetail>(last.detail)
  if (row.state !== last.toState) return 'state'
  if (row.appId !== appId) return 'appId'
  if (row.reference !== reference) return 'reference'
  return row.tierName === tierName ? null : 'tierName'
}

/** Returns the first consent that does not match the hashes of the events, or `null`. */
async function wrongConsent(
  { db }: Ledger,
  id: string,
  named: ReadonlyMap<number, string>,
): Promise<string | null> {
  const rows = await db
    .selectFrom('application_consent')
    .selectAll()
    .where('application_id', '=', id)
    .execute()
  const kept = new Map(rows.map((row) => [row.number, hashConsent(CONSENT.toRow(row))]))
  for (const [number, hash] of named) {
    const found = kept.get(number)
    if (found === undefined) return `the consent of submission ${number} was deleted`
    if (found !== hash) return `the consent of submission ${number} was changed`
  }
  const extra = rows.find(({ number }) => !named.has(number))
  return extra === undefined ? null : `the consent of submission ${extra.number} belongs to no event`
}

const WORDS = {
  beyond: 'was inserted after the last event',
  otherHead: 'is not the one that the record names as its last',
}

async function eventsAfter({ db }: Ledger, id: string, number: number): Promise<ApplicationEventRow[]> {
  const events = await db
    .selectFrom('application_event')
    .selectAll()
    .where('application_id', '=', id)
    .where('number', '>', number)
    .orderBy('number')
    .limit(AUDIT_BATCH)
    .execute()
  return events.map(APPLICATION_EVENT.toRow)
}

/** Returns the first fault of the application of this watch, or `null`. */
async function judge(store: Ledger, watch: WatchRow): Promise<Break | null> {
  const { applicationId: id, eventCount: length, eventHash: head } = watch
  const broken = (what: string): Break => ({ id, event: null, what })
  const named = new Map<number, string>()
  const walked = await walkChain<ApplicationEventRow>(
    {
      id,
      length,
      head,
      hashOf: hashApplicationEvent,
      eventsAfter: (number) => eventsAfter(store, id, number),
      words: WORDS,
    },
    (event) => {
      const { submission, consent } = objectIn<EventDetail>(event.detail)
      if (submission !== undefined && typeof consent === 'string') named.set(submission, consent)
    },
  )
  if (walked.broken !== null) return walked.broken
  const row = await store.db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return broken('the application was deleted, its events are left')
  const member = differs(APPLICATION.toRow(row), walked.last)
  if (member !== null) return broken(`${member} of the application differs from its last event`)
  const consent = await wrongConsent(store, id, named)
  return consent === null ? null : broken(consent)
}

const applicationSubject = (store: Ledger): Subject<WatchRow> => ({
  headOf: ({ applicationId: id, eventCount: events, eventHash: head }) => ({ id, events, head }),
  judge: (watch) => judge(store, watch),
  async reread({ applicationId: id }) {
    const row = await store.db
      .selectFrom('application_watch')
      .selectAll()
      .where('application_id', '=', id)
      .executeTakeFirst()
    return row === undefined ? undefined : WATCH.toRow(row)
  },
})

/** Yields events without a watch, and submitted applications without events. */
async function* strays({ db }: Ledger): AsyncGenerator<Audited> {
  const events = await db
    .selectFrom('application_event')
    .select(['application_id', (count) => count.fn.countAll<number | string>().as('events')])
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('application_watch')
            .select('application_watch.application_id')
            .whereRef('application_watch.application_id', '=', 'application_event.application_id'),
        ),
      ),
    )
    .groupBy('application_id')
    .orderBy('application_id')
    .execute()
  for (const { application_id: id, events: count } of events) {
    const what = 'the record was deleted, its events are left'
    yield { id, events: Number(count), head: '', broken: { id, event: null, what } }
  }
  const bare = await db
    .selectFrom('application')
    .select('id')
    .where('state', '!=', 'draft')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('application_watch')
            .select('application_watch.application_id')
            .whereRef('application_watch.application_id', '=', 'application.id'),
        ),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('application_event')
            .select('application_event.application_id')
            .whereRef('application_event.application_id', '=', 'application.id'),
        ),
      ),
    )
    .orderBy('id')
    .execute()
  for (const { id } of bare) {
    const what = 'it is no draft any more and has no events: they were deleted'
    yield { id, events: 0, head: '', broken: { id, event: null, what } }
  }
}

/** Returns whether the store has the tables of applications; stores of older versions have none. */
async function hasApplications(store: Ledger): Promise<boolean> {
  const { rows } = await sql<{ version: number }>`
    select version from tapboard_migration where set_name = ${SUBMISSION_MIGRATIONS.name}`.execute(store.db)
  return rows.length > 0
}

/** Audits every submitted application in the order of IDs, each in its current state. */
export async function* auditApplications(store: Ledger): AsyncGenerator<Audited> {
  if (!(await hasApplications(store))) return
  yield* strays(store)
  const subject = applicationSubject(store)
  for (let from = ''; ;) {
    const rows = await store.db
      .selectFrom('application_watch')
      .selectAll()
      .where('application_id', '>', from)
      .orderBy('application_id')
      .limit(AUDIT_BATCH)
      .execute()
    for (const row of rows) yield await auditSubject(WATCH.toRow(row), subject)
    const last = rows.at(-1)
    if (rows.length < AUDIT_BATCH || last === undefined) return
    from = last.application_id
  }
}

/** Returns the heads of applications whose events no longer exist. */
export async function lostApplicationHeads(store: Ledger, heads: readonly Head[]): Promise<Break[]> {
  const ours = heads.filter(isApplication)
  if (ours.length === 0 || !(await hasApplications(store))) return []
  const found = await store.db
    .selectFrom('application_event')
    .select(['application_id as id', 'number', 'hash'])
    .where('hash', 'in', [...new Set(ours.map(({ hash }) => hash))])
    .execute()
  return missingHeads(ours, found)
}

/** Returns the heads of sales. */
export const headsOfSales = (heads: readonly Head[]): Head[] =>
  heads.filter((head) => !isApplication(head) && !isLogHead(head))
