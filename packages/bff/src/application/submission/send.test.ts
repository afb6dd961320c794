// The send of a submission: its result is written while the store is away, and it never contradicts the record (INV-19).
import assert from 'node:assert/strict'
import { systemRandom } from '@tapboard/server'
import { StoreError } from '@tapboard/store'
import { deferred, eachEngine, type EngineContext } from '@tapboard/store/testing'
import { unseal } from '../../token/seal.ts'
import type { SubmitResult } from '../../upstream/boarding/boarding-port.ts'
import { sqlApplications } from '../sql-applications.ts'
import { ACCESS, createFixture, type Fixture } from './fixture.testing.ts'
import type { SubmissionTables } from './tables.ts'

/** These tests concern no statement of the store: one engine is enough. */
const onFile = (title: string, body: (context: EngineContext<SubmissionTables>) => Promise<void>): void =>
  eachEngine<SubmissionTables>(title, body, {}, ['sqlite'])

const ACCEPTED: SubmitResult = { kind: 'accepted', appId: 'app-1', reference: 'ref-1' }

/** A process whose transactions fail with `fault()`, once the service has answered. */
async function failing(
  context: EngineContext<SubmissionTables>,
  fault: () => Error | null,
): Promise<{ readonly fixture: Fixture; readonly sender: Fixture; warnings(): number }> {
  const fixture = await createFixture(context)
  const { transaction } = fixture.store
  let answered = false
  const flaky: typeof fixture.store = Object.create(fixture.store, {
    transaction: {
      value: (work: Parameters<typeof transaction>[0]) => {
        const error = answered ? fault() : null
        return error === null ? transaction.call(fixture.store, work) : Promise.reject(error)
      },
    },
  })
  fixture.script.submit = () => {
    answered = true
    return ACCEPTED
  }
  const applications = sqlApplications(flaky as never, systemRandom)
  const sender = await fixture.anotherInstance({ applications })
  const warnings = (): number =>
    sender.lines.filter(
      ({ level, fields, message }) =>
        level === 'warn' &&
        fields['code'] === 'store-unavailable' &&
        message === 'the result of a submission waits for the store',
    ).length
  return { fixture, sender, warnings }
}

const away = (): Error => new StoreError('store-unavailable', 'away')
const failures = ({ lines }: Fixture): readonly unknown[] =>
  lines
    .filter(({ message }) => message === 'a submission failed')
    .map(({ level, fields: { merchant, code } }) => [level, merchant, code])

onFile('writes a result every second for ten minutes while the store is away', async (context) => {
  const { fixture, sender, warnings } = await failing(context, away)
  const { clock } = fixture
  const result = sender.submit()
  await clock.until(() => warnings() === 1)
  await clock.advance(999)
  assert.equal(warnings(), 1)
  await clock.advance(1)
  assert.equal(warnings(), 2)
  await clock.advance(598_000)
  assert.deepEqual([warnings(), failures(sender)], [600, []])
  await clock.advance(1_000)
  assert.deepEqual([warnings(), failures(sender)], [600, [['warn', 'partner', 'fault']]])
  const page = await result
  assert.ok(page.ok && page.application.state === 'submitting', 'the page has its answer since 40 s')
  assert.equal(clock.pending, 0)
})

onFile('P85 a process that ends writes no result any more', async (context) => {
  const { fixture, sender, warnings } = await failing(context, away)
  const { clock } = fixture
  const rejected = assert.rejects(sender.submit(), StoreError)
  await clock.until(() => warnings() === 1)
  await clock.ended(sender.submissions.drain())
  const written = warnings()
  await clock.advance(1)
  assert.deepEqual([warnings(), failures(sender)], [written, [['warn', 'partner', 'fault']]])
  await rejected
})

onFile('does not repeat a write that fails otherwise', async (context) => {
  const { fixture, sender, warnings } = await failing(context, () => new TypeError('a bug'))
  await assert.rejects(sender.submit(), TypeError)
  assert.deepEqual([warnings(), failures(sender)], [0, [['warn', 'partner', 'fault']]])
  assert.equal((await fixture.application()).state, 'submitting', 'the follower resolves it')
})

onFile('a submission whose application was deleted fails', async (context) => {
  const fixture = await createFixture(context)
  fixture.script.submit = async () => {
    await fixture.store.db.deleteFrom('application').execute()
    return ACCEPTED
  }
  await assert.rejects(fixture.submit(), /does not exist/)
})

