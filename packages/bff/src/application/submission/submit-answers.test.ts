// The answers of the BFF to the page that submits, and the evidence that it stores and sends (INV-11, INV-17).
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { deferred, eachEngine, type EngineContext } from '@tapboard/store/testing'
import type { Refusal } from '../../refusal.ts'
import { refuse } from '../../refusal.ts'
import type { SubmissionParts } from '../create-submissions.ts'
import { termsForPage } from '../plans/statements.ts'
import { hashValues } from './judge.ts'
import { createFixture, VALUES, type Fixture } from './fixture.testing.ts'
import { RUNNING_MAX } from './submit.ts'
import type { SubmissionTables } from './tables.ts'

/** These tests concern no statement of the store: one engine is enough. */
const onFile = (title: string, body: (context: EngineContext<SubmissionTables>) => Promise<void>): void =>
  eachEngine<SubmissionTables>(title, body, {}, ['sqlite'])

type Result = Awaited<ReturnType<Fixture['submit']>>

const refusalOf = (result: Result): Refusal => {
  assert.ok(!result.ok)
  return result
}

const DOCUMENT = { id: 'terms', version: '3', sha256: 'a'.repeat(64) }

onFile('INV-17 a page gets the current state after 40 s, a repeat waits again', async (context) => {
  const fixture = await createFixture(context)
  const { clock, script } = fixture
  const gate = deferred()
  script.submit = async () => {
    await gate.promise
    return { kind: 'accepted', appId: 'app-1', reference: null }
  }
  const body = await fixture.body()
  /** The state in each answer, and whether the answer is a replay. */
  const answers: unknown[] = []
  const ask = async (): Promise<void> => {
    const result = await fixture.submit({ body })
    answers.push(result.ok ? [result.application.state, result.replayed] : result.code)
  }
  void ask()
  await clock.advance(39_999)
  void ask()
  assert.deepEqual(answers, [])
  await clock.advance(1)
  assert.deepEqual(answers, [['submitting', false]])
  gate.resolve()
  await clock.advance(1)
  assert.deepEqual(answers.slice(1), [['submitted', true]])
  assert.equal(clock.pending, 0, 'no timer is left')
  assert.equal(script.submits.length, 1)
})

onFile('D-53 says when to repeat a submission that was not sent: after 2 s or later', async (context) => {
  const fixture = await createFixture(context)
  const body = await fixture.body()
  for (const [retryAfterMs, retryAfterSeconds] of [
    [null, 2],
    [500, 2],
    [2_001, 3],
    [9_000, 9],
  ] as const) {
    fixture.script.accept = () => ({ kind: 'fault', refused: false, retryAfterMs })
    const away = refusalOf(await fixture.submit({ body }))
    assert.deepEqual([away.code, away.retryAfterSeconds], ['upstream-unavailable', retryAfterSeconds])
    assert.match(away.detail, /^Nothing was received/)
  }
  fixture.script.accept = () => ({ kind: 'fault', refused: true, retryAfterMs: 9_000 })
  const refused = refusalOf(await fixture.submit({ body }))
  assert.deepEqual([refused.code, refused.retryAfterSeconds], ['upstream-refused', undefined])
  assert.match(refused.detail, /refused the key of this merchant/)
})

onFile('P28 each answer after the limit shows the rest of it', async (context) => {
  const fixture = await createFixture(context, { limit: { count: 4, windowSeconds: 600 } })
  const { script } = fixture
  const restOf = (result: Result): string | undefined =>
    /;r=(\d+);/.exec(refusalOf(result).headers?.['ratelimit'] ?? '')?.[1]
  assert.equal(restOf(await fixture.submit({ key: 'short' })), undefined, 'refused before the limit')
  assert.equal(restOf(await fixture.submit({ body: { secrets: 'a.b.c.d.e' } })), '3')
  assert.equal(restOf(await fixture.submit({ values: { ...VALUES, corporateName: '' } })), '2')
  script.tiersRefusal = refuse('upstream-unavailable', 'Later.', { headers: { 'x-own': '1' } })
  const unavailable = await fixture.submit()
  assert.deepEqual(
    [restOf(unavailable), refusalOf(unavailable).code, refusalOf(unavailable).headers?.['x-own']],
    ['1', 'upstream-unavailable', '1'],
  )
  script.tiersRefusal = null
  script.termsRefusal = refuse('upstream-refused', 'No.')
  const refused = await fixture.submit()
  assert.deepEqual([restOf(refused), refusalOf(refused).code], ['0', 'upstream-refused'])
  const limited = refusalOf(await fixture.submit())
  assert.deepEqual([limited.code, limited.retryAfterSeconds], ['rate-limited', 150])
  assert.match(limited.headers?.['ratelimit'] ?? '', /;r=0;t=600$/)
})

