// The ledger of submissions on both engines: each write changes one submission of one application, and its result names the
// reason for a write that did not happen (INV-11, INV-19).
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { systemRandom } from '@tapboard/server'
import { StoreError, type Store } from '@tapboard/store'
import { eachEngine, type EngineContext } from '@tapboard/store/testing'
import type { Applications } from '../applications.ts'
import { sqlApplications } from '../sql-applications.ts'
import { hashConsent } from './chain.ts'
import { createFixture } from './fixture.testing.ts'
import { sqlSubmissions, type Beginning, type SubmissionLedger } from './submission-ledger.ts'
import { CONSENT, SUBMISSION, WATCH, type SubmissionTables } from './tables.ts'
import type { ConsentRow, EventDetail, SubmissionRow, WatchRow } from './rows.ts'

const NOW = Date.UTC(2026, 2, 10, 12)
const SEALED = Buffer.of(1, 2, 3)
const CONSENTED: Beginning['consent'] = {
  tierName: 'Gold',
  signerName: 'Ana Lindqvist',
  signerIndex: 0,
  termsMode: 'service',
  documents: '[]',
  consents: '["all"]',
  locale: 'en',
  origin: 'https://partner.example',
  address: null,
  userAgent: null,
  valuesHash: 'f'.repeat(64),
}

const beginningOf = (changes: Partial<Beginning> = {}): Beginning => ({
  key: 'key-0123456789abcdef',
  requestHash: 'request-1',
  secretsHash: 'secrets-1',
  consent: CONSENTED,
  agreed: { signerName: 'Ana Lindqvist', documents: [] },
  owner: 'sender',
  leaseMs: 60_000,
  ...changes,
})

/** The rows of an application, in the order of their numbers. */
interface Rows {
  readonly submissions: readonly SubmissionRow[]
  readonly consents: readonly ConsentRow[]
  readonly events: readonly { type: string; person: string | null; detail: string }[]
  readonly watch: WatchRow | null
}

interface Bench {
  readonly store: Store<SubmissionTables>
  readonly applications: Applications
  readonly ledger: SubmissionLedger
  /** Commits that announced an event. */
  announced(): number
  open(applicant: string, merchant?: string): Promise<string>
  rowsOf(id: string): Promise<Rows>
  pass(ms: number): void
}

async function benchOf(context: EngineContext<SubmissionTables>): Promise<Bench> {
  const { store, clock } = await createFixture(context)
  const applications = sqlApplications(
    store as unknown as Parameters<typeof sqlApplications>[0],
    systemRandom,
  )
  let announced = 0
  const announcing = { targets: () => ['webhook'] as const, written: () => void (announced += 1) }
  const { db } = store
  return {
    store,
    applications,
    ledger: sqlSubmissions(store, applications, announcing),
    announced: () => announced,
    open: async (applicant, merchant = 'partner') => (await applications.open(merchant, applicant)).id,
    pass: (ms) => clock.jump(ms),
    async rowsOf(id) {
      const rows = (table: 'application_submission' | 'application_consent' | 'application_event') =>
        db.selectFrom(table).selectAll().where('application_id', '=', id).orderBy('number').execute()
      const watch = await db
        .selectFrom('application_watch')
        .selectAll()
        .where('application_id', '=', id)
        .executeTakeFirst()
      return {
        submissions: ((await rows('application_submission')) as never[]).map(SUBMISSION.toRow),
        consents: ((await rows('application_consent')) as never[]).map(CONSENT.toRow),
        events: (await rows('application_event')) as unknown as Rows['events'],
        watch: watch === undefined ? null : WATCH.toRow(watch),
      }
    },
  }
}

async function begin({ ledger }: Bench, id: string, changes: Partial<Beginning> = {}): Promise<number> {
  const begun = await ledger.begin(id, beginningOf(changes))
  assert.equal(begun.kind, 'begun')
  return begun.number
}

