// Walks the records of all applications and says whose does not hold (INV-20, P49): every event against the one before, every
// consent against the event that names its hash, the application against its last event. Only reads, in batches, beside
// running processes.
import { sql, type Store } from '@tapboard/store'
import type { AuditedSale, Break, Head } from '../../durable/audit.ts'
import { CHAIN_START } from '../../durable/chain.ts'
import type { ApplicationRow } from '../row.ts'
import { hashApplicationEvent, hashConsent } from './chain.ts'
import type { ApplicationEventRow, EventDetail, SubmissionTables, WatchRow } from './rows.ts'
import { SUBMISSION_MIGRATIONS } from './schema.ts'

type Ledger = Store<SubmissionTables>

/** Applications, or events of one, that are held in memory at once. */
const BATCH = 200

/** Looks at an application that is being written meanwhile. */
const LOOKS_MAX = 5

/** IDs of applications begin so; those of sales do not. */
const isApplication = ({ saleId }: Head): boolean => saleId.startsWith('apl_')

function detailOf(event: ApplicationEventRow): Partial<EventDetail> {
  try {
    const value: unknown = JSON.parse(event.detail)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function wrongEvent(event: ApplicationEventRow, number: number, before: string): string | null {
  if (event.number !== number) return 'is missing: it was deleted'
  if (hashApplicationEvent(event) !== event.hash) return 'was changed'
  return event.prev_hash === before
    ? null
    : 'does not continue the one before: an event was changed, exchanged or inserted'
}

/** The first member in which an application and its last event differ. */
function differs(row: ApplicationRow, last: ApplicationEventRow): string | null {
  const { appId = null, reference = null, tierName = null } = detailOf(last)
  if (row.state !== last.to_state) return 'state'
  if (row.app_id !== appId) return 'appId'
  if (row.reference !== reference) return 'reference'
  return row.tier_name === tierName ? null : 'tierName'
}

/** What is wrong with the consents of an application, given the hashes that its events name. */
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
  const kept = new Map(rows.map((row) => [row.number, hashConsent(row)]))
  for (const [number, hash] of named) {
    const found = kept.get(number)
    if (found === undefined) return `the consent of submission ${number} was deleted`
    if (found !== hash) return `the consent of submission ${number} was changed`
  }
  const extra = rows.find(({ number }) => !named.has(number))
  return extra === undefined ? null : `the consent of submission ${extra.number} belongs to no event`
}

/** The first break of an application as this watch tells it. */
async function judge(store: Ledger, watch: WatchRow): Promise<Break | null> {
  const id = watch.application_id
  const broken = (event: number | null, what: string): Break => ({ saleId: id, event, what })
  const named = new Map<number, string>()
  let before = CHAIN_START
  let last: ApplicationEventRow | null = null
  let number = 0
  for (;;) {
    const events = await store.db
      .selectFrom('application_event')
      .selectAll()
      .where('application_id', '=', id)
      .where('number', '>', number)
      .orderBy('number')
      .limit(BATCH)
      .execute()
    for (const event of events) {
      if (number === watch.event_count) return broken(number + 1, 'was inserted after the last event')
      number += 1
      const what = wrongEvent(event, number, before)
      if (what !== null) return broken(number, what)
      const { submission, consent } = detailOf(event)
      if (submission !== undefined && typeof consent === 'string') named.set(submission, consent)
      before = event.hash
      last = event
    }
    if (events.length < BATCH) break
  }
  if (number < watch.event_count || last === null) return broken(number + 1, 'is missing: it was deleted')
  if (before !== watch.event_hash) return broken(number, 'is not the one that the record names as its last')
  const row = await store.db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return broken(null, 'the application was deleted, its events are left')
  const member = differs(row, last)
  if (member !== null) return broken(null, `${member} of the application differs from its last event`)
  const consent = await wrongConsent(store, id, named)
  return consent === null ? null : broken(null, consent)
}

async function auditApplication(store: Ledger, first: WatchRow): Promise<AuditedSale> {
  let watch = first
  for (let look = 1; ; look += 1) {
    const broken = await judge(store, watch)
    const done = { saleId: watch.application_id, events: watch.event_count, head: watch.event_hash, broken }
    if (broken === null) return done
    // Written on meanwhile? Then the watch has moved too, and it is looked at again.
    const now = await store.db
      .selectFrom('application_watch')
      .selectAll()
      .where('application_id', '=', watch.application_id)
      .executeTakeFirst()
    if (now === undefined || now.event_count === watch.event_count || look >= LOOKS_MAX) return done
    watch = now
  }
}

/** Events without a record, and applications that were submitted and have none. */
async function* strays({ db }: Ledger): AsyncGenerator<AuditedSale> {
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
  for (const { application_id: saleId, events: count } of events) {
    const what = 'the record was deleted, its events are left'
    yield { saleId, events: Number(count), head: '', broken: { saleId, event: null, what } }
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
  for (const { id: saleId } of bare) {
    const what = 'it is no draft any more and has no events: they were deleted'
    yield { saleId, events: 0, head: '', broken: { saleId, event: null, what } }
  }
}

/** Has this store applications at all? One that an older program made has no tables for them. */
export async function hasApplications(store: Ledger): Promise<boolean> {
  const { rows } = await sql<{ version: number }>`
    select version from tapboard_migration where set_name = ${SUBMISSION_MIGRATIONS.name}`.execute(store.db)
  return rows.length > 0
}

/** Every application that was ever submitted, in the order of IDs, each judged as it stands when its turn comes. */
export async function* auditApplications(store: Ledger): AsyncGenerator<AuditedSale> {
  if (!(await hasApplications(store))) return
  yield* strays(store)
  for (let from = ''; ;) {
    const rows = await store.db
      .selectFrom('application_watch')
      .selectAll()
      .where('application_id', '>', from)
      .orderBy('application_id')
      .limit(BATCH)
      .execute()
    for (const row of rows) yield await auditApplication(store, row)
    const last = rows.at(-1)
    if (rows.length < BATCH || last === undefined) return
    from = last.application_id
  }
}

/** Those of the heads that are of applications and not there any more. */
export async function lostApplicationHeads(store: Ledger, heads: readonly Head[]): Promise<Break[]> {
  const ours = heads.filter(isApplication)
  if (ours.length === 0 || !(await hasApplications(store))) return []
  const found = await store.db
    .selectFrom('application_event')
    .select(['application_id', 'number', 'hash'])
    .where('hash', 'in', [...new Set(ours.map(({ hash }) => hash))])
    .execute()
  const known = new Set(found.map((event) => `${event.application_id} ${event.number} ${event.hash}`))
  return ours
    .filter(({ saleId, number, hash }) => !known.has(`${saleId} ${number} ${hash}`))
    .map(({ saleId, number }) => ({
      saleId,
      event: number,
      what: 'is not the one that was written down as a head',
    }))
}

/** The heads that are of sales. */
export const headsOfSales = (heads: readonly Head[]): Head[] => heads.filter((head) => !isApplication(head))
