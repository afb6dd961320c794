// The end of a submission, on both engines: sent once despite retries; unknown without an answer; correctable after a
// refusal; and no trace of one that never left (INV-11, INV-19).
import assert from 'node:assert/strict'
import { FIELD_MESSAGES } from '@tapboard/contract'
import { goodSigner } from '@tapboard/contract/testing'
import { StoreError } from '@tapboard/store'
import { deferred, eachEngine } from '@tapboard/store/testing'
import { systemRandom } from '@tapboard/server'
import { AUDIT_MIGRATIONS, auditRecords } from '../../durable/audit-log.ts'
import { sqlApplications } from '../sql-applications.ts'
import { createFixture, VALUES, type RequestChanges, type Fixture } from './fixture.testing.ts'
import { holdSubmissions, releaseSubmissions } from './submission-hold.ts'
import type { SubmissionTables } from './tables.ts'
import type { SubmitResult } from '../../upstream/boarding/boarding-port.ts'

const CALLER = { by: 'command', user: 'ann' } as const
const OTHER: RequestChanges = { key: 'other-0123456789abcdef' }
type Result = Awaited<ReturnType<Fixture['submit']>>
const stateOf = (result: Result): string => (result.ok ? result.application.state : result.code)
const rows = async ({ store }: Fixture, table: keyof SubmissionTables): Promise<number> =>
  (await store.db.selectFrom(table).selectAll().execute()).length

eachEngine<SubmissionTables>('INV-19 submits an application once and stores its consent', async (context) => {
  const fixture = await createFixture(context)
  const result = await fixture.submit()
  assert.ok(result.ok && !result.replayed)
  const { application } = result
  assert.deepEqual(
    [application.state, application.appId, application.reference, application.tierName, application.issues],
    ['submitted', 'app-900', 'ref-1', 'Standard', []],
  )
  assert.deepEqual(application.agreed, {
    signerName: 'Ana Lindqvist',
    atMs: fixture.clock.now(),
    documents: [{ title: 'Terms', version: '3', sha256: 'a'.repeat(64) }],
  })
  const { accepts, submits } = fixture.script
  assert.deepEqual([accepts.length, submits.length], [1, 1])
  assert.deepEqual(submits[0]?.values, VALUES)
  assert.deepEqual([submits[0]?.agent, submits[0]?.token?.startsWith('token-of-')], [{ name: 'Ada' }, true])
  assert.equal(accepts[0]?.evidence['address'], '203.0.113.9')
  const [consent] = await fixture.store.db.selectFrom('application_consent').selectAll().execute()
  assert.deepEqual(
    [consent?.signer_name, consent?.signer_index, consent?.origin, consent?.user_agent, consent?.locale],
    ['Ana Lindqvist', 0, 'https://partner.example', 'Test', 'en'],
  )
  assert.equal(consent?.values_hash, accepts[0]?.evidence['application'])
  const [submission] = await fixture.store.db.selectFrom('application_submission').selectAll().execute()
  assert.deepEqual([submission?.phase, submission?.holds, submission?.sealed_token], ['sent', 1, null])
  const hostEvents = await fixture.store.db.selectFrom('sale_outbox').select(['type', 'target']).execute()
  assert.deepEqual(hostEvents, [{ type: 'application.submitted', target: 'webhook' }])
})

eachEngine<SubmissionTables>(
  'D-171 after a restore no application is submitted until the hold is released',
  async (context) => {
    const fixture = await createFixture(context)
    const store = fixture.store as unknown as Parameters<typeof holdSubmissions>[0]
    await store.migrate(AUDIT_MIGRATIONS)
    const body = await fixture.body()
    await holdSubmissions(store, CALLER)
    await holdSubmissions(store, CALLER)
    // A store of another version finds the hold by this word.
    const scopes = await store.db.selectFrom('submission_hold').select('scope').execute()
    assert.deepEqual(scopes, [{ scope: 'all' }])
    const held = await fixture.submit({ body })
    assert.ok(!held.ok)
    assert.deepEqual([held.code, held.retryAfterSeconds], ['store-restored', 60])
    assert.deepEqual([fixture.script.submits.length, await rows(fixture, 'application_submission')], [0, 0])
    assert.equal(await releaseSubmissions(store, CALLER), true)
    assert.equal(await releaseSubmissions(store, CALLER), false)
    const sent = await fixture.submit({ body })
    assert.ok(sent.ok)
    await holdSubmissions(store, CALLER)
    const repeat = await fixture.submit({ body })
    assert.ok(repeat.ok && repeat.replayed, 'a repeat gets its own submission')
    assert.equal(fixture.script.submits.length, 1)
    const actions: unknown[] = []
    for await (const { entry } of auditRecords(store as never)) actions.push(JSON.parse(entry))
    assert.deepEqual(
      actions,
      ['submissions-held', 'submissions-released', 'submissions-held'].map((action) => ({
        action,
        ...CALLER,
      })),
    )
  },
)

