// Applications without a sender: found, not received, abandoned by their process, followed to their decision; an
// operator's resolution, and webhooks of the boarding API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationStatus, boarding } from '@tapboard/contract'
import { StoreError } from '@tapboard/store'
import { deferred, eachEngine } from '@tapboard/store/testing'
import { signWebhook } from '@tapboard/server'
import { ACCESS, createFixture, type Fixture } from '../submission/fixture.testing.ts'
import type { SubmissionTables } from '../submission/tables.ts'
import { isNotReceived, nextLookMs, nextLookupMs } from '../submission/pace.ts'

/** Advances the clock until the application is in a state. */
async function reaches(fixture: Fixture, state: ApplicationStatus, limitMs = 600_000): Promise<void> {
  const endMs = fixture.clock.now() + limitMs
  while ((await fixture.application()).state !== state) {
    assert.ok(fixture.clock.now() < endMs, `not ${state} within ${limitMs} ms`)
    await fixture.clock.advance(1_000)
  }
}
const eventsOf = async ({ store }: Fixture): Promise<readonly string[]> =>
  (await store.db.selectFrom('application_event').select('type').orderBy('number').execute()).map(
    ({ type }) => type,
  )

async function doubted(fixture: Fixture, lookup: boolean): Promise<void> {
  fixture.script.lookup = lookup
  fixture.script.submit = () => ({ kind: 'unknown' })
  const result = await fixture.submit()
  assert.ok(result.ok && result.application.state === 'in_doubt')
}

eachEngine<SubmissionTables>(
  'finds an application in doubt by its token and polls its status',
  async (context) => {
    const fixture = await createFixture(context)
    await doubted(fixture, true)
    fixture.script.find = () => ({ kind: 'found', appId: 'app-5', status: 'in_review', updatedAtMs: 5 })
    fixture.submissions.begin()
    await reaches(fixture, 'in_review')
    const row = await fixture.application()
    assert.deepEqual([row.appId, row.issues], ['app-5', '[]'])
    assert.ok('token' in (fixture.script.finds[0] ?? {}))
    fixture.script.find = () => ({ kind: 'found', appId: 'app-5', status: 'approved', updatedAtMs: 6 })
    await reaches(fixture, 'approved')
    const asked = fixture.script.finds.length
    for (let minute = 0; minute < 10; minute += 1) {
      fixture.clock.jump(55_000)
      await fixture.clock.advance(5_000)
    }
    assert.equal(fixture.script.finds.length, asked, 'a decided application is asked for no more')
    assert.deepEqual(await eventsOf(fixture), ['submitting', 'doubted', 'found', 'status'])
    await fixture.submissions.drain()
  },
)

eachEngine<SubmissionTables>(
  'D-55 INV-19 two misses after two minutes allow another submission',
  async (context) => {
    const fixture = await createFixture(context)
    await doubted(fixture, true)
    const doubtedAtMs = fixture.clock.now()
    fixture.submissions.begin()
    await reaches(fixture, 'refused')
    assert.ok(fixture.clock.now() - doubtedAtMs >= 130_000, `${fixture.clock.now() - doubtedAtMs} ms`)
    const row = await fixture.application()
    assert.match(row.issues, /not received/)
    fixture.script.submit = () => ({ kind: 'accepted', appId: 'app-6', reference: null })
    const again = await fixture.submit({ key: 'again-0123456789abcdef' })
    assert.ok(again.ok && again.application.state === 'submitted')
    assert.equal(fixture.script.submits.length, 2)
    await fixture.submissions.drain()
  },
)

eachEngine<SubmissionTables>(
  'INV-19 after a crash before the send the application can be submitted again',
  async (context) => {
    const dead = await createFixture(context, {
      failpoint: (name) => (name === 'written' ? new Promise<void>(() => {}) : undefined),
    })
    void dead.submit()
    await dead.clock.until(async () => (await dead.application()).state === 'submitting')
    const heir = await dead.anotherInstance({ failpoint: () => {} })
    heir.submissions.begin()
    const other = await heir.submit({ key: 'other-0123456789abcdef' })
    assert.ok(!other.ok && other.code === 'application-in-doubt')
    await reaches(heir, 'draft')
    assert.deepEqual(await eventsOf(heir), ['submitting', 'not_sent'])
    assert.equal(heir.script.submits.length, 0)
    await heir.submissions.drain()
  },
)

