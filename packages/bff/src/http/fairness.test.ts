// A well-behaved merchant beside hostile pages of another merchant on one process: counts, no times. `npm run bench -- fairness` has
// the times.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROBLEM_PREFIX, type ProblemCode } from '@tapboard/contract'
import { createBench, SECRETS, type Bench } from '../testing/bench.ts'
import { openOtherPage, openPage, START, mintRequest, saleGrant, type Page } from '../testing/page.ts'
import { someSale } from '../testing/script.ts'

const LIMITS = {
  mint: { count: 10, windowSeconds: 10 },
  start: { count: 5, windowSeconds: 10 },
  repeat: { count: 20, windowSeconds: 10 },
  streams: 16,
  streamsPerKey: 4,
  proofs: 800,
  proofsPerKey: 200,
}
/** More requests than any limit of one page allows. */
const FLOOD = 30
const EVENTS = '/v1/sales/sale_1/events'

type Result = number | ProblemCode

/** The result of a response; a stream stays open. */
async function resultOf(response: Response): Promise<Result> {
  if (response.ok) return response.status
  const { type } = (await response.json()) as { type: string }
  return type.slice(PROBLEM_PREFIX.length) as ProblemCode
}

let keys = 0
async function start(bench: Bench, page: Page, more: object = {}): Promise<Result> {
  keys += 1
  bench.sales.sale = null
  const headers = { 'idempotency-key': `key-${String(keys).padStart(16, '0')}` }
  return resultOf(await page.send('POST', '/v1/sales', { body: { ...START, ...more }, headers }))
}

/** One order of a customer: token, checkout, start, stream, read. */
async function order(bench: Bench, deviceId: string): Promise<readonly Result[]> {
  const minted = await resultOf(await bench.core.fetch(mintRequest(saleGrant('A'.repeat(43)))))
  const page = await openPage(bench)
  const started = await start(bench, page, { deviceId })
  bench.sales.sale = (access) => someSale(access)
  const stream = await page.send('GET', EVENTS)
  const read = await resultOf(await page.send('GET', '/v1/sales/sale_1'))
  const results = [minted, started, await resultOf(stream), read]
  await stream.body?.cancel()
  return results
}

/** Uses every limit of a page up; returns the refusals. */
async function flood(bench: Bench): Promise<ReadonlySet<Result>> {
  const page = await openOtherPage(bench)
  const grant = saleGrant('A'.repeat(43), { origin: 'https://other.example' })
  const seen = new Set<Result>()
  for (let count = 0; count < FLOOD; count += 1) {
    seen.add(await resultOf(await bench.core.fetch(mintRequest(grant, SECRETS.otherHostSecret))))
    seen.add(await start(bench, page))
    bench.sales.sale = (access) => someSale(access)
    seen.add(await resultOf(await page.send('GET', EVENTS)))
    seen.add(await resultOf(await page.send('GET', '/v1/sales/sale_1')))
  }
  return seen
}

for (const hostile of [0, 1, 10])
  void test(`INV-17 ${hostile} hostile pages of a merchant refuse nothing to another merchant`, async () => {
    const bench = await createBench({ limits: LIMITS })
    const seen = new Set<Result>()
    for (let count = 0; count < hostile; count += 1) for (const result of await flood(bench)) seen.add(result)
    if (hostile > 0) assert.ok(seen.has('rate-limited') && seen.has('too-many-streams'), [...seen].join(' '))
    for (let count = 0; count < 4; count += 1)
      assert.deepEqual(await order(bench, 'dev_front'), [201, 201, 200, 200])
    await bench.close()
  })

void test('D-135 a page of another merchant is answered before a burst that arrived earlier', async () => {
  const bench = await createBench({ limits: LIMITS })
  const loud = await openOtherPage(bench)
  const quiet = await openPage(bench)
  const BURST = 60
  const ask = async (page: Page): Promise<() => Promise<number>> => {
    const request = await page.request('GET', '/v1/checkout')
    return async () => (await bench.core.fetch(request)).status
  }
  for (const page of [loud, quiet]) await (await ask(page))()
  const burst = await Promise.all(Array.from({ length: BURST }, () => ask(loud)))
  const late = await ask(quiet)
  const answered: string[] = []
  const note = async (name: string, answer: Promise<number>): Promise<void> => {
    const status = await answer
    answered.push(`${name} ${status}`)
  }
  await Promise.all([...burst.map((send) => note('loud', send())), note('quiet', late())])
  assert.equal(answered.length, BURST + 1)
  assert.ok(
    answered.indexOf('quiet 200') < BURST / 3,
    `quiet is answered as ${answered.indexOf('quiet 200')}`,
  )
  await bench.close()
})