eachEngine<SubmissionTables>(
  'commits a submission with consent, event and lease at once',
  async (context) => {
    const bench = await benchOf(context)
    const id = await bench.open('A-1')
    const begun = await bench.ledger.begin(id, beginningOf())
    assert.ok(begun.kind === 'begun')
    const { row, number, atMs } = begun
    assert.deepEqual(
      [number, atMs, row.state, row.tierName, row.issues],
      [1, NOW, 'submitting', 'Gold', '[]'],
    )
    assert.deepEqual(JSON.parse(row.agreed ?? ''), { ...beginningOf().agreed, atMs: NOW })
    const { submissions, consents, events, watch } = await bench.rowsOf(id)
    const consent: ConsentRow = { applicationId: id, number: 1, atMs: NOW, ...CONSENTED }
    assert.deepEqual(consents, [consent])
    assert.deepEqual(submissions, [
      {
        applicationId: id,
        number: 1,
        idempotencyKey: 'key-0123456789abcdef',
        requestHash: 'request-1',
        secretsHash: 'secrets-1',
        phase: 'written',
        holds: true,
        sealedToken: null,
        createdAtMs: NOW,
        sentAtMs: null,
      },
    ])
    assert.deepEqual(
      events.map(({ type, person }) => [type, person]),
      [['submitting', null]],
    )
    const detail: EventDetail = {
      submission: 1,
      version: row.version,
      appId: null,
      reference: null,
      tierName: 'Gold',
      issues: [],
      consent: hashConsent(consent),
    }
    assert.deepEqual(JSON.parse(events[0]?.detail ?? ''), detail)
    assert.deepEqual(
      { ...watch, eventHash: '' },
      {
        applicationId: id,
        submission: 1,
        eventCount: 1,
        eventHash: '',
        statusAtMs: null,
        changedAtMs: NOW,
        doubtedAtMs: null,
        misses: 0,
        missedFirstMs: null,
        nextAtMs: NOW,
        leaseOwner: 'sender',
        leaseUntilMs: NOW + 60_000,
        fence: 0,
      },
    )
    assert.equal(bench.announced(), 0, 'the merchant gets no event of a submission that begins')
  },
)

eachEngine<SubmissionTables>('INV-19 changes no other application with the same key', async (context) => {
  const bench = await benchOf(context)
  const { ledger } = bench
  const [one, other] = [await bench.open('A-1'), await bench.open('A-2')]
  await begin(bench, other, { secretsHash: 'secrets-2' })
  await ledger.leave(other, 1, Buffer.of(9))
  const before = await bench.rowsOf(other)
  assert.equal(await ledger.byKey(one, beginningOf().key), null)
  assert.equal(await ledger.newest(one), null)
  await begin(bench, one)
  assert.equal(await ledger.leave(one, 1, SEALED), true)
  assert.deepEqual(await bench.rowsOf(other), before)
  assert.deepEqual(
    [(await ledger.byKey(one, beginningOf().key))?.sealedToken, (await ledger.newest(one))?.phase],
    [SEALED, 'sent'],
  )
  await ledger.apply(one, 1, { type: 'accepted', appId: 'app-1', reference: null })
  assert.deepEqual(await bench.rowsOf(other), before)
  assert.equal((await bench.applications.find(other))?.state, 'submitting')
  const sent = await bench.rowsOf(one)
  await ledger.apply(other, 1, { type: 'not_sent' })
  assert.deepEqual(await bench.rowsOf(one), sent)
  assert.deepEqual((await bench.rowsOf(other)).submissions, [])
})

eachEngine<SubmissionTables>('INV-19 changes no earlier submission and reuses no number', async (context) => {
  const bench = await benchOf(context)
  const { ledger } = bench
  const id = await bench.open('A-1')
  assert.equal(await begin(bench, id), 1)
  await ledger.leave(id, 1, SEALED)
  await ledger.apply(id, 1, { type: 'refused', reference: null, issues: [] })
  const { submissions: first } = await bench.rowsOf(id)
  assert.deepEqual([first[0]?.phase, first[0]?.holds, first[0]?.sealedToken], ['sent', false, null])
  const second = { key: 'second-0123456789abcdef', secretsHash: 'secrets-2' }
  assert.equal(await begin(bench, id, second), 2)
  assert.equal((await ledger.newest(id))?.number, 2)
  assert.equal((await ledger.byKey(id, beginningOf().key))?.number, 1)
  await ledger.apply(id, 2, { type: 'not_sent' })
  assert.deepEqual((await bench.rowsOf(id)).submissions, first)
  assert.equal(await begin(bench, id, second), 3)
  await ledger.leave(id, 3, SEALED)
  await ledger.apply(id, 3, { type: 'accepted', appId: 'app-1', reference: null })
  const { submissions } = await bench.rowsOf(id)
  assert.deepEqual(submissions[0], first[0])
  assert.deepEqual(
    submissions.map(({ number, holds }) => [number, holds]),
    [
      [1, false],
      [3, true],
    ],
  )
})

eachEngine<SubmissionTables>('INV-19 allows one send of a submission', async (context) => {
  const bench = await benchOf(context)
  const { ledger } = bench
  const id = await bench.open('A-1')
  assert.equal(await ledger.leave('apl_unknown', 1, SEALED), false)
  assert.equal(await ledger.leave(id, 1, SEALED), false)
  await begin(bench, id)
  assert.equal(await ledger.leave(id, 2, SEALED), false)
  bench.pass(5)
  assert.equal(await ledger.leave(id, 1, SEALED), true)
  assert.equal(await ledger.leave(id, 1, null), false)
  const [submission] = (await bench.rowsOf(id)).submissions
  assert.deepEqual([submission?.sentAtMs, submission?.sealedToken], [NOW + 5, SEALED])
  // A submission that is in doubt before it was sent: another process must not send it.
  const doubted = await bench.open('A-2')
  await begin(bench, doubted, { secretsHash: 'secrets-2' })
  await ledger.apply(doubted, 1, { type: 'unknown', lookup: false })
  assert.equal(await ledger.leave(doubted, 1, SEALED), false)
})