eachEngine<SubmissionTables>('INV-19 a process suspended beyond its lease does not send', async (context) => {
  let wake = (): void => {}
  const asleep = new Promise<void>((resolve) => (wake = resolve))
  const slow = await createFixture(context, {
    failpoint: (name) => (name === 'agreed' ? asleep : undefined),
  })
  const late = slow.submit()
  await slow.clock.until(async () => (await slow.application()).state === 'submitting')
  const heir = await slow.anotherInstance({ failpoint: () => {} })
  heir.submissions.begin()
  await reaches(heir, 'draft')
  wake()
  const result = await late
  // After 40 s the waiting page gets the current state, or the refusal that the service received nothing.
  assert.ok(result.ok ? result.application.state !== 'submitted' : result.code === 'upstream-unavailable')
  assert.equal(slow.script.submits.length, 0)
  await heir.submissions.drain()
})

eachEngine<SubmissionTables>(
  'INV-19 a crash after the send leaves a doubt, which a late answer resolves',
  async (context) => {
    let wake = (): void => {}
    const asleep = new Promise<void>((resolve) => (wake = resolve))
    const slow = await createFixture(context, {
      failpoint: (name) => (name === 'answered' ? asleep : undefined),
    })
    const late = slow.submit()
    await slow.clock.until(() => slow.script.submits.length === 1)
    const heir = await slow.anotherInstance({ failpoint: () => {} })
    heir.submissions.begin()
    await reaches(heir, 'in_doubt')
    wake()
    await late
    await reaches(heir, 'submitted')
    assert.equal((await heir.application()).appId, 'app-900')
    await heir.submissions.drain()
  },
)

eachEngine<SubmissionTables>(
  'a person resolves a doubt once, and not before the request can have arrived',
  async (context) => {
    const fixture = await createFixture(context)
    const resolveBy = (
      resolution: Parameters<Fixture['submissions']['resolve']>[2],
      applicant = ACCESS.applicant,
    ) => fixture.submissions.resolve(ACCESS.merchant, applicant, resolution)
    const codeOf = (result: Awaited<ReturnType<typeof resolveBy>>): string =>
      result.ok ? result.application.state : result.code
    assert.equal(
      codeOf(await resolveBy({ result: 'not_submitted', person: 'ann' }, 'nobody')),
      'application-not-found',
    )
    await doubted(fixture, false)
    const early = await resolveBy({ result: 'not_submitted', person: 'ann' })
    assert.ok(!early.ok && early.code === 'not-resolvable' && early.headers?.['retry-after'])
    await fixture.clock.advance(15_000)
    assert.equal(codeOf(await resolveBy({ result: 'not_submitted', person: 'ann' })), 'refused')
    assert.equal(codeOf(await resolveBy({ result: 'not_submitted', person: 'ann' })), 'refused')
    assert.equal(
      codeOf(await resolveBy({ result: 'submitted', appId: 'app-1', person: 'ann' })),
      'not-resolvable',
    )
    const again = await fixture.submit({ key: 'again-0123456789abcdef' })
    assert.ok(again.ok && again.application.state === 'in_doubt')
    assert.equal(codeOf(await resolveBy({ result: 'submitted', appId: 'app-1', person: 'ann' })), 'submitted')
    assert.equal(codeOf(await resolveBy({ result: 'submitted', appId: 'app-1', person: 'ben' })), 'submitted')
    assert.equal((await fixture.application()).checkedAtMs, null, 'nothing was heard upstream')
    assert.equal(
      codeOf(await resolveBy({ result: 'submitted', appId: 'app-2', person: 'ben' })),
      'not-resolvable',
    )
    const persons = await fixture.store.db
      .selectFrom('application_event')
      .select(['type', 'person'])
      .where('person', 'is not', null)
      .orderBy('number')
      .execute()
    assert.deepEqual(persons, [
      { type: 'attested_not_submitted', person: 'ann' },
      { type: 'attested_submitted', person: 'ann' },
    ])
  },
)

const SECRET = 'secret-of-the-boarding-webhooks'
const news = (changes: Partial<boarding.BoardingEvent> = {}): string =>
  JSON.stringify({
    eventId: 'evt_1',
    type: 'application.status',
    createdAt: '2026-03-10T13:00:00Z',
    appId: 'app-900',
    applicationStatus: 'in_review',
    tierName: 'Standard',
    ...changes,
  })

