// Data of `<merchant-apply>` on mount: plans with the texts of the catalogue, a silent or wrong upstream, and the documents of
// a plan.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { ApplicationPage, Terms } from '@tapboard/contract'
import { errorAnswer, GOOD, goodAnswer, jsonAnswer, someDocument } from '../../testing/boarding.ts'
import {
  benchOptions,
  createBench,
  ORIGIN,
  signUpOptions,
  type Bench,
  type BOARDING,
} from '../../testing/bench.ts'
import { assertNoSecret, expectAnswer, expectProblem } from '../../testing/expect.ts'
import { applyGrant, openPage, type Page } from '../../testing/page.ts'
import { faultOf } from '../../upstream/transport/fault.ts'

type Arranged = { readonly bench: Bench; readonly page: Page }
async function arrange(
  context: TestContext,
  grant: Record<string, unknown> = {},
  boarding: Partial<typeof BOARDING> = {},
): Promise<Arranged> {
  const { merchants, upstream } = signUpOptions({}, boarding)
  const bench = await createBench({ merchants, upstream })
  context.after(() => bench.close())
  return { bench, page: await openPage(bench, applyGrant(grant)) }
}
const read = async (page: Page): Promise<ApplicationPage> =>
  (await expectAnswer('getApplication', await page.send('GET', '/v1/application'))) as ApplicationPage
const termsAt = (page: Page, query: string): Promise<Response> =>
  page.send('GET', `/v1/application/terms${query}`)
const readTerms = async (page: Page, query: string): Promise<Terms> =>
  (await expectAnswer('getTerms', await termsAt(page, query))) as Terms

void test('one answer has all data of the page; later answers have the same application', async (context) => {
  const { bench, page } = await arrange(context)
  const body = await read(page)
  assert.deepEqual(
    [body.partner, body.environment, body.terms, body.draft, body.countries],
    ['Shop', 'sandbox', { mode: 'service', frameUrl: null }, null, ['US', 'CA']],
  )
  assert.equal(body.nowMs, bench.clock.now())
  const { application } = body
  assert.deepEqual([application.state, application.version, application.issues], ['draft', 1, []])
  assert.deepEqual((await read(page)).application, application)
  const again = await openPage(bench, applyGrant())
  assert.equal((await read(again)).application.id, application.id)
  const other = await openPage(bench, applyGrant({ applicant: 'applicant-2' }))
  assert.notEqual((await read(other)).application.id, application.id)
})

void test('the page has the contact of the partner if the option gives one', async (context) => {
  const contact = { email: 'sign-up@partner.example', phone: '(503) 555-0142' }
  const { page } = await arrange(context, {}, { contact })
  assert.deepEqual((await read(page)).contact, contact)
  const { page: plain } = await arrange(context)
  assert.equal((await read(plain)).contact, undefined)
})

void test('plans have the order and texts of the catalogue, others their name', async (context) => {
  const { page } = await arrange(context)
  const none = { summary: null, fees: [], features: [], includes: [] }
  assert.deepEqual((await read(page)).tiers, [
    {
      ...none,
      name: 'Online',
      label: 'Online',
      fees: [{ label: 'Card', value: '2.9 % + 30¢' }],
      includes: ['Payment page'],
    },
    {
      ...none,
      name: 'Retail',
      label: 'In the shop',
      summary: 'For counters.',
      features: [{ label: 'Terminals', value: '2' }],
      includes: ['Help by phone'],
    },
    { ...none, name: 'Plain', label: 'Plain' },
  ])
})

void test('offers only plans that token and upstream allow', async (context) => {
  const { page } = await arrange(context, { tiers: ['Plain', 'Gone', 'Online', 'Invented'] })
  assert.deepEqual(
    (await read(page)).tiers.map(({ name }) => name),
    ['Online', 'Plain'],
  )
})

void test('logs a token without available plans', async (context) => {
  const { bench, page } = await arrange(context, { tiers: ['Gone'] })
  assert.deepEqual((await read(page)).tiers, [])
  assert.ok(bench.lines.some(({ level, fields }) => level === 'warn' && fields.code === 'no-plans'))
})

void test('an upstream without agreements is refused with the option to set', async (context) => {
  const { bench, page } = await arrange(context)
  bench.boarding.answer = (asked) =>
    asked.path === '/Agreement' ? jsonAnswer('<html>', 404, { complete: true }) : goodAnswer(asked)
  const problem = await expectProblem(await termsAt(page, '?tier=Retail'), 'upstream-refused')
  assert.match(problem.detail, /boarding\.terms/)
})

void test('the key is in upstream bodies only, in no answer and no log line', async (context) => {
  const { bench, page } = await arrange(context)
  const response = await page.send('GET', '/v1/application')
  assertNoSecret(await response.text())
  assert.deepEqual(bench.boarding.asked, [
    { path: '/GetTiers', body: { ApiKey: 'canary-boarding-key-of-the-shop' } },
  ])
  assertNoSecret(JSON.stringify(bench.lines))
})