eachEngine<SubmissionTables>('names the reason for a submission that did not begin', async (context) => {
  const bench = await benchOf(context)
  const { ledger } = bench
  const [id, other] = [await bench.open('A-1'), await bench.open('A-2')]
  const kindOf = async (at: string, changes: Partial<Beginning>): Promise<string> => {
    const begun = await ledger.begin(at, beginningOf(changes))
    if ('row' in begun) assert.equal(begun.row.id, at)
    return begun.kind
  }
  assert.equal(await kindOf(id, {}), 'begun')
  assert.equal(await kindOf(id, {}), 'repeat')
  assert.equal(await kindOf(id, { requestHash: 'request-2' }), 'mismatch')
  assert.equal(await kindOf(id, { key: 'other-0123456789abcdef', secretsHash: 'x' }), 'not_submittable')
  assert.equal(await kindOf(other, {}), 'secrets-used')
  assert.deepEqual((await bench.rowsOf(other)).events, [])
  await assert.rejects(ledger.begin('apl_unknown', beginningOf()), /does not exist/)
})

eachEngine<SubmissionTables>(
  'INV-19 an index rejects a second held submission even if the state allows it',
  async (context) => {
    const bench = await benchOf(context)
    const id = await bench.open('A-1')
    await begin(bench, id)
    await bench.store.db.updateTable('application').set({ state: 'draft' }).where('id', '=', id).execute()
    const second = beginningOf({ key: 'second-0123456789abcdef', secretsHash: 'secrets-2' })
    const begun = await bench.ledger.begin(id, second)
    assert.ok(begun.kind === 'not_submittable' && begun.row.id === id)
    const { submissions, consents } = await bench.rowsOf(id)
    assert.deepEqual([submissions.length, consents.length], [1, 1])
  },
)

eachEngine<SubmissionTables>('a fault of the store is no reason', async (context) => {
  const bench = await benchOf(context)
  const id = await bench.open('A-1')
  await bench.store.close()
  await assert.rejects(bench.ledger.begin(id, beginningOf()), StoreError)
})

eachEngine<SubmissionTables>('applies news to the newest submission only', async (context) => {
  const bench = await benchOf(context)
  const { ledger } = bench
  const id = await bench.open('A-1')
  const accepted = { type: 'accepted', appId: 'app-1', reference: 'ref-1' } as const
  assert.equal(await ledger.apply('apl_unknown', 1, accepted), null)
  assert.equal((await ledger.apply(id, null, accepted))?.decision.kind, 'illegal', 'nothing was submitted')
  await begin(bench, id)
  await ledger.apply(id, 1, { type: 'refused', reference: null, issues: [] })
  await begin(bench, id, { key: 'second-0123456789abcdef', secretsHash: 'secrets-2' })
  const [before, row] = [await bench.rowsOf(id), await bench.applications.find(id)]
  const announced = bench.announced()
  const stale = await ledger.apply(id, 1, accepted)
  assert.deepEqual(stale, { row, decision: { kind: 'illegal' } })
  assert.deepEqual(await bench.rowsOf(id), before)
  assert.equal(bench.announced(), announced)
  const applied = await ledger.apply(id, 2, accepted)
  assert.deepEqual(applied?.decision, { kind: 'moved', event: 'submitted', to: 'submitted' })
  assert.deepEqual([applied?.row.state, applied?.row.appId], ['submitted', 'app-1'])
  assert.equal(bench.announced(), announced + 1)
  const outbox = await bench.store.db
    .selectFrom('sale_outbox')
    .select('type')
    .orderBy('created_at_ms')
    .execute()
  assert.equal(outbox.at(-1)?.type, 'application.submitted')
  const status = { type: 'status', status: 'approved', statusAtMs: 5 } as const
  assert.equal((await ledger.apply(id, null, status))?.row.state, 'approved')
})