onFile('INV-19 a result that contradicts an attestation changes nothing and is logged', async (context) => {
  const gate = deferred()
  const answered = deferred()
  const slow = await createFixture(context, {
    failpoint: (name) => {
      if (name !== 'answered') return
      answered.resolve()
      return gate.promise
    },
  })
  slow.script.submit = () => ({
    kind: 'refused',
    code: 'ValidationError',
    reference: null,
    messages: ['No.'],
  })
  const late = slow.submit()
  await answered.promise
  const heir = await slow.anotherInstance({ failpoint: () => {} })
  heir.submissions.begin()
  await slow.clock.until(async () => (await slow.application()).state === 'in_doubt', 120_000)
  const resolution = { result: 'submitted', appId: 'app-5', person: 'ann' } as const
  await heir.submissions.resolve(ACCESS.merchant, ACCESS.applicant, resolution)
  gate.resolve()
  await late
  await slow.clock.advance(1)
  const row = await slow.application()
  assert.deepEqual([row.state, row.appId], ['submitted', 'app-5'])
  const ends = slow.lines.filter(({ fields }) => fields['code'] === 'refused')
  assert.deepEqual(
    ends.map(({ level, fields: { merchant, applicationId, state }, message }) => [
      level,
      merchant,
      applicationId,
      state,
      message,
    ]),
    [
      [
        'error',
        'partner',
        row.id,
        'submitted',
        'the result of a submission contradicts the state of its application',
      ],
    ],
  )
  await heir.submissions.drain()
})

onFile('P42 a reference that repeats a secret is not stored, the AppId is', async (context) => {
  const fixture = await createFixture(context)
  fixture.script.submit = ({ values }) => ({ ...ACCEPTED, reference: `ref-${values.taxId}` })
  const result = await fixture.submit()
  assert.ok(result.ok)
  assert.deepEqual(
    [result.application.state, result.application.appId, result.application.reference],
    ['submitted', 'app-1', null],
  )
})

onFile('D-54 recognizes the codes of a repeat in any case', async (context) => {
  for (const [code, state] of [
    ['INVALIDTOKEN', 'submitted'],
    ['duplicateApplication', 'submitted'],
    ['InvalidTier', 'refused'],
  ] as const) {
    const fixture = await createFixture(context)
    fixture.script.lookup = true
    fixture.script.submit = () => ({ kind: 'refused', code, reference: 'ref-9', messages: ['No.'] })
    fixture.script.find = () => ({ kind: 'found', appId: 'app-7', status: 'received', updatedAtMs: 1 })
    const result = await fixture.submit({ access: { applicant: code } })
    assert.ok(result.ok)
    const { appId, reference } = result.application
    assert.deepEqual(
      [result.application.state, appId, reference],
      state === 'submitted' ? [state, 'app-7', null] : [state, null, 'ref-9'],
    )
  }
})

onFile('D-53 a submission that was not sent is refused as unavailable', async (context) => {
  const fixture = await createFixture(context)
  fixture.script.submit = () => ({ kind: 'not_sent' })
  const result = await fixture.submit()
  assert.ok(!result.ok && result.code === 'upstream-unavailable' && result.retryAfterSeconds === 2)
  assert.equal((await fixture.application()).state, 'draft')
})

onFile('INV-19 keeps the terms token encrypted while the result is unknown', async (context) => {
  const fixture = await createFixture(context)
  fixture.script.submit = () => ({ kind: 'unknown' })
  await fixture.submit()
  const { id } = await fixture.application()
  const [row] = await fixture.store.db.selectFrom('application_submission').selectAll().execute()
  assert.ok(row?.sealed_token instanceof Uint8Array)
  const token = await unseal(row.sealed_token, [new Uint8Array(32).fill(2)], id)
  assert.equal(token, fixture.script.submits[0]?.token)
  assert.deepEqual([row.phase, row.sent_at_ms], ['sent', fixture.clock.now()])
})

onFile('INV-19 no other process takes a submission for a minute after its begin', async (context) => {
  const fixture = await createFixture(context)
  const leases: unknown[] = []
  fixture.script.submit = async () => {
    const watches = await fixture.store.db.selectFrom('application_watch').selectAll().execute()
    leases.push(...watches.map(({ lease_until_ms: untilMs }) => untilMs))
    return ACCEPTED
  }
  const beganMs = fixture.clock.now()
  await fixture.submit()
  assert.deepEqual(leases, [beganMs + 60_000])
})

onFile(
  'INV-19 sends nothing if another process has ended the submission before the send',
  async (context) => {
    const fixture: Fixture = await createFixture(context, {
      failpoint: async (name) => {
        if (name === 'agreed')
          await fixture.store.db.updateTable('application').set({ state: 'draft' }).execute()
      },
    })
    const result = await fixture.submit()
    assert.ok(!result.ok && result.code === 'upstream-unavailable')
    assert.equal(fixture.script.submits.length, 0)
  },
)
