// P49 for applications: the audit names every changed, deleted or inserted row, including the evidence.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '@tapboard/server'
import { openStore, sql } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import type { Audited, Break } from '../../durable/audit.ts'
import { NO_TARGETS } from '../../durable/outbox/announcing.ts'
import { signWebhook } from '@tapboard/server'
import { LEDGER_MIGRATIONS } from '../../sale/ledger/schema.ts'
import { sqlApplications } from '../sql-applications.ts'
import { auditApplications, headsOfSales, lostApplicationHeads } from './audit.ts'
import { createFixture, type Fixture } from './fixture.testing.ts'
import { sqlSubmissions } from './submission-ledger.ts'
import type { SubmissionTables } from './tables.ts'

type Context = Parameters<typeof createFixture>[0]

async function auditsOf({ store }: Fixture): Promise<readonly Audited[]> {
  const audits: Audited[] = []
  for await (const audited of auditApplications(store)) audits.push(audited)
  return audits
}

async function audit(fixture: Fixture): Promise<{ looked: number; breaks: readonly Break[] }> {
  const audits = await auditsOf(fixture)
  return { looked: audits.length, breaks: audits.flatMap(({ broken }) => broken ?? []) }
}

/** Two applications: one submitted, one with a doubt, an attestation and a second submission. */
async function two(context: Context): Promise<Fixture & { readonly id: string }> {
  const fixture = await createFixture(context)
  await fixture.submit({ access: { applicant: 'A-1' } })
  fixture.script.submit = () => ({ kind: 'unknown' })
  await fixture.submit()
  await fixture.clock.advance(20_000)
  await fixture.submissions.resolve('partner', 'A-7', { result: 'not_submitted', person: 'ann' })
  fixture.script.submit = () => ({ kind: 'accepted', appId: 'app-2', reference: 'ref-2' })
  await fixture.submit({ key: 'again-0123456789abcdef' })
  return { ...fixture, id: (await fixture.application()).id }
}

const DEEDS: readonly (readonly [what: string, statement: (id: string) => string, expected: RegExp])[] = [
  [
    'an event is changed',
    (id) => `update application_event set to_state = 'draft' where application_id = '${id}' and number = 2`,
    /event 2 was changed/,
  ],
  [
    'a person is put in',
    (id) => `update application_event set person = 'bob' where application_id = '${id}' and number = 3`,
    /event 3 was changed/,
  ],
  [
    'an event is deleted',
    (id) => `delete from application_event where application_id = '${id}' and number = 3`,
    /event 3 is missing/,
  ],
  [
    'the last event is deleted',
    (id) => `delete from application_event where application_id = '${id}' and number = 5`,
    /event 5 is missing/,
  ],
  [
    'all events are deleted',
    (id) => `delete from application_event where application_id = '${id}'`,
    /event 1 is missing/,
  ],
  [
    'an event is inserted',
    (id) =>
      `insert into application_event select application_id, 6, type, from_state, to_state, at_ms, person, detail, hash, hash from application_event where application_id = '${id}' and number = 5`,
    /event 6 was inserted/,
  ],
  [
    'the state is changed',
    (id) => `update application set state = 'approved' where id = '${id}'`,
    /state of the application differs/,
  ],
  [
    'the AppId is changed',
    (id) => `update application set app_id = 'app-3' where id = '${id}'`,
    /appId of the application differs/,
  ],
  [
    'the reference is changed',
    (id) => `update application set reference = 'ref-3' where id = '${id}'`,
    /reference of the application differs/,
  ],
  [
    'the tier is changed',
    (id) => `update application set tier_name = 'Gold' where id = '${id}'`,
    /tierName of the application differs/,
  ],
  [
    'a consent is inserted',
    (id) =>
      `insert into application_consent select application_id, 7, at_ms, tier_name, signer_name, signer_index, terms_mode, documents, consents, locale, origin, address, user_agent, values_hash from application_consent where application_id = '${id}' and number = 1`,
    /consent of submission 7 belongs to no event/,
  ],
  [
    'a signature is changed',
    (id) =>
      `update application_consent set signer_name = 'Bob' where application_id = '${id}' and number = 1`,
    /consent of submission 1 was changed/,
  ],
  [
    'a consent is deleted',
    (id) => `delete from application_consent where application_id = '${id}' and number = 2`,
    /consent of submission 2 was deleted/,
  ],
  [
    'the record is deleted',
    (id) => `delete from application_watch where application_id = '${id}'`,
    /record was deleted/,
  ],
  [
    'the whole record is deleted',
    (id) =>
      `delete from application_watch where application_id = '${id}';delete from application_event where application_id = '${id}'`,
    /has no events: they were deleted/,
  ],
  [
    'the application is deleted',
    (id) => `delete from application where id = '${id}'`,
    /application was deleted/,
  ],
]