eachEngine<SubmissionTables>('an unchanged status updates the time of the check only', async (context) => {
  const bench = await benchOf(context)
  const { ledger } = bench
  const id = await bench.open('A-1')
  await begin(bench, id)
  const accepted = { type: 'accepted', appId: 'app-1', reference: null } as const
  await ledger.apply(id, 1, accepted)
  const before = await bench.rowsOf(id)
  const announced = bench.announced()
  bench.pass(10)
  const repeated = await ledger.apply(id, 1, accepted)
  assert.deepEqual([repeated?.decision.kind, repeated?.row.checkedAtMs], ['same', NOW])
  const status = await ledger.apply(id, 1, { type: 'status', status: 'received', statusAtMs: 5 })
  assert.deepEqual([status?.decision.kind, status?.row.checkedAtMs], ['same', NOW + 10])
  bench.pass(10)
  const illegal = await ledger.apply(id, 1, { type: 'not_sent' })
  assert.deepEqual([illegal?.decision.kind, illegal?.row.checkedAtMs], ['illegal', NOW + 10])
  assert.deepEqual(await bench.rowsOf(id), before)
  assert.equal(bench.announced(), announced)
})

eachEngine<SubmissionTables>(
  'INV-19 deletes the terms token as soon as the result is known',
  async (context) => {
    const bench = await benchOf(context)
    const { ledger } = bench
    const known = [
      { type: 'found', appId: 'app-1', status: 'received', statusAtMs: 5 },
      { type: 'attested_submitted', appId: 'app-2', person: 'mia' },
      { type: 'attested_not_submitted', person: 'mia' },
    ] as const
    for (const [index, news] of known.entries()) {
      const id = await bench.open(`A-${index}`)
      await begin(bench, id, { secretsHash: `secrets-${index}` })
      await ledger.leave(id, 1, SEALED)
      await ledger.apply(id, 1, { type: 'unknown', lookup: true })
      const tokenOf = async (): Promise<unknown> => (await ledger.newest(id))?.sealedToken
      assert.deepEqual(await tokenOf(), SEALED, 'a look-up needs it')
      await ledger.apply(id, 1, news)
      assert.equal(await tokenOf(), null, news.type)
    }
  },
)

eachEngine<SubmissionTables>('an event records the person who attested it', async (context) => {
  const bench = await benchOf(context)
  const { ledger } = bench
  const id = await bench.open('A-1')
  await begin(bench, id)
  await ledger.apply(id, 1, { type: 'unknown', lookup: false })
  await ledger.apply(id, 1, { type: 'attested_not_submitted', person: 'mia' })
  assert.deepEqual(
    (await bench.rowsOf(id)).events.map(({ type, person }) => [type, person]),
    [
      ['submitting', null],
      ['doubted', null],
      ['attested_not_submitted', 'mia'],
    ],
  )
})

const HEIR = { owner: 'heir', leaseMs: 30_000, limit: 8 }

eachEngine<SubmissionTables>('INV-16 news end the lease of a process that looked before', async (context) => {
  const bench = await benchOf(context)
  const { ledger } = bench
  const id = await bench.open('A-1')
  await begin(bench, id)
  bench.pass(59_999)
  assert.deepEqual(await ledger.claim(HEIR), [], 'the sender holds the lease')
  bench.pass(1)
  const [watch] = await ledger.claim(HEIR)
  assert.ok(watch !== undefined)
  assert.deepEqual([watch.applicationId, watch.leaseOwner, watch.fence], [id, 'heir', 1])
  await ledger.apply(id, 1, { type: 'unknown', lookup: true })
  const after = await bench.rowsOf(id)
  assert.deepEqual([after.watch?.leaseOwner, after.watch?.fence], [null, 2])
  await ledger.release(watch, { nextAtMs: null, misses: 7 })
  assert.deepEqual(await bench.rowsOf(id), after)
  bench.pass(5_000)
  const [again] = await ledger.claim(HEIR)
  assert.ok(again?.fence === 3)
  await ledger.release(again, { nextAtMs: null, misses: 1 })
  const { watch: released } = await bench.rowsOf(id)
  assert.deepEqual([released?.leaseOwner, released?.nextAtMs, released?.misses], [null, null, 1])
})

eachEngine<SubmissionTables>('finds an AppId in the applications of its merchant', async (context) => {
  const bench = await benchOf(context)
  const { ledger } = bench
  const [own, foreign, other] = [
    await bench.open('A-1'),
    await bench.open('A-1', 'rival'),
    await bench.open('A-2'),
  ]
  for (const [index, [id, appId]] of (
    [
      [foreign, 'app-1'],
      [other, 'app-2'],
      [own, 'app-1'],
    ] as const
  ).entries()) {
    await begin(bench, id, { secretsHash: `secrets-${index}` })
    await ledger.apply(id, 1, { type: 'accepted', appId, reference: null })
  }
  const idOf = async (merchant: string, appId: string): Promise<string | undefined> =>
    (await ledger.byAppId(merchant, appId))?.id
  assert.deepEqual(
    [await idOf('partner', 'app-1'), await idOf('rival', 'app-1'), await idOf('partner', 'app-2')],
    [own, foreign, other],
  )
  assert.equal(await ledger.byAppId('rival', 'app-2'), null)
  assert.equal(await ledger.byAppId('partner', 'app-3'), null)
})