void test('P82 a hundred concurrent pages cause one read, and another one a minute later', async (context) => {
  const { bench, page } = await arrange(context)
  const requests = await Promise.all(
    Array.from({ length: 100 }, () => page.request('GET', '/v1/application')),
  )
  await Promise.all(requests.map((request) => bench.core.fetch(request)))
  assert.equal(bench.boarding.asked.length, 1)
  await bench.clock.advance(59_000)
  await read(page)
  assert.equal(bench.boarding.asked.length, 1)
  await bench.clock.advance(2_000)
  await read(page)
  assert.equal(bench.boarding.asked.length, 2)
})

void test('shows plans of the last ten minutes while the upstream is silent, then refuses', async (context) => {
  const { bench, page } = await arrange(context)
  const before = await read(page)
  bench.boarding.answer = () => faultOf('unreachable')
  await bench.clock.advance(9 * 60_000)
  // A nonce expires after some minutes; each answer has the next one.
  await page.send('GET', '/v1/application')
  assert.deepEqual((await read(page)).tiers, before.tiers)
  await bench.clock.advance(61_000)
  const problem = await expectProblem(await page.send('GET', '/v1/application'), 'upstream-unavailable')
  assert.match(problem.detail, /try again/)
  bench.boarding.answer = goodAnswer
  await bench.clock.advance(1_000)
  assert.deepEqual((await read(page)).tiers, before.tiers)
})

void test('reports a key without permission at once, despite cached plans', async (context) => {
  const { bench, page } = await arrange(context)
  await read(page)
  bench.boarding.answer = () => errorAnswer('AccessDenied', ['canary words of the service'], 403)
  await bench.clock.advance(61_000)
  const problem = await expectProblem(await page.send('GET', '/v1/application'), 'upstream-refused')
  assert.match(problem.detail, /boarding\.apiKey/)
  assert.doesNotMatch(problem.detail, /canary/)
})

void test('D-65 never offers plans of the other environment (§2.4)', async (context) => {
  const { bench, page } = await arrange(context)
  const tiers = (list: unknown[]) => () => jsonAnswer({ Status: 'Success', Refnum: 'r', Tiers: list })
  bench.boarding.answer = tiers([
    { Name: 'Live', IsSandbox: false },
    { Name: 'Test', IsSandbox: true },
  ])
  assert.deepEqual(
    (await read(page)).tiers.map(({ name }) => name),
    ['Test'],
  )
  bench.boarding.answer = tiers([{ Name: 'Live', IsSandbox: false }])
  await bench.clock.advance(61_000)
  const problem = await expectProblem(await page.send('GET', '/v1/application'), 'upstream-refused')
  assert.match(problem.detail, /upstream\.environment/)
})

void test('shows a submitted application while the upstream is silent', async (context) => {
  const { bench, page } = await arrange(context)
  const { application } = await read(page)
  await bench.signUp.applications.change(application.id, () => ({
    set: { state: 'in_review', appId: 'app_7', submittedAtMs: 5, tierName: 'Retail' },
    result: null,
  }))
  const { core, boarding } = await bench.again()
  boarding.answer = () => faultOf('broken')
  const response = await core.fetch(await page.request('GET', '/v1/application'))
  const body = (await expectAnswer('getApplication', response)) as ApplicationPage
  assert.deepEqual([body.application.state, body.application.appId, body.tiers], ['in_review', 'app_7', []])
})

void test('every route refuses a merchant without sign-up', async (context) => {
  const merchants = benchOptions().merchants.map((merchant) => ({
    ...merchant,
    origins: [merchant.id === 'shop' ? 'https://else.example' : ORIGIN],
  }))
  const bench = await createBench({ merchants })
  context.after(() => bench.close())
  const page = await openPage(
    {
      ...bench,
      core: { ...bench.core, mintToken: (_merchant, grant) => bench.core.mintToken('other', grant) },
    },
    applyGrant(),
  )
  for (const [method, path] of [
    ['GET', '/v1/application'],
    ['DELETE', '/v1/application/draft'],
    ['GET', '/v1/application/terms?tier=Retail'],
    ['GET', '/v1/application/status'],
  ] as const)
    await expectProblem(await page.send(method, path), 'boarding-not-configured')
})

