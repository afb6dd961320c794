// The end of a submission, on both engines: sent once despite retries; unknown without an answer; correctable after a
// refusal; and no trace of one that never left (INV-11, INV-19).
import assert from 'node:assert/strict'
import { FIELD_MESSAGES } from '@tapboard/contract'
import { goodSigner } from '@tapboard/contract/testing'
import { StoreError } from '@tapboard/store'
import { deferred, eachEngine } from '@tapboard/store/testing'
import { systemRandom } from '@tapboard/server'
import { sqlApplications } from '../applications.ts'
import { createGround, VALUES, type Bent, type Ground } from './ground.testing.ts'
import type { SubmissionTables } from './rows.ts'
import type { SubmitEnd } from '../../upstream/boarding/boarding-port.ts'

const OTHER: Bent = { key: 'other-0123456789abcdef' }
type Result = Awaited<ReturnType<Ground['submit']>>
const stateOf = (result: Result): string => (result.ok ? result.application.state : result.code)
const rows = async ({ store }: Ground, table: keyof SubmissionTables): Promise<number> =>
  (await store.db.selectFrom(table).selectAll().execute()).length

eachEngine<SubmissionTables>(
  'INV-19 an application is agreed to, submitted once, and written down',
  async (context) => {
    const ground = await createGround(context)
    const result = await ground.submit()
    assert.ok(result.ok && !result.replayed)
    const { application } = result
    assert.deepEqual(
      [application.state, application.appId, application.reference, application.tierName, application.issues],
      ['submitted', 'app-900', 'ref-1', 'Standard', []],
    )
    assert.deepEqual(application.agreed, {
      signerName: 'Ana Lindqvist',
      atMs: ground.clock.now(),
      documents: [{ title: 'Terms', version: '3', sha256: 'a'.repeat(64) }],
    })
    const { accepts, submits } = ground.script
    assert.deepEqual([accepts.length, submits.length], [1, 1])
    assert.deepEqual(submits[0]?.values, VALUES)
    assert.deepEqual([submits[0]?.agent, submits[0]?.token?.startsWith('token-of-')], [{ name: 'Ada' }, true])
    assert.equal(accepts[0]?.evidence['address'], '203.0.113.9')
    const [consent] = await ground.store.db.selectFrom('application_consent').selectAll().execute()
    assert.deepEqual(
      [consent?.signer_name, consent?.signer_index, consent?.origin, consent?.user_agent, consent?.locale],
      ['Ana Lindqvist', 0, 'https://partner.example', 'Test', 'en'],
    )
    assert.equal(consent?.values_hash, accepts[0]?.evidence['application'])
    const [submission] = await ground.store.db.selectFrom('application_submission').selectAll().execute()
    assert.deepEqual([submission?.phase, submission?.holds, submission?.sealed_token], ['sent', 1, null])
    const told = await ground.store.db.selectFrom('sale_outbox').select(['type', 'target']).execute()
    assert.deepEqual(told, [{ type: 'application.submitted', target: 'webhook' }])
  },
)

eachEngine<SubmissionTables>(
  'INV-11 the same request is the same submission; the same key never another',
  async (context) => {
    const ground = await createGround(context)
    const body = await ground.body()
    const first = await ground.submit({ body })
    const again = await ground.submit({ body })
    assert.ok(first.ok && again.ok && again.replayed)
    assert.deepEqual(again.application, first.application)
    assert.equal(stateOf(await ground.submit({ body: { ...body, termsToken: 'x' } })), 'idempotency-mismatch')
    const other = await ground.submit(OTHER)
    assert.ok(!other.ok && other.code === 'application-closed')
    assert.deepEqual(other.application, first.application)
    assert.equal(stateOf(await ground.submit({ key: 'short' })), 'idempotency-key-missing')
    assert.equal(ground.script.submits.length, 1)
  },
)