eachEngine<SubmissionTables>(
  'INV-11 a repeated request gets the same submission; a reused key is rejected',
  async (context) => {
    const fixture = await createFixture(context)
    const body = await fixture.body()
    const first = await fixture.submit({ body })
    const again = await fixture.submit({ body })
    assert.ok(first.ok && again.ok && again.replayed)
    assert.deepEqual(again.application, first.application)
    assert.equal(
      stateOf(await fixture.submit({ body: { ...body, termsToken: 'x' } })),
      'idempotency-mismatch',
    )
    const other = await fixture.submit(OTHER)
    assert.ok(!other.ok && other.code === 'application-closed')
    assert.deepEqual(other.application, first.application)
    assert.equal(stateOf(await fixture.submit({ key: 'short' })), 'idempotency-key-missing')
    assert.equal(fixture.script.submits.length, 1)
  },
)

eachEngine<SubmissionTables>(
  'INV-19 concurrent clicks, tabs and instances make one submission',
  async (context) => {
    const fixture = await createFixture(context)
    const second = await fixture.anotherInstance()
    const body = await fixture.body()
    const gate = deferred()
    fixture.script.submit = async () => {
      await gate.promise
      return { kind: 'accepted', appId: 'app-1', reference: null }
    }
    const clicks = Array.from({ length: 20 }, () => fixture.submit({ body }))
    const tabs = Array.from({ length: 10 }, (_, tab) => second.submit({ key: `tab-${tab}-0123456789abcdef` }))
    // The send ends after ten refusals: by then each tab, or each click, has met the committed submission.
    let refusals = 0
    for (const one of [...clicks, ...tabs])
      void one.then(({ ok }) => {
        if (!ok && (refusals += 1) === tabs.length) gate.resolve()
      })
    const all = await Promise.all([...clicks, ...tabs])
    const accepted = all.filter((one) => one.ok)
    const refused = all.filter((one) => !one.ok && one.code === 'application-in-doubt')
    assert.equal(fixture.script.submits.length, 1)
    assert.equal(await rows(fixture, 'application_submission'), 1)
    // Either the clicks' key won, or that of one tab: then the others get "may have been received".
    assert.equal(accepted.length + refused.length, 30)
    assert.ok(accepted.length === 20 || accepted.length === 1, `${accepted.length}`)
    // A repeat between the commit and the send gets the current state; the first request gets the result.
    const sender = accepted.filter((one) => one.ok && !one.replayed)
    assert.deepEqual(sender.map(stateOf), ['submitted'])
    for (const one of accepted) assert.match(stateOf(one), /^submitt(ing|ed)$/)
  },
)

eachEngine<SubmissionTables>('INV-11 a repeat during the send gets its result', async (context) => {
  const fixture = await createFixture(context)
  const body = await fixture.body()
  const [sent, gate] = [deferred(), deferred()]
  fixture.script.submit = async () => {
    sent.resolve()
    await gate.promise
    return { kind: 'accepted', appId: 'app-1', reference: null }
  }
  const first = fixture.submit({ body })
  await sent.promise
  let answered = false
  const repeat = fixture.submit({ body }).finally(() => (answered = true))
  for (let read = 0; read < 10; read += 1) await rows(fixture, 'application_submission')
  assert.equal(answered, false)
  gate.resolve()
  const [end, again] = [await first, await repeat]
  assert.deepEqual([stateOf(end), stateOf(again)], ['submitted', 'submitted'])
  assert.ok(end.ok && !end.replayed && again.ok && again.replayed)
})

