// Drafts: stored without secrets, encrypted, available in another browser, protected from lost updates, deleted in
// time.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import {
  emptySigner,
  emptyValues,
  type ApplicationPage,
  type ApplicationStatus,
  type ApplicationValues,
  type SavedDraft,
} from '@tapboard/contract'
import { createBench, type Bench } from '../../testing/bench.ts'
import { expectAnswer, expectProblem } from '../../testing/expect.ts'
import { applyGrant, openPage, type Page } from '../../testing/page.ts'

const CANARY = '987-65-4321'
const values = (members: Partial<ApplicationValues> = {}): ApplicationValues => ({
  ...emptyValues(),
  tierName: 'Retail',
  corporateName: 'Canary Bakery',
  signers: [{ ...emptySigner(true), firstName: 'Ann', dateOfBirth: '1980-02-3' }],
  ...members,
})
const body = (members: Partial<ApplicationValues> = {}, follows = 0, step = 'tax') => ({
  step,
  values: values(members),
  follows,
})

async function arrange(context: TestContext): Promise<{ bench: Bench; page: Page; other: Page }> {
  const bench = await createBench()
  context.after(() => bench.close())
  return { bench, page: await openPage(bench, applyGrant()), other: await openPage(bench, applyGrant()) }
}
const put = (page: Page, sent: unknown): Promise<Response> =>
  page.send('PUT', '/v1/application/draft', { body: sent })
const save = async (page: Page, sent: unknown): Promise<SavedDraft> =>
  (await expectAnswer('saveDraft', await put(page, sent))) as SavedDraft
const read = async (page: Page): Promise<ApplicationPage> => {
  const first = await page.send('GET', '/v1/application')
  const response = first.status === 401 ? await page.send('GET', '/v1/application') : first
  return (await expectAnswer('getApplication', response)) as ApplicationPage
}
const rows = (bench: Bench) => (bench.store as unknown as { db: { selectFrom(table: string): never } }).db
const rawDrafts = async (bench: Bench): Promise<(Buffer | null)[]> => {
  const all = await (
    rows(bench).selectFrom('application') as unknown as {
      select(column: string): { execute(): Promise<{ draft: Buffer | null }[]> }
    }
  )
    .select('draft')
    .execute()
  return all.map(({ draft }) => draft)
}

void test('another browser gets the draft at the same step', async (context) => {
  const { bench, page, other } = await arrange(context)
  const saved = await save(page, body())
  assert.deepEqual([saved.version, saved.savedAtMs], [1, bench.clock.now()])
  assert.equal(saved.expiresAtMs - saved.savedAtMs, 60 * 86_400_000)
  const { draft, application } = await read(other)
  assert.deepEqual(draft, { ...saved, step: 'tax', values: values() })
  assert.deepEqual([application.state, application.version], ['draft', 1])
  const stranger = await openPage(bench, applyGrant({ applicant: 'applicant-2' }))
  assert.equal((await read(stranger)).draft, null)
})

void test('rejects a save that does not follow the newest draft', async (context) => {
  const { page, other } = await arrange(context)
  await save(page, body())
  await expectProblem(await put(other, body({ corporateName: 'Other' })), 'draft-changed')
  await save(other, body({ corporateName: 'Other' }, 1))
  const problem = await expectProblem(await put(page, body({ website: 'x' }, 1)), 'draft-changed')
  assert.match(problem.detail, /saved elsewhere in the meantime/)
  assert.equal((await read(page)).draft?.values.corporateName, 'Other')
})

void test('a repeated save is idempotent', async (context) => {
  const { page } = await arrange(context)
  const first = await save(page, body())
  assert.deepEqual(await save(page, body()), first)
  assert.deepEqual(await save(page, body({}, 1)), first)
  assert.equal((await save(page, body({}, 1, 'signers'))).version, 2)
})

void test('accepts one of twenty concurrent saves of the same version', async (context) => {
  const { bench, page } = await arrange(context)
  const requests = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      page.request('PUT', '/v1/application/draft', { body: body({ website: `w${at}` }) }),
    ),
  )
  const answers = await Promise.all(requests.map((request) => bench.core.fetch(request)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, ...Array.from({ length: 19 }, () => 409)],
  )
})

for (const [where, members] of [
  ['taxId', { taxId: CANARY }],
  ['banking.accountNumber', { banking: { bankName: '', routingNumber: '', accountNumber: CANARY } }],
  ['signers[1].ssn', { signers: [emptySigner(true), { ...emptySigner(false), ssn: CANARY }] }],
] as const) {
  void test(`P40 a draft with a secret in ${where} is rejected and neither stored, logged nor repeated`, async (context) => {
    const { bench, page } = await arrange(context)
    const problem = await expectProblem(
      await put(page, body(members as Partial<ApplicationValues>)),
      'invalid-application',
    )
    assert.equal(problem.issues?.[0]?.path, where)
    assert.ok(!JSON.stringify([problem, bench.lines]).includes(CANARY))
    assert.deepEqual(await rawDrafts(bench), [null])
  })
}

void test('P40 a draft is encrypted at rest and bound to its application', async (context) => {
  const { bench, page } = await arrange(context)
  await save(page, body())
  const other = await openPage(bench, applyGrant({ applicant: 'applicant-2' }))
  const { application } = await read(other)
  const [sealed] = (await rawDrafts(bench)).filter((draft) => draft !== null)
  assert.ok(sealed)
  assert.ok(!sealed.includes('Canary') && !sealed.includes('1980'))
  await bench.signUp.applications.change(application.id, () => ({
    set: { draft: sealed, draftStep: 'tax', draftVersion: 1, draftSavedAtMs: bench.clock.now() },
    result: null,
  }))
  assert.equal((await read(other)).draft, null)
  assert.equal((await read(page)).draft?.values.corporateName, 'Canary Bakery')
})

