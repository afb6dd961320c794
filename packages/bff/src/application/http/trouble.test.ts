// Answers and logs of sign-up during a fault behind it: registered problems in our own words, no value of the
// applicant, no key, no word of the upstream (P29, P42); and fuzzed input on every route (P50).
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { emptySigner, emptyValues } from '@tapboard/contract'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { errorAnswer, jsonAnswer } from '../../testing/boarding.ts'
import { createBench, type Bench } from '../../testing/bench.ts'
import { assertNoSecret, expectAnswer, expectProblem } from '../../testing/expect.ts'
import { applyGrant, openPage, type Page } from '../../testing/page.ts'

const CANARIES = ['Canary Bakery', '1980-02-29', '021000021', 'canary@example.com', '7325550123']
const DRAFT = {
  step: 'bank',
  follows: 0,
  values: {
    ...emptyValues(),
    corporateName: 'Canary Bakery',
    businessEmail: 'canary@example.com',
    businessPhone: '7325550123',
    signers: [{ ...emptySigner(true), dateOfBirth: '1980-02-29' }],
    banking: { bankName: '', routingNumber: '021000021', accountNumber: '' },
  },
}

async function arrange(context: TestContext): Promise<{ bench: Bench; page: Page }> {
  const bench = await createBench()
  context.after(() => bench.close())
  return { bench, page: await openPage(bench, applyGrant()) }
}

const ROUTES = [
  ['GET', '/v1/application'],
  ['PUT', '/v1/application/draft'],
  ['DELETE', '/v1/application/draft'],
  ['GET', '/v1/application/terms?tier=Retail'],
] as const
const sends = (page: Page, [method, path]: (typeof ROUTES)[number]): Promise<Response> =>
  page.send(method, path, method === 'PUT' ? { body: DRAFT } : {})

function assertQuiet(bench: Bench): void {
  const text = JSON.stringify(bench.lines)
  assertNoSecret(text)
  for (const canary of CANARIES) assert.ok(!text.includes(canary), canary)
}

void test('P42 logs an internal error by its name only', async (context) => {
  const { bench, page } = await arrange(context)
  bench.boarding.answer = () => {
    throw new TypeError(`at /src/client.ts: ${CANARIES.join()} canary-boarding-key-of-the-shop`)
  }
  for (const route of [ROUTES[0], ROUTES[3]]) await expectProblem(await sends(page, route), 'internal-error')
  assertQuiet(bench)
  assert.ok(bench.lines.some(({ level, fields }) => level === 'error' && fields.reason === 'TypeError'))
  // The fault is not cached: the next request reads again.
  bench.boarding.answer = () => jsonAnswer({ Status: 'Success', Refnum: 'r', Tiers: ['Retail'] })
  await expectAnswer('getApplication', await sends(page, ROUTES[0]))
})

void test('P42 every route reports an unavailable store without entered values', async (context) => {
  const { bench, page } = await arrange(context)
  await expectAnswer('getApplication', await sends(page, ROUTES[0]))
  await bench.store.close()
  for (const route of ROUTES.slice(0, 3)) await expectProblem(await sends(page, route), 'store-unavailable')
  assertQuiet(bench)
})

void test('P42 texts of the upstream reach neither page nor log', async (context) => {
  const { bench, page } = await arrange(context)
  const words = ['canary-boarding-key-of-the-shop', ...CANARIES, '<script>alert(1)</script>']
  for (const [answer, code] of [
    [errorAnswer('AccessDenied', words, 403), 'upstream-refused'],
    [errorAnswer('ValidationError', words), 'upstream-refused'],
    [errorAnswer('SomethingNew', words), 'upstream-refused'],
    [errorAnswer('InternalError', words, 500), 'upstream-unavailable'],
    [jsonAnswer(words.join(' '), 503), 'upstream-unavailable'],
    [jsonAnswer({ Status: 'Success', Tiers: words.join(' ') }), 'upstream-unavailable'],
    [jsonAnswer({ Status: 'Success', Tiers: [{ Name: 'Retail', Label: words[0] }] }), 'upstream-unavailable'],
  ] as const) {
    bench.boarding.answer = () => answer
    for (const route of [ROUTES[0], ROUTES[3]]) {
      const response = await sends(page, route)
      const text = await response.clone().text()
      for (const word of words) assert.ok(!text.includes(word))
      await expectProblem(response, code)
    }
    await bench.clock.advance(2_000)
  }
  assertQuiet(bench)
})

void test('P42 the log contains nothing of a draft', async (context) => {
  const { bench, page } = await arrange(context)
  await expectAnswer('saveDraft', await sends(page, ROUTES[1]))
  const body = { ...DRAFT, values: { ...DRAFT.values, website: 'https://canary.example' } }
  await expectProblem(await page.send('PUT', ROUTES[1][1], { body }), 'draft-changed')
  await expectAnswer('discardDraft', await sends(page, ROUTES[2]))
  assertQuiet(bench)
  assert.ok(!JSON.stringify(bench.lines).includes('canary.example'))
})

void test('P50 arbitrary drafts and queries never cause an internal error', async (context) => {
  const { bench, page } = await arrange(context)
  const member = fc.constantFrom(...Object.keys(DRAFT.values))
  await fc.assert(
    fc.asyncProperty(member, fc.jsonValue({ maxDepth: 4 }), fc.jsonValue(), async (name, value, step) => {
      for (const body of [
        { ...DRAFT, values: { ...DRAFT.values, [name]: value } },
        { ...DRAFT, step },
        { ...DRAFT, follows: step },
        value,
      ])
        await expectAnswer('saveDraft', await page.send('PUT', ROUTES[1][1], { body }))
      const query = new URLSearchParams({
        tier: JSON.stringify(value),
        locale: JSON.stringify(step),
      }).toString()
      await expectAnswer('getTerms', await page.send('GET', `/v1/application/terms?${query}`))
    }),
    propertyRuns(2_026, 60),
  )
  assert.ok(bench.lines.every(({ fields }) => (fields.status ?? 0) < 500))
})