void test('returns the documents of the requested language first (D-25)', async (context) => {
  const { bench, page } = await arrange(context)
  const locales = ({ documents }: Terms): string[] => documents.map(({ locale }) => locale)
  const english = await readTerms(page, '?tier=Retail&locale=en-US')
  assert.deepEqual(locales(english), ['en', 'en', 'fr-CA'])
  assert.equal(english.documents[0]?.text, 'You agree.')
  const french = await readTerms(page, '?tier=Retail&locale=fr-CA')
  assert.deepEqual([locales(french)[0], french.consents[0]?.locale], ['fr-CA', 'fr-CA'])
  await readTerms(page, '?tier=Retail&locale=fr-ca')
  const asked = bench.boarding.asked.filter(({ path }) => path === '/Agreement')
  assert.deepEqual(
    asked.map(({ body }) => [body['TierName'], body['Locale']]),
    [
      ['Retail', 'en-US'],
      ['Retail', 'fr-CA'],
    ],
  )
})

void test('returns documents of offered plans only', async (context) => {
  const { bench, page } = await arrange(context, { tiers: ['Retail', 'Gone'] })
  for (const [query, code] of [
    ['', 'choose'],
    ['?tier=', 'choose'],
    ['?tier=Online', 'tier-unavailable'],
    ['?tier=Gone', 'tier-unavailable'],
    ['?tier=retail', 'tier-unavailable'],
    [`?tier=${'x'.repeat(500)}`, 'tier-unavailable'],
  ] as const) {
    const problem = await expectProblem(await termsAt(page, query), 'invalid-application')
    assert.deepEqual([problem.issues?.[0]?.path, problem.issues?.[0]?.code], ['tierName', code])
  }
  assert.ok(bench.boarding.asked.every(({ path }) => path === '/GetTiers'))
  await expectProblem(await termsAt(page, '?tier=Retail&tier=Online'), 'invalid-request')
  // An invalid language tag still shows the documents.
  assert.equal((await readTerms(page, '?tier=Retail&locale=%3Cb%3E')).documents[0]?.locale, 'en')
})

void test('P82 limits the reads of a page that cycles through languages', async (context) => {
  const { bench, page } = await arrange(context)
  const codes = new Set<number>()
  for (let at = 0; at < 60; at += 1) {
    const letters = String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))
    codes.add((await termsAt(page, `?tier=Retail&locale=x${letters}`)).status)
  }
  assert.deepEqual(
    [...codes].toSorted((one, other) => one - other),
    [200, 429],
  )
  assert.ok(bench.boarding.asked.length <= 11, String(bench.boarding.asked.length))
  // Cached plans are still shown, and a second later the rate limit has room again.
  await read(page)
  await bench.clock.advance(1_000)
  await readTerms(page, '?tier=Retail&locale=vi')
})

void test('a withdrawn plan is refused and reloads the plans', async (context) => {
  const { bench, page } = await arrange(context)
  await read(page)
  bench.boarding.answer = (asked) =>
    asked.path === '/Agreement'
      ? errorAnswer('InvalidTier', ['TierName: gone'])
      : jsonAnswer({ ...(GOOD['/GetTiers'] as object), Tiers: ['Plain'] })
  const problem = await expectProblem(await termsAt(page, '?tier=Retail'), 'invalid-application')
  assert.equal(problem.issues?.[0]?.code, 'tier-unavailable')
  assert.deepEqual(
    (await read(page)).tiers.map(({ name }) => name),
    ['Plain'],
  )
})

void test('never shows a document whose text differs from its hash (P54)', async (context) => {
  const { bench, page } = await arrange(context)
  const good = someDocument('terms', 'en', 'You agree.')
  for (const documents of [
    [{ ...good, Text: 'You agree to everything.' }],
    [good, { ...good, Id: 'fees', Sha256: '' }],
    [{ ...good, Sha256: 'f'.repeat(64) }],
    [],
    'none',
    Array.from({ length: 21 }, (_, at) => someDocument(`d${at}`, 'en', `text ${at}`)),
  ]) {
    bench.boarding.answer = (asked) =>
      asked.path === '/Agreement'
        ? jsonAnswer({ Status: 'Success', Refnum: 'r', Documents: documents, Consents: [] })
        : goodAnswer(asked)
    await expectProblem(await termsAt(page, '?tier=Retail'), 'upstream-unavailable')
    await bench.clock.advance(2_000)
  }
})

for (const [mode, terms] of [
  ['frame', { mode: 'frame', url: 'https://terms.vendor.example/sign' }],
  ['host', { mode: 'host' }],
] as const) {
  void test(`in the mode ${mode} the BFF neither reads nor returns documents`, async (context) => {
    const { bench, page } = await arrange(context, {}, { terms })
    const frameUrl = mode === 'frame' ? 'https://terms.vendor.example/sign' : null
    assert.deepEqual((await read(page)).terms, { mode, frameUrl })
    assert.deepEqual(await readTerms(page, '?tier=Retail'), { documents: [], consents: [] })
    assert.deepEqual(await readTerms(page, ''), { documents: [], consents: [] })
    assert.ok(bench.boarding.asked.every(({ path }) => path === '/GetTiers'))
  })
}