eachEngine<SubmissionTables>('INV-19 a lost answer leaves a doubt and no second send', async (context) => {
  const fixture = await createFixture(context)
  fixture.script.submit = () => ({ kind: 'unknown' })
  const body = await fixture.body()
  assert.equal(stateOf(await fixture.submit({ body })), 'in_doubt')
  assert.equal(stateOf(await fixture.submit({ body })), 'in_doubt')
  const other = await fixture.submit(OTHER)
  assert.ok(!other.ok && other.code === 'application-in-doubt' && other.application !== undefined)
  fixture.submissions.begin()
  // The loop looks at the end of every minute of three hours; all of its 10,800 looks would take seconds of the processor.
  for (let minute = 0; minute < 180; minute += 1) {
    fixture.clock.jump(58_000)
    await fixture.clock.advance(2_000)
  }
  assert.equal((await fixture.application()).state, 'in_doubt')
  assert.deepEqual([fixture.script.submits.length, fixture.script.finds.length], [1, 0])
  await fixture.submissions.drain()
})

eachEngine<SubmissionTables>(
  'D-53 the same request repeats a submission that was not sent',
  async (context) => {
    const fixture = await createFixture(context)
    const body = await fixture.body()
    fixture.script.submit = () => ({ kind: 'not_sent' })
    const away = await fixture.submit({ body })
    assert.ok(!away.ok && away.code === 'upstream-unavailable' && (away.retryAfterSeconds ?? 0) > 0)
    const row = await fixture.application()
    assert.deepEqual(
      [row.state, row.agreed, await rows(fixture, 'application_submission')],
      ['draft', null, 0],
    )
    fixture.script.submit = () => ({ kind: 'accepted', appId: 'app-2', reference: null })
    assert.equal(stateOf(await fixture.submit({ body })), 'submitted')
    // The evidence of the first acceptance remains.
    assert.equal(await rows(fixture, 'application_consent'), 2)
  },
)

eachEngine<SubmissionTables>('without a terms token nothing is submitted', async (context) => {
  const fixture = await createFixture(context)
  const body = await fixture.body()
  fixture.script.accept = () => ({ kind: 'fault', refused: false, retryAfterMs: 9_000 })
  const away = await fixture.submit({ body })
  assert.ok(!away.ok && away.code === 'upstream-unavailable' && away.retryAfterSeconds === 9)
  fixture.script.accept = () => ({ kind: 'fault', refused: true, retryAfterMs: null })
  assert.equal(stateOf(await fixture.submit({ body })), 'upstream-refused')
  fixture.script.accept = () => ({
    kind: 'refused',
    code: 'InvalidTier',
    reference: 'ref-2',
    messages: ['No such tier'],
  })
  const refused = await fixture.submit({ body })
  assert.ok(refused.ok && refused.application.state === 'refused')
  assert.deepEqual(
    refused.application.issues.map(({ path, code }) => ({ path, code })),
    [{ path: 'tierName', code: 'tier-unavailable' }],
  )
  assert.equal(fixture.script.submits.length, 0)
})

const REFUSED: SubmitResult = {
  kind: 'refused',
  code: 'ValidationError',
  reference: 'ref-3',
  messages: [
    `DBAName: ${FIELD_MESSAGES['too-long']}`,
    `SignerInformationList[0].DateOfBirth: ${FIELD_MESSAGES['under-18']}`,
    'Call us.',
  ],
}

eachEngine<SubmissionTables>(
  'a refused application names its fields and can be corrected and submitted',
  async (context) => {
    const fixture = await createFixture(context)
    fixture.script.submit = () => REFUSED
    const body = await fixture.body()
    const result = await fixture.submit({ body })
    assert.ok(result.ok && result.application.state === 'refused')
    assert.deepEqual(result.application.issues, [
      { path: 'dbaName', code: 'too-long', message: FIELD_MESSAGES['too-long'] },
      { path: 'signers[0].dateOfBirth', code: 'under-18', message: FIELD_MESSAGES['under-18'] },
      { path: '', code: 'upstream', message: 'Call us.' },
    ])
    // The same sealed secrets under another key are no new request.
    assert.equal(
      stateOf(await fixture.submit({ ...OTHER, body: { secrets: body.secrets } })),
      'invalid-secrets',
    )
    fixture.script.submit = () => ({ kind: 'accepted', appId: 'app-3', reference: null })
    assert.equal(stateOf(await fixture.submit(OTHER)), 'submitted')
    assert.equal(stateOf(await fixture.submit({ body })), 'submitted')
    assert.equal(fixture.script.submits.length, 2)
  },
)

