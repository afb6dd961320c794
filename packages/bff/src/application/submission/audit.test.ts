// P49 for applications: the audit names every changed, deleted or inserted row, including the evidence.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore, sql } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import type { Break } from '../../durable/audit.ts'
import { LEDGER_MIGRATIONS } from '../../sale/ledger/schema.ts'
import { auditApplications, lostApplicationHeads } from './audit.ts'
import { createFixture, type Fixture } from './fixture.testing.ts'
import type { SubmissionTables } from './tables.ts'

async function audit({ store }: Fixture): Promise<{ looked: number; breaks: readonly Break[] }> {
  const breaks: Break[] = []
  let looked = 0
  for await (const { broken } of auditApplications(store)) {
    looked += 1
    if (broken !== null) breaks.push(broken)
  }
  return { looked, breaks }
}

/** Two applications: one submitted, one with a doubt, an attestation and a second submission. */
async function two(context: Parameters<typeof createFixture>[0]): Promise<Fixture & { readonly id: string }> {
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

const DEEDS: readonly (readonly [what: string, statement: (id: string) => string, said: RegExp])[] = [
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
    assert.deepEqual(await audit(fixture), { looked: 2, breaks: [] })
  },
)

for (const [what, statement, said] of DEEDS)
  eachEngine<SubmissionTables>(`P49 reports when ${what}`, async (context) => {
    const fixture = await two(context)
    for (const one of statement(fixture.id).split(';')) await sql.raw(one).execute(fixture.store.db)
    const { breaks } = await audit(fixture)
    assert.ok(breaks.length >= 1)
    for (const { id, event, what: words } of breaks) {
      assert.equal(id, fixture.id)
      assert.match(event === null ? words : `event ${event} ${words}`, said)
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
  assert.equal((await lostApplicationHeads(fixture.store, [{ ...kept, hash: 'f'.repeat(64) }])).length, 1)
})

eachEngine<SubmissionTables>('P49 heads of sales cause no query of applications', async (context) => {
  const head = { id: 'sal_1', number: 1, hash: 'f'.repeat(64) }
  assert.deepEqual(await lostApplicationHeads((await createFixture(context)).store, [head]), [])
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
    application_id: `zzz-${String(index).padStart(3, '0')}`,
  }))
  await fixture.store.db.insertInto('application_watch').values(more).execute()
  const { looked, breaks } = await audit(fixture)
  assert.equal(looked, 452)
  assert.equal(breaks.length, 450)
})