/** A further instance whose submissions wait for `gate` after validation; the first one resolves `judged`. */
async function heldInstance(fixture: Awaited<ReturnType<typeof createFixture>>) {
  const gate = deferred()
  const judged = deferred()
  const slow = await fixture.anotherInstance({
    failpoint: (name) => {
      if (name !== 'judged') return
      judged.resolve()
      return gate.promise
    },
  })
  return { slow, judged, gate }
}

onFile(
  'P28 sealed secrets of another application are refused with the rest of the limit',
  async (context) => {
    const fixture = await createFixture(context)
    const { slow, judged, gate } = await heldInstance(fixture)
    const body = await fixture.body()
    const late = slow.submit({ key: 'late-0123456789abcdef', body })
    await judged.promise
    fixture.script.submit = () => ({
      kind: 'refused',
      code: 'ValidationError',
      reference: null,
      messages: ['No.'],
    })
    await fixture.submit({ body })
    gate.resolve()
    const refused = refusalOf(await late)
    assert.equal(refused.code, 'invalid-secrets')
    assert.match(refused.headers?.['ratelimit'] ?? '', /r=999/)
  },
)

onFile(
  'P28 a request for an application that is submitted already is refused before the limits and the values',
  async (context) => {
    const fixture = await createFixture(context, { limit: { count: 1, windowSeconds: 600 } })
    assert.ok((await fixture.submit()).ok)
    const refused = refusalOf(await fixture.submit({ key: 'other-0123456789abcdef' }))
    assert.equal(refused.code, 'application-closed')
    assert.equal(refused.headers?.['ratelimit'], undefined)
  },
)

onFile('INV-11 of two requests with one key at once the later one repeats the other', async (context) => {
  const fixture = await createFixture(context)
  const { slow, judged, gate } = await heldInstance(fixture)
  const body = await fixture.body()
  const late = [slow.submit({ body }), slow.submit({ body: { ...body, termsToken: 'x' } })]
  await judged.promise
  await fixture.clock.advance(1)
  const first = await fixture.submit({ body })
  gate.resolve()
  const [repeat, mismatch] = await Promise.all(late)
  assert.ok(first.ok && repeat?.ok && repeat.replayed)
  assert.deepEqual(repeat.application, first.application)
  assert.ok(mismatch !== undefined && refusalOf(mismatch).code === 'idempotency-mismatch')
  assert.equal(fixture.script.submits.length, 1)
})

test('INV-17 a process keeps the values of at most 500 applications in memory by default', () =>
  assert.equal(RUNNING_MAX, 500))

onFile('INV-17 a process at its limit asks for the same request after 5 s', async (context) => {
  const fixture = await createFixture(context, { runningMax: 0 })
  const refused = refusalOf(await fixture.submit())
  assert.deepEqual([refused.code, refused.retryAfterSeconds], ['rate-limited', 5])
  assert.match(refused.detail, /send the same request again/)
})

onFile('sends the agreement with its evidence to the service', async (context) => {
  const fixture = await createFixture(context)
  const { script, clock } = fixture
  await fixture.submit({ consent: { locale: 'en-US' } })
  const evidence = {
    time: new Date(clock.now()).toISOString(),
    origin: 'https://partner.example',
    locale: 'en-US',
    application: hashValues(VALUES),
  }
  assert.deepEqual(script.accepts[0], {
    tierName: VALUES.tierName,
    corporateName: VALUES.corporateName,
    signerName: 'Ana Lindqvist',
    locale: 'en-US',
    documents: [DOCUMENT],
    consents: ['all'],
    evidence: { ...evidence, address: '203.0.113.9', userAgent: 'Test' },
  })
  const witness = { address: null, userAgent: null }
  await fixture.submit({ access: { applicant: 'A-8' }, consent: { locale: '<en>' }, witness })
  assert.equal(script.accepts[1]?.locale, 'en')
  assert.deepEqual(script.accepts[1]?.evidence, { ...evidence, locale: '<en>' })
})

onFile('stores the accepted documents, with their IDs where the service shows them', async (context) => {
  const fixture = await createFixture(context)
  fixture.script.termsMode = 'frame'
  const result = await fixture.submit({ body: { termsToken: 'from-the-frame' } })
  assert.ok(result.ok)
  assert.deepEqual(result.application.agreed?.documents, [
    { title: 'terms', version: '3', sha256: DOCUMENT.sha256 },
  ])
  const [consent] = await fixture.store.db.selectFrom('application_consent').selectAll().execute()
  assert.deepEqual(
    [consent?.terms_mode, consent?.tier_name, consent?.documents, consent?.consents, consent?.values_hash],
    ['frame', VALUES.tierName, JSON.stringify([DOCUMENT]), '[{"id":"all"}]', hashValues(VALUES)],
  )
})