void test('D-63 a page with a discarded draft cannot save it again', async (context) => {
  const { page, other } = await arrange(context)
  await save(page, body())
  const discard = () => page.send('DELETE', '/v1/application/draft')
  await expectAnswer('discardDraft', await discard())
  await expectAnswer('discardDraft', await discard())
  assert.equal((await read(page)).draft, null)
  await expectProblem(await put(other, body({ website: 'x' }, 1)), 'draft-changed')
  const again = await save(page, body({ corporateName: 'Anew' }))
  assert.ok(again.version > 1)
  await expectProblem(await put(other, body({ website: 'x' }, 1)), 'draft-changed')
})

void test('discarding without an application creates none', async (context) => {
  const { bench, page } = await arrange(context)
  await expectAnswer('discardDraft', await page.send('DELETE', '/v1/application/draft'))
  assert.deepEqual(await rawDrafts(bench), [])
})

void test('a draft expires sixty days after its last save', async (context) => {
  const { bench, page } = await arrange(context)
  await save(page, body())
  await bench.clock.advance(59 * 86_400_000)
  const late = await openPage(bench, applyGrant())
  assert.equal((await read(late)).draft?.version, 1)
  const kept = await save(late, body({ website: 'example.com' }, 1))
  await bench.clock.advance(59 * 86_400_000)
  assert.equal((await rawDrafts(bench)).filter((draft) => draft !== null).length, 1)
  await bench.clock.advance(86_400_000)
  const later = await openPage(bench, applyGrant())
  assert.equal((await read(later)).draft, null)
  assert.ok((await save(await openPage(bench, applyGrant()), body())).version > kept.version)
})

for (const [state, code] of [
  ['submitting', 'application-in-doubt'],
  ['in_doubt', 'application-in-doubt'],
  ['submitted', 'application-closed'],
  ['in_review', 'application-closed'],
  ['action_required', 'application-closed'],
  ['approved', 'application-closed'],
  ['declined', 'application-closed'],
  ['withdrawn', 'application-closed'],
] as const satisfies readonly (readonly [ApplicationStatus, string])[]) {
  void test(`nothing is saved or discarded while the application is ${state}`, async (context) => {
    const { bench, page } = await arrange(context)
    await save(page, body())
    const { application } = await read(page)
    await bench.signUp.applications.change(application.id, () => ({ set: { state }, result: null }))
    for (const response of [
      await put(page, body({ website: 'x' }, 1)),
      await page.send('DELETE', '/v1/application/draft'),
    ]) {
      const problem = await expectProblem(response, code)
      assert.equal((problem.application as { state: string }).state, state)
    }
    assert.equal((await read(page)).draft, null)
  })
}

void test('a refused application keeps its draft and can be saved again', async (context) => {
  const { bench, page } = await arrange(context)
  await save(page, body())
  const { application } = await read(page)
  await bench.signUp.applications.change(application.id, () => ({ set: { state: 'refused' }, result: null }))
  assert.equal((await read(page)).draft?.version, 1)
  assert.equal((await save(page, body({ website: 'x' }, 1))).version, 2)
})

// P53 asserts: a draft of 200,000 bytes kept, of 262,144 refused.
void test('P53 limits a draft to 256 KiB and other bodies to 8 KiB', async (context) => {
  const { page } = await arrange(context)
  const long = 'x'.repeat(200_000)
  await save(page, body({ productSold: long }))
  assert.equal((await read(page)).draft?.values.productSold.length, 200_000)
  await expectProblem(await put(page, body({ productSold: 'x'.repeat(262_144) }, 1)), 'body-too-large')
  const host = await page.send('POST', '/v1/sales', { body: { order: long } })
  assert.equal(host.status, 403)
})

void test('P50 rejects an invalid draft with the path of the fault', async (context) => {
  const { bench, page } = await arrange(context)
  const good = body()
  const cases: readonly [unknown, string][] = [
    [[], ''],
    [{ ...good, step: 'done' }, 'step'],
    [{ ...good, follows: -1 }, 'follows'],
    [{ ...good, follows: 1.5 }, 'follows'],
    [{ ...good, secret: 1 }, 'secret'],
    [{ ...good, values: null }, 'values'],
    [{ ...good, values: { ...good.values, signers: 'Ann' } }, 'values.signers'],
    [{ ...good, values: { ...good.values, dbaSame: 'yes' } }, 'values.dbaSame'],
    [{ ...good, values: { ...good.values, corporateName: 'a\0b' } }, 'values.corporateName'],
    [{ ...good, values: { ...good.values, corporateName: 'a\ud800b' } }, 'values.corporateName'],
    [
      { ...good, values: { ...good.values, signers: Array.from({ length: 21 }, () => emptySigner(false)) } },
      'values.signers',
    ],
  ]
  for (const [sent, path] of cases) {
    const problem = await expectProblem(await put(page, sent), 'invalid-request')
    assert.equal(problem.issues?.[0]?.path, path)
  }
  assert.ok((await rawDrafts(bench)).every((draft) => draft === null))
  // Other values are stored unchanged.
  const odd = { corporateName: "‮<b>'; drop table application; --🙂", website: ' javascript:alert(1)' }
  await save(page, body(odd))
  assert.equal((await read(page)).draft?.values.corporateName, odd.corporateName)
  // The draft drops unknown members.
  const more = { ...good, follows: 1, values: { ...good.values, pin: CANARY } }
  await save(page, more)
  assert.ok(!JSON.stringify(await read(page)).includes(CANARY))
})