eachEngine<SubmissionTables>(
  'INV-19 clicks, tabs and instances at once make one submission',
  async (context) => {
    const ground = await createGround(context)
    const second = await ground.again()
    const body = await ground.body()
    const gate = deferred()
    ground.script.submit = async () => {
      await gate.promise
      return { kind: 'accepted', appId: 'app-1', reference: null }
    }
    const clicks = Array.from({ length: 20 }, () => ground.submit({ body }))
    const tabs = Array.from({ length: 10 }, (_, tab) => second.submit({ key: `tab-${tab}-0123456789abcdef` }))
    const told = await Promise.all(tabs)
    gate.resolve()
    const ends = await Promise.all(clicks)
    const all = [...ends, ...told]
    const submitted = all.filter((one) => one.ok && one.application.state === 'submitted')
    const refused = all.filter((one) => !one.ok && one.code === 'application-in-doubt')
    assert.equal(ground.script.submits.length, 1)
    assert.equal(await rows(ground, 'application_submission'), 1)
    // Either the clicks' key won, or that of one tab: then the others are told that it may have been received.
    assert.equal(submitted.length + refused.length, 30)
    assert.ok(submitted.length === 20 || submitted.length === 1, `${submitted.length}`)
  },
)

eachEngine<SubmissionTables>(
  'INV-19 an answer that is lost leaves a doubt, and nothing is sent again',
  async (context) => {
    const ground = await createGround(context)
    ground.script.submit = () => ({ kind: 'unknown' })
    const body = await ground.body()
    assert.equal(stateOf(await ground.submit({ body })), 'in_doubt')
    assert.equal(stateOf(await ground.submit({ body })), 'in_doubt')
    const other = await ground.submit(OTHER)
    assert.ok(!other.ok && other.code === 'application-in-doubt' && other.application !== undefined)
    ground.submissions.begin()
    await ground.clock.advance(3 * 3_600_000)
    assert.equal((await ground.application()).state, 'in_doubt')
    assert.deepEqual([ground.script.submits.length, ground.script.finds.length], [1, 0])
    await ground.submissions.drain()
  },
)

eachEngine<SubmissionTables>(
  'D-53 what never left may be sent again, by the same request',
  async (context) => {
    const ground = await createGround(context)
    const body = await ground.body()
    ground.script.submit = () => ({ kind: 'not_sent' })
    const away = await ground.submit({ body })
    assert.ok(!away.ok && away.code === 'upstream-unavailable' && (away.retryAfterSeconds ?? 0) > 0)
    const row = await ground.application()
    assert.deepEqual(
      [row.state, row.agreed, await rows(ground, 'application_submission')],
      ['draft', null, 0],
    )
    ground.script.submit = () => ({ kind: 'accepted', appId: 'app-2', reference: null })
    assert.equal(stateOf(await ground.submit({ body })), 'submitted')
    // The evidence of the first time stays: it was agreed to.
    assert.equal(await rows(ground, 'application_consent'), 2)
  },
)

eachEngine<SubmissionTables>('an upstream that gives no token has not received anything', async (context) => {
  const ground = await createGround(context)
  const body = await ground.body()
  ground.script.accept = () => ({ kind: 'fault', refused: false, retryAfterMs: 9_000 })
  const away = await ground.submit({ body })
  assert.ok(!away.ok && away.code === 'upstream-unavailable' && away.retryAfterSeconds === 9)
  ground.script.accept = () => ({ kind: 'fault', refused: true, retryAfterMs: null })
  assert.equal(stateOf(await ground.submit({ body })), 'upstream-refused')
  ground.script.accept = () => ({
    kind: 'refused',
    code: 'InvalidTier',
    reference: 'ref-2',
    messages: ['No such tier'],
  })
  const refused = await ground.submit({ body })
  assert.ok(refused.ok && refused.application.state === 'refused')
  assert.deepEqual(
    refused.application.issues.map(({ path, code }) => ({ path, code })),
    [{ path: 'tierName', code: 'tier-unavailable' }],
  )
  assert.equal(ground.script.submits.length, 0)
})