onFile('D-216 the record of a consent has the hash of each statement as it was shown', async (context) => {
  const fixture = await createFixture(context)
  const { script, store } = fixture
  const shown = {
    ...script.terms,
    consents: [
      { id: 'all', locale: 'fr-CA', text: 'J’accepte.' },
      { id: 'all', locale: 'en', text: 'I agree.' },
    ],
  }
  script.terms = shown
  const accepted = [...new Set(termsForPage(shown).consents.map(({ id }) => id))]
  assert.ok((await fixture.submit({ consent: { accepted } })).ok)
  const [consent] = await store.db.selectFrom('application_consent').selectAll().execute()
  const sha256 = createHash('sha256').update('all\nJ’accepte.\nI agree.').digest('hex')
  assert.deepEqual(JSON.parse(consent?.consents ?? ''), [{ id: 'all', sha256 }])
  assert.deepEqual(script.accepts[0]?.consents, ['all'])
})

onFile('D-216 a statement with another text than the one that was shown is not accepted', async (context) => {
  const fixture = await createFixture(context)
  const { script } = fixture
  const accepted = termsForPage(script.terms).consents.map(({ id }) => id)
  script.terms = { ...script.terms, consents: [{ id: 'all', locale: 'en', text: 'I agree to more.' }] }
  const refused = refusalOf(await fixture.submit({ consent: { accepted } }))
  assert.deepEqual(
    refused.issues?.map(({ path, code }) => `${path} ${code}`),
    ['consent.documents documents-changed', 'consent.accepted consent-missing'],
  )
  assert.equal(script.accepts.length, 0)
  // A page of an earlier version names the ID only.
  assert.ok((await fixture.submit({ consent: { accepted: ['all'] } })).ok)
})

onFile('accepts the tiers that both the token and the upstream name', async (context) => {
  const fixture = await createFixture(context)
  const { script } = fixture
  script.tiers = ['Standard', 'Gold']
  const codesFor = async (tiers: readonly string[] | null, tierName: string): Promise<unknown> => {
    const applicant = `${tiers?.join() ?? 'all'} ${tierName}`
    const result = await fixture.submit({ access: { applicant, tiers }, values: { ...VALUES, tierName } })
    return result.ok ? result.application.state : result.issues?.map(({ path, code }) => `${path} ${code}`)
  }
  assert.equal(await codesFor(['Standard'], 'Standard'), 'submitted')
  assert.equal(await codesFor(null, 'Gold'), 'submitted')
  // Without an offered tier no documents are read, so the consent is not compared with any.
  script.termsRefusal = refuse('upstream-unavailable', 'Later.')
  assert.deepEqual(await codesFor(['Gold'], 'Standard'), ['tierName tier-unavailable'])
  assert.deepEqual(await codesFor(['Silver'], 'Silver'), ['tierName tier-unavailable'])
})

/** The log lines and the failpoints of one submission. */
async function traceOf(
  context: EngineContext<SubmissionTables>,
  arrange: (fixture: Fixture) => void,
  parts: Partial<SubmissionParts> = {},
): Promise<{ readonly lines: readonly string[]; readonly points: readonly string[]; readonly id: string }> {
  const points: string[] = []
  const fixture = await createFixture(context, {
    failpoint: (name, id) => void points.push(`${name} ${id}`),
    ...parts,
  })
  arrange(fixture)
  await fixture.submit()
  const { id } = await fixture.application()
  const lines = fixture.lines
    .filter(({ fields }) => fields['applicationId'] === id)
    .map(({ level, fields: { merchant, state, code }, message }) =>
      [level, merchant, state, code, message].join(' | '),
    )
  return { lines, points, id }
}

onFile('logs the commit and the end of a submission', async (context) => {
  const { lines, points, id } = await traceOf(context, () => {})
  assert.deepEqual(lines, [
    'info | partner | submitting |  | a submission is committed',
    'info | partner | submitted | accepted | a submission has ended',
  ])
  assert.deepEqual(
    points,
    ['judged', 'written', 'agreed', 'leaving', 'answered', 'recorded'].map((name) => `${name} ${id}`),
  )
})

onFile('logs the end of a submission without a terms token', async (context) => {
  const { lines, points, id } = await traceOf(context, ({ script }) => {
    script.accept = () => ({ kind: 'fault', refused: false, retryAfterMs: null })
  })
  assert.deepEqual(lines, [
    'info | partner | submitting |  | a submission is committed',
    'info | partner | draft | not_sent | a submission has ended',
  ])
  assert.deepEqual(
    points,
    ['judged', 'written', 'recorded'].map((name) => `${name} ${id}`),
  )
})