eachEngine<SubmissionTables>(
  'D-26 accepts signed webhooks of the boarding API in any order and repeatedly',
  async (context) => {
    const fixture = await createFixture(context, {
      signerOf: (merchant) => (merchant === ACCESS.merchant ? SECRET : null),
    })
    const tell = async (body: string, secret = SECRET, atMs = fixture.clock.now()): Promise<string> => {
      const result = await fixture.submissions.receive(
        ACCESS.merchant,
        Buffer.from(body),
        signWebhook(secret, { id: 'evt_1', body }, atMs),
      )
      return result.ok ? 'taken' : result.code
    }
    assert.equal(await tell(news()), 'application-not-found')
    await fixture.submit()
    assert.equal(await tell(news(), 'another-secret-of-somebody-else'), 'signature-invalid')
    assert.equal(await tell(news(), SECRET, fixture.clock.now() - 600_000), 'signature-invalid')
    assert.equal((await fixture.submissions.receive(ACCESS.merchant, Buffer.from(news()), {})).ok, false)
    const changed = Buffer.from(news({ applicationStatus: 'approved' }))
    assert.equal(
      (
        await fixture.submissions.receive(
          ACCESS.merchant,
          changed,
          signWebhook(SECRET, { id: 'evt_1', body: news() }, fixture.clock.now()),
        )
      ).ok,
      false,
    )
    assert.equal(await tell('{"eventId":1}'), 'invalid-request')
    assert.equal(await tell(news({ createdAt: 'yesterday' })), 'invalid-request')
    for (const [applicationStatus, createdAt, state] of [
      ['action_required', '2026-03-10T13:02:00Z', 'action_required'],
      // An older status changes nothing.
      ['in_review', '2026-03-10T13:01:00Z', 'action_required'],
      ['received', '2026-03-10T13:03:00Z', 'action_required'],
      ['approved', '2026-03-10T13:04:00Z', 'approved'],
      ['approved', '2026-03-10T13:04:00Z', 'approved'],
      ['declined', '2026-03-10T13:05:00Z', 'approved'],
    ] as const) {
      assert.equal(await tell(news({ applicationStatus, createdAt })), 'taken')
      assert.equal((await fixture.application()).state, state)
    }
    const hostEvents = await fixture.store.db
      .selectFrom('sale_outbox')
      .select('type')
      .orderBy('created_at_ms')
      .execute()
    assert.deepEqual(
      hostEvents.map(({ type }) => type),
      ['application.submitted', 'application.status', 'application.status'],
    )
  },
)

void test('polls at intervals by the age of the last change, for three months', () => {
  for (const [ageMs, least, most] of [
    [0, 4_500, 5_500],
    [5 * 60_000, 27_000, 33_000],
    [2 * 3_600_000, 810_000, 990_000],
    [30 * 86_400_000, 3_240_000, 3_960_000],
  ] as const)
    for (const random of [0, 0.5, 0.999]) {
      const pauseMs = nextLookMs(ageMs, random) ?? 0
      assert.ok(pauseMs >= least && pauseMs <= most, `${ageMs}: ${pauseMs}`)
    }
  assert.equal(nextLookMs(91 * 86_400_000, 0.5), null)
  assert.ok(nextLookupMs(0, 0) >= 9_000 && nextLookupMs(86_400_000, 0.999) <= 3_960_000)
})

void test('INV-19 one miss, two misses too close together, or misses before the fence prove nothing', () => {
  const good = { sentAtMs: 0, misses: 2, missedFirstMs: 120_000, nowMs: 130_000 }
  assert.ok(isNotReceived(good))
  for (const changes of [{ misses: 1 }, { missedFirstMs: 119_999 }, { nowMs: 129_999 }])
    assert.ok(!isNotReceived({ ...good, ...changes }))
})

eachEngine<SubmissionTables>(
  'a claim whose answer was lost delays its applications by a second, and leaves the lease of a running submission',
  async (context) => {
    const fixture = await createFixture(context)
    const { clock, script, store } = fixture
    let isLost = false
    const losing: typeof store = {
      ...store,
      async claimDue(trx, request) {
        const rows = await store.claimDue(trx, request)
        isLost ||= rows.length > 0
        return rows
      },
      async transaction(work) {
        const before = isLost
        const result = await store.transaction(work)
        if (isLost !== before) throw new StoreError('store-unavailable', 'the answer was lost')
        return result
      },
    }
    const { submissions, submit, lines } = await fixture.anotherInstance({ store: losing })
    const answer = deferred()
    script.submit = async () => {
      await answer.promise
      return { kind: 'accepted', appId: 'app-900', reference: 'ref-1' }
    }
    const running = submit()
    await clock.until(() => script.submits.length === 1)
    script.submit = () => ({ kind: 'unknown' })
    script.lookup = true
    await fixture.submit({ access: { applicant: 'A-8' } })
    submissions.begin()
    await clock.until(() => isLost, 30_000)
    const lostAtMs = clock.now()
    await clock.until(() => script.finds.length === 1, 30_000)
    assert.ok(clock.now() - lostAtMs <= 2_500, `looked up after ${clock.now() - lostAtMs} ms`)
    const owners = await store.db.selectFrom('application_watch').select('lease_owner').execute()
    assert.ok(owners.some(({ lease_owner: owner }) => owner?.startsWith('submit_') === true))
    answer.resolve()
    assert.ok((await running).ok)
    assert.ok(lines.some(({ message }) => message === 'due applications could not be read; retrying'))
    await clock.ended(submissions.drain())
  },
)