const REFUSED: SubmitEnd = {
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
  'an application that is refused says where, and is submitted again corrected',
  async (context) => {
    const ground = await createGround(context)
    ground.script.submit = () => REFUSED
    const body = await ground.body()
    const result = await ground.submit({ body })
    assert.ok(result.ok && result.application.state === 'refused')
    assert.deepEqual(result.application.issues, [
      { path: 'dbaName', code: 'too-long', message: FIELD_MESSAGES['too-long'] },
      { path: 'signers[0].dateOfBirth', code: 'under-18', message: FIELD_MESSAGES['under-18'] },
      { path: '', code: 'upstream', message: 'Call us.' },
    ])
    // The same sealed secrets under another key are no new request.
    assert.equal(
      stateOf(await ground.submit({ ...OTHER, body: { secrets: body.secrets } })),
      'invalid-secrets',
    )
    ground.script.submit = () => ({ kind: 'accepted', appId: 'app-3', reference: null })
    assert.equal(stateOf(await ground.submit(OTHER)), 'submitted')
    assert.equal(stateOf(await ground.submit({ body })), 'submitted')
    assert.equal(ground.script.submits.length, 2)
  },
)

eachEngine<SubmissionTables>('whatever is wrong is said at once, and nothing is written', async (context) => {
  const ground = await createGround(context)
  const values = { ...VALUES, taxId: '000000000', signers: [goodSigner({ ssn: '078051120' })] }
  const wrong = await ground.submit({
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
  for (const [bent, path] of [
    [{ access: { tiers: ['Gold'] } }, 'tierName'],
    [{ values: { ...VALUES, tierName: 'Gold' } }, 'tierName'],
  ] as const) {
    const result = await ground.submit(bent)
    assert.ok(!result.ok && result.issues?.[0]?.path === path)
  }
  assert.equal(stateOf(await ground.submit({ body: { secrets: 'a.b.c.d.e' } })), 'invalid-secrets')
  assert.equal(await rows(ground, 'application_event'), 0)
  assert.deepEqual([ground.script.accepts.length, ground.script.submits.length], [0, 0])
})

eachEngine<SubmissionTables>(
  'where a frame or the page tells the token, it is sent as it came, and asked for where it must be',
  async (context) => {
    const ground = await createGround(context)
    ground.script.termsMode = 'frame'
    const missing = await ground.submit()
    assert.ok(!missing.ok && missing.issues?.[0]?.code === 'terms-token')
    const given = await ground.submit({ body: { termsToken: 'from-the-frame' }, consent: { documents: [] } })
    assert.equal(stateOf(given), 'submitted')
    assert.deepEqual([ground.script.accepts.length, ground.script.submits[0]?.token], [0, 'from-the-frame'])
    ground.script.termsMode = 'host'
    const access = { applicant: 'A-8' }
    ground.script.submit = () => ({ kind: 'accepted', appId: 'app-8', reference: null })
    assert.equal(stateOf(await ground.submit({ access })), 'submitted')
    assert.equal(ground.script.submits[1]?.token, null)
    ground.script.environment = 'production'
    const sealed = await ground.submit({ access: { applicant: 'A-9' } })
    assert.ok(!sealed.ok && sealed.issues?.some(({ code }) => code === 'terms-token'))
  },
)

eachEngine<SubmissionTables>(
  'P28 a fourth submission in ten minutes waits; a repeat costs nothing',
  async (context) => {
    const ground = await createGround(context, { limit: { count: 3, windowSeconds: 600 } })
    ground.script.submit = () => REFUSED
    const body = await ground.body()
    for (let count = 0; count < 5; count += 1) assert.equal(stateOf(await ground.submit({ body })), 'refused')
    for (let count = 0; count < 2; count += 1)
      assert.equal(stateOf(await ground.submit({ key: `again-${count}-0123456789` })), 'refused')
    const fourth = await ground.submit({ key: 'fourth-0123456789abcdef' })
    assert.ok(!fourth.ok && fourth.code === 'rate-limited' && (fourth.retryAfterSeconds ?? 0) > 0)
    assert.ok(fourth.headers?.['ratelimit'])
    assert.equal(ground.script.submits.length, 3)
  },
)

eachEngine<SubmissionTables>(
  'P42 an upstream that repeats what it was sent gets none of it stored',
  async (context) => {
    const ground = await createGround(context)
    ground.script.submit = ({ values }) => ({
      kind: 'refused',
      code: 'ValidationError',
      reference: values.taxId,
      messages: [
        `TaxId: ${values.taxId} is taken`,
        `SignerInformationList[0].Ssn: 123-45-6788 of ${values.signers[0]?.dateOfBirth}`,
        `Account ${values.banking.accountNumber} at ${values.banking.routingNumber}`,
      ],
    })
    const result = await ground.submit()
    assert.ok(result.ok && result.application.state === 'refused')
    const text = JSON.stringify([result, ground.lines, await ground.application()])
    for (const secret of ['123456780', '123456788', '123-45-6788', '12345678901', '021000021', '1980-02-29'])
      assert.ok(!text.includes(secret), secret)
    ground.script.submit = ({ values }) => ({ kind: 'accepted', appId: `x${values.taxId}`, reference: null })
    assert.equal(stateOf(await ground.submit(OTHER)), 'in_doubt')
    assert.equal((await ground.application()).app_id, null)
  },
)

eachEngine<SubmissionTables>(
  'D-54 INV-19 a request that came twice is one application, whichever of its answers came back',
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
      // The page's own token may be used up or of another plan: that is said to the person.
      ['InvalidToken', 'host', null, 'refused'],
    ] as const) {
      const ground = await createGround(context)
      const { script } = ground
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
      const result = await ground.submit({ access: { applicant }, body: { termsToken: 'from-the-page' } })
      assert.equal(stateOf(result), state, applicant)
      assert.equal(script.submits.length, 1)
    }
  },
)