eachEngine<SubmissionTables>(
  'P49 verifies an application with a doubt and a second submission',
  async (context) => {
    const fixture = await two(context)
    await fixture.body({ access: { applicant: 'draft' } })
    assert.deepEqual(await audit(fixture), { looked: 2, breaks: [] })
    // The rows of a table have no order.
    const { db } = fixture.store
    const events = db.selectFrom('application_event').selectAll().where('application_id', '=', fixture.id)
    const first = await events.where('number', '=', 1).executeTakeFirstOrThrow()
    await sql`delete from application_event where number = 1 and application_id = ${fixture.id}`.execute(db)
    await db.insertInto('application_event').values(first).execute()
    assert.deepEqual(await audit(fixture), { looked: 2, breaks: [] })
  },
)

eachEngine<SubmissionTables>('P49 names events and head of each application, in order', async (context) => {
  const fixture = await two(context)
  const { db } = fixture.store
  const watches = await db.selectFrom('application_watch').selectAll().orderBy('application_id').execute()
  assert.deepEqual(
    await auditsOf(fixture),
    watches.map(({ application_id: id, event_count: events, event_hash: head }) => ({
      id,
      events,
      head,
      broken: null,
    })),
  )
})

eachEngine<SubmissionTables>(
  'P49 names every deleted record and every deleted chain, in order',
  async (context) => {
    const fixture = await createFixture(context)
    await fixture.submit()
    const { db } = fixture.store
    const event = await db.selectFrom('application_event').selectAll().executeTakeFirstOrThrow()
    const application = await db.selectFrom('application').selectAll().executeTakeFirstOrThrow()
    await db.deleteFrom('application_watch').execute()
    await db.deleteFrom('application_event').execute()
    await db.deleteFrom('application').execute()
    const idsOf = (prefix: string): string[] =>
      Array.from({ length: 20 }, (_, index) => `${prefix}-${String(index).padStart(2, '0')}`)
    const events = idsOf('event').flatMap((id) => [
      { ...event, application_id: id },
      { ...event, application_id: id, number: 2 },
    ])
    const bare = idsOf('bare').map((id) => ({ ...application, id, applicant: id }))
    await db.insertInto('application_event').values(events.toReversed()).execute()
    await db.insertInto('application').values(bare.toReversed()).execute()
    const lostRecord = 'the record was deleted, its events are left'
    const lostChain = 'it is no draft any more and has no events: they were deleted'
    const stray = (id: string, count: number, what: string): Audited => ({
      id,
      events: count,
      head: '',
      broken: { id, event: null, what },
    })
    assert.deepEqual(await auditsOf(fixture), [
      ...idsOf('event').map((id) => stray(id, 2, lostRecord)),
      ...idsOf('bare').map((id) => stray(id, 0, lostChain)),
    ])
  },
)

eachEngine<SubmissionTables>('P49 audits an application again that changes meanwhile', async (context) => {
  const secret = 'secret-of-the-boarding-webhooks'
  const fixture = await createFixture(context, { signerOf: () => secret })
  for (const applicant of ['A-1', 'A-2', 'A-3']) {
    fixture.script.submit = () => ({ kind: 'accepted', appId: `app-${applicant}`, reference: null })
    await fixture.submit({ access: { applicant } })
  }
  const audits = auditApplications(fixture.store)
  await audits.next()
  // The rows of the other applications are read already, their events are not.
  for (const applicant of ['A-1', 'A-2', 'A-3']) {
    const body = JSON.stringify({
      eventId: `evt-${applicant}`,
      type: 'application.status',
      createdAt: new Date(fixture.clock.now()).toISOString(),
      appId: `app-${applicant}`,
      applicationStatus: 'in_review',
      tierName: 'Standard',
    })
    const headers = signWebhook(secret, { id: 'evt', body }, fixture.clock.now())
    assert.ok((await fixture.submissions.receive('partner', Buffer.from(body), headers)).ok)
  }
  for (let count = 0; count < 2; count += 1) {
    const { value } = await audits.next()
    assert.deepEqual([value?.broken, value?.events], [null, 3])
  }
  assert.ok((await audits.next()).done)
})