eachEngine<SubmissionTables>('reports all faults at once and stores nothing', async (context) => {
  const fixture = await createFixture(context)
  const values = { ...VALUES, taxId: '000000000', signers: [goodSigner({ ssn: '078051120' })] }
  const wrong = await fixture.submit({
    values,
    consent: { signerName: 'Somebody', accepted: [], documents: [] },
  })
  assert.ok(!wrong.ok && wrong.code === 'invalid-application')
  assert.deepEqual(
    wrong.issues?.map(({ path, code }) => `${path} ${code}`),
    [
      'taxId ein-invalid',
      'signers[0].ssn ssn-invalid',
      'consent.documents documents-changed',
      'consent.accepted consent-missing',
      'consent.signerName signature-name',
    ],
  )
  for (const { message } of wrong.issues ?? []) assert.doesNotMatch(message, /000000000|078051120/)
  for (const [changes, path] of [
    [{ access: { tiers: ['Gold'] } }, 'tierName'],
    [{ values: { ...VALUES, tierName: 'Gold' } }, 'tierName'],
  ] as const) {
    const result = await fixture.submit(changes)
    assert.ok(!result.ok && result.issues?.[0]?.path === path)
  }
  assert.equal(stateOf(await fixture.submit({ body: { secrets: 'a.b.c.d.e' } })), 'invalid-secrets')
  assert.equal(await rows(fixture, 'application_event'), 0)
  assert.deepEqual([fixture.script.accepts.length, fixture.script.submits.length], [0, 0])
})

eachEngine<SubmissionTables>(
  'D-25 passes the terms token of a frame or page, and requires it in the sandbox as well',
  async (context) => {
    const fixture = await createFixture(context)
    fixture.script.termsMode = 'frame'
    const missing = await fixture.submit()
    assert.ok(!missing.ok && missing.issues?.[0]?.code === 'terms-token')
    const given = await fixture.submit({ body: { termsToken: 'from-the-frame' }, consent: { documents: [] } })
    assert.equal(stateOf(given), 'submitted')
    assert.deepEqual([fixture.script.accepts.length, fixture.script.submits[0]?.token], [0, 'from-the-frame'])
    fixture.script.termsMode = 'host'
    for (const environment of ['sandbox', 'production'] as const) {
      fixture.script.environment = environment
      const without = await fixture.submit({ access: { applicant: 'A-8' } })
      assert.ok(!without.ok && without.issues?.some(({ code }) => code === 'terms-token'), environment)
    }
    assert.equal(fixture.script.submits.length, 1)
  },
)

eachEngine<SubmissionTables>(
  'P28 limits an application to three submissions in ten minutes; a repeat does not count',
  async (context) => {
    const fixture = await createFixture(context, { limit: { count: 3, windowSeconds: 600 } })
    fixture.script.submit = () => REFUSED
    const body = await fixture.body()
    for (let count = 0; count < 5; count += 1)
      assert.equal(stateOf(await fixture.submit({ body })), 'refused')
    for (let count = 0; count < 2; count += 1)
      assert.equal(stateOf(await fixture.submit({ key: `again-${count}-0123456789` })), 'refused')
    const fourth = await fixture.submit({ key: 'fourth-0123456789abcdef' })
    assert.ok(!fourth.ok && fourth.code === 'rate-limited' && (fourth.retryAfterSeconds ?? 0) > 0)
    assert.ok(fourth.headers?.['ratelimit'])
    assert.equal(fixture.script.submits.length, 3)
  },
)

eachEngine<SubmissionTables>('P42 stores no value that the upstream repeats', async (context) => {
  const fixture = await createFixture(context)
  fixture.script.submit = ({ values }) => ({
    kind: 'refused',
    code: 'ValidationError',
    reference: values.taxId,
    messages: [
      `TaxId: ${values.taxId} is taken`,
      `SignerInformationList[0].Ssn: 123-45-6788 of ${values.signers[0]?.dateOfBirth}`,
      `Account ${values.banking.accountNumber} at ${values.banking.routingNumber}`,
    ],
  })
  const result = await fixture.submit()
  assert.ok(result.ok && result.application.state === 'refused')
  const text = JSON.stringify([result, fixture.lines, await fixture.application()])
  for (const secret of ['123456780', '123456788', '123-45-6788', '12345678901', '021000021', '1980-02-29'])
    assert.ok(!text.includes(secret), secret)
  fixture.script.submit = ({ values }) => ({ kind: 'accepted', appId: `x${values.taxId}`, reference: null })
  assert.equal(stateOf(await fixture.submit(OTHER)), 'in_doubt')
  assert.equal((await fixture.application()).appId, null)
})