eachEngine<SubmissionTables>(
  'an answer that comes while the store is away is written down when it is back',
  async (context) => {
    const ground = await createGround(context)
    const { transaction } = ground.store
    let away = 0
    const flaky: typeof ground.store = Object.create(ground.store, {
      transaction: {
        value: (work: Parameters<typeof transaction>[0]) => {
          away -= 1
          return away >= 0
            ? Promise.reject(new StoreError('store-unavailable', 'away'))
            : transaction.call(ground.store, work)
        },
      },
    })
    const other = await ground.again({ applications: sqlApplications(flaky as never, systemRandom) })
    ground.script.submit = () => {
      away = 4
      return { kind: 'accepted', appId: 'app-4', reference: null }
    }
    const submitted = other.submit()
    await ground.clock.until(async () => away < 0 && (await ground.application()).state === 'submitted')
    assert.equal(stateOf(await submitted), 'submitted')
    assert.equal((await ground.application()).app_id, 'app-4')
    assert.equal(other.lines.filter(({ fields }) => fields.code === 'store-unavailable').length, 4)
  },
)

eachEngine<SubmissionTables>(
  'P85 a process that stops waits for its submission, and begins no other',
  async (context) => {
    const ground = await createGround(context)
    const gate = deferred()
    ground.script.submit = async () => {
      await gate.promise
      return { kind: 'accepted', appId: 'app-5', reference: null }
    }
    const submitted = ground.submit()
    await ground.clock.until(() => ground.script.submits.length === 1)
    let stopped = false
    const stopping = ground.submissions.drain().then(() => (stopped = true))
    await ground.clock.advance(5_000)
    assert.equal(stopped, false)
    gate.resolve()
    assert.equal(stateOf(await submitted), 'submitted')
    await stopping
  },
)

eachEngine<SubmissionTables>(
  'INV-17 one submission too many at once is told to come back',
  async (context) => {
    const ground = await createGround(context, { runningMax: 3 })
    const gate = deferred()
    ground.script.submit = async () => {
      await gate.promise
      return { kind: 'accepted', appId: 'app-5', reference: null }
    }
    const all = Array.from({ length: 3 }, (_, index) =>
      ground.submit({ access: { applicant: `A-${index}` } }),
    )
    await ground.clock.until(() => ground.script.submits.length === 3)
    const late = await ground.submit({ access: { applicant: 'late' } })
    assert.ok(!late.ok && late.code === 'rate-limited' && late.retryAfterSeconds === 5)
    gate.resolve()
    assert.ok((await Promise.all(all)).every(({ ok }) => ok))
    assert.equal(stateOf(await ground.submit({ access: { applicant: 'late' } })), 'submitted')
  },
  {},
  ['sqlite'],
)