test('P49 verifies an application with more events than one batch', async (context) => {
  const store = await openStore<SubmissionTables>('file::memory:')
  context.after(() => store.close())
  const fixture = await createFixture({ open: async () => store } as unknown as Context)
  await fixture.submit()
  const { id } = await fixture.application()
  const applications = sqlApplications(store as never, systemRandom)
  const ledger = sqlSubmissions(store, applications, NO_TARGETS)
  for (let count = 0; count < 250; count += 1) {
    const status = count % 2 === 0 ? 'in_review' : 'action_required'
    await ledger.apply(id, null, { type: 'status', status, statusAtMs: count })
  }
  assert.deepEqual(await audit(fixture), { looked: 1, breaks: [] })
  await sql`update application_event set person = 'bob' where number = 252`.execute(store.db)
  const what = 'was changed'
  assert.deepEqual(await audit(fixture), { looked: 1, breaks: [{ id, event: 252, what }] })
})

for (const [what, statement, expected] of DEEDS)
  eachEngine<SubmissionTables>(`P49 reports when ${what}`, async (context) => {
    const fixture = await two(context)
    for (const one of statement(fixture.id).split(';')) await sql.raw(one).execute(fixture.store.db)
    const { breaks } = await audit(fixture)
    assert.equal(breaks.length, 1)
    for (const { id, event, what: words } of breaks) {
      assert.equal(id, fixture.id)
      assert.match(event === null ? words : `event ${event} ${words}`, expected)
    }
  })

eachEngine<SubmissionTables>('P49 detects a rewritten last event by an external head', async (context) => {
  const fixture = await two(context)
  const head = await fixture.store.db
    .selectFrom('application_watch')
    .selectAll()
    .where('application_id', '=', fixture.id)
    .executeTakeFirstOrThrow()
  const kept = { id: fixture.id, number: head.event_count, hash: head.event_hash }
  assert.deepEqual(await lostApplicationHeads(fixture.store, [kept]), [])
  assert.deepEqual(await lostApplicationHeads(fixture.store, []), [])
  assert.equal((await lostApplicationHeads(fixture.store, [{ ...kept, hash: 'f'.repeat(64) }])).length, 1)
})

eachEngine<SubmissionTables>('P49 heads of sales cause no query of applications', async (context) => {
  const head = { id: 'sal_1', number: 1, hash: 'f'.repeat(64) }
  assert.deepEqual(await lostApplicationHeads((await createFixture(context)).store, [head]), [])
})

test('P49 divides heads by the IDs of sales and applications', () => {
  const heads = [
    { id: 'sal_1', number: 1, hash: 'a' },
    { id: 'apl_1', number: 1, hash: 'b' },
    { id: 'sal_apl_', number: 1, hash: 'c' },
  ]
  assert.deepEqual(
    headsOfSales(heads).map(({ id }) => id),
    ['sal_1', 'sal_apl_'],
  )
})

test('P49 audits no application in a ledger without applications', async (context) => {
  const store = await openStore<SubmissionTables>('file::memory:')
  context.after(() => store.close())
  await store.migrate(LEDGER_MIGRATIONS)
  assert.ok((await auditApplications(store).next()).done)
})

test('P49 audits the applications of a store that has the first migration only', async (context) => {
  const store = await openStore<SubmissionTables>('file::memory:')
  context.after(() => store.close())
  const fixture = await createFixture({ open: async () => store } as unknown as Context)
  await fixture.submit()
  await sql`delete from tapboard_migration where version > 1`.execute(store.db)
  assert.deepEqual(await audit(fixture), { looked: 1, breaks: [] })
})

test('P49 ignores heads of applications in a ledger without applications', async (context) => {
  const store = await openStore<SubmissionTables>('file::memory:')
  context.after(() => store.close())
  await store.migrate(LEDGER_MIGRATIONS)
  assert.deepEqual(await lostApplicationHeads(store, [{ id: 'apl_1', number: 1, hash: 'f'.repeat(64) }]), [])
})

eachEngine<SubmissionTables>('audits more applications than one batch', async (context) => {
  const fixture = await two(context)
  const first = await fixture.store.db.selectFrom('application_watch').selectAll().executeTakeFirstOrThrow()
  const more = Array.from({ length: 450 }, (_, index) => ({
    ...first,
    application_id: `zzz-${String(449 - index).padStart(3, '0')}`,
  }))
  await fixture.store.db.insertInto('application_watch').values(more).execute()
  const { looked, breaks } = await audit(fixture)
  assert.equal(looked, 452)
  assert.equal(breaks.length, 450)
})