eachEngine<SubmissionTables>(
  'D-54 INV-19 a duplicated request makes one application, whichever answer arrives',
  async (context) => {
    for (const [code, mode, find, state] of [
      ['InvalidToken', 'service', 'app-7', 'submitted'],
      ['DuplicateApplication', 'service', 'app-7', 'submitted'],
      ['InvalidToken', 'host', 'app-7', 'submitted'],
      ['InvalidToken', 'service', 'missing', 'refused'],
      ['DuplicateApplication', 'host', 'missing', 'refused'],
      ['InvalidToken', 'service', 'fault', 'in_doubt'],
      ['InvalidToken', 'service', null, 'in_doubt'],
      ['DuplicateApplication', 'host', null, 'in_doubt'],
      // The page's token may be used or of another plan; the person gets that refusal.
      ['InvalidToken', 'host', null, 'refused'],
    ] as const) {
      const fixture = await createFixture(context)
      const { script } = fixture
      script.termsMode = mode
      script.lookup = find !== null
      script.submit = () => ({
        kind: 'refused',
        code,
        reference: null,
        messages: ['Token: Agree to the terms again.'],
      })
      script.find = () =>
        find === 'fault'
          ? { kind: 'fault', refused: false, retryAfterMs: null }
          : find === 'missing' || find === null
            ? { kind: 'missing' }
            : { kind: 'found', appId: find, status: 'received', updatedAtMs: 1 }
      const applicant = `${code} ${mode} ${find}`
      const result = await fixture.submit({ access: { applicant }, body: { termsToken: 'from-the-page' } })
      assert.equal(stateOf(result), state, applicant)
      assert.equal(script.submits.length, 1)
    }
  },
)

eachEngine<SubmissionTables>('stores an answer after the store recovered', async (context) => {
  const fixture = await createFixture(context)
  const { transaction } = fixture.store
  let away = 0
  const flaky: typeof fixture.store = Object.create(fixture.store, {
    transaction: {
      value: (work: Parameters<typeof transaction>[0]) => {
        away -= 1
        return away >= 0
          ? Promise.reject(new StoreError('store-unavailable', 'away'))
          : transaction.call(fixture.store, work)
      },
    },
  })
  const other = await fixture.anotherInstance({
    applications: sqlApplications(flaky as never, systemRandom),
  })
  fixture.script.submit = () => {
    away = 4
    return { kind: 'accepted', appId: 'app-4', reference: null }
  }
  const submitted = other.submit()
  await fixture.clock.until(async () => away < 0 && (await fixture.application()).state === 'submitted')
  assert.equal(stateOf(await submitted), 'submitted')
  assert.equal((await fixture.application()).appId, 'app-4')
  assert.equal(other.lines.filter(({ fields }) => fields.code === 'store-unavailable').length, 4)
})

eachEngine<SubmissionTables>(
  'P85 a draining process finishes its submission and starts no other',
  async (context) => {
    const fixture = await createFixture(context)
    const gate = deferred()
    fixture.script.submit = async () => {
      await gate.promise
      return { kind: 'accepted', appId: 'app-5', reference: null }
    }
    const submitted = fixture.submit()
    await fixture.clock.until(() => fixture.script.submits.length === 1)
    let stopped = false
    const stopping = fixture.submissions.drain().then(() => (stopped = true))
    await fixture.clock.advance(5_000)
    assert.equal(stopped, false)
    gate.resolve()
    assert.equal(stateOf(await submitted), 'submitted')
    await stopping
  },
)

eachEngine<SubmissionTables>(
  'INV-17 refuses a submission above the limit with Retry-After',
  async (context) => {
    const fixture = await createFixture(context, { runningMax: 3 })
    const gate = deferred()
    fixture.script.submit = async () => {
      await gate.promise
      return { kind: 'accepted', appId: 'app-5', reference: null }
    }
    const all = Array.from({ length: 3 }, (_, index) =>
      fixture.submit({ access: { applicant: `A-${index}` } }),
    )
    await fixture.clock.until(() => fixture.script.submits.length === 3)
    const late = await fixture.submit({ access: { applicant: 'late' } })
    assert.ok(!late.ok && late.code === 'rate-limited' && late.retryAfterSeconds === 5)
    gate.resolve()
    assert.ok((await Promise.all(all)).every(({ ok }) => ok))
    assert.equal(stateOf(await fixture.submit({ access: { applicant: 'late' } })), 'submitted')
  },
  {},
  ['sqlite'],
)
