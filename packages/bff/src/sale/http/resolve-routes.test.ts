// HTTP of a sale of unknown result: permission to resolve (P21), and the rate limit of checks (P82).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createBench } from '../../testing/bench.ts'
import { expectAnswer, expectProblem } from '../../testing/expect.ts'
import { openPage, resolveGrant, saleGrant, setupGrant } from '../../testing/page.ts'
import { someSale } from '../../testing/script.ts'
import { accessTo } from '../testing.ts'

const bench = await createBench()
after(() => bench.close())
bench.sales.sale = (access) => someSale(access, { state: 'in_doubt', reason: 'no_session' })
const PATH = '/v1/sales/sale_1/resolve'
const body = { outcome: 'paid', reference: 'R-77' }

void test('P6 a page with a resolve token resolves its sale', async () => {
  const page = await openPage(bench, resolveGrant())
  assert.equal(page.minted.expiresInSeconds, 120)
  const response = await page.send('POST', PATH, { body })
  assert.equal(response.status, 200)
  const sale = (await expectAnswer('resolveSale', response)) as { by: string; state: string }
  assert.deepEqual([sale.state, sale.by], ['approved', 'person'])
  assert.deepEqual(bench.sales.resolved.splice(0), ['ann: paid'])
})

void test('P6 refuses to resolve with a sale or setup token', async () => {
  for (const grant of [saleGrant, setupGrant]) {
    const page = await openPage(bench, grant)
    await expectProblem(await page.send('POST', PATH, { body }), 'forbidden')
  }
  assert.deepEqual(bench.sales.resolved, [])
})

void test('P21 refuses a resolve token for another sale and for every other route', async () => {
  const page = await openPage(bench, resolveGrant('sale_2'))
  await expectProblem(await page.send('POST', PATH, { body }), 'forbidden')
  const own = await openPage(bench, resolveGrant())
  for (const [method, path] of [
    ['GET', '/v1/checkout'],
    ['GET', '/v1/sales/sale_1'],
    ['GET', '/v1/sales/sale_1/events'],
    ['POST', '/v1/sales/sale_1/cancel'],
    ['POST', '/v1/sales/sale_1/check'],
    ['GET', '/v1/devices'],
    ['GET', '/v1/devices/dev_front'],
  ] as const)
    await expectProblem(await own.send(method, path), 'forbidden')
  assert.deepEqual(bench.sales.resolved, [])
})

void test('P21 a resolve token expires after two minutes', async () => {
  const page = await openPage(bench, resolveGrant())
  await bench.clock.advance(126_000)
  await expectProblem(await page.send('POST', PATH, { body }), 'token-expired')
  assert.deepEqual(bench.sales.resolved, [])
})

void test('refuses an early resolution with Retry-After and the sale', async () => {
  const page = await openPage(bench, resolveGrant())
  const sale = someSale(accessTo('A-100'))
  bench.sales.trouble = { ok: false, code: 'device-not-free', detail: 'Wait.', sale, retryAfterSeconds: 241 }
  const response = await page.send('POST', PATH, { body })
  assert.equal(response.headers.get('retry-after'), '241')
  assert.deepEqual((await expectProblem(response, 'device-not-free')).sale, sale)
  bench.sales.trouble = { ok: false, code: 'not-resolvable', detail: 'Look at the sale.', sale }
  await expectProblem(await page.send('POST', PATH, { body }), 'not-resolvable')
  bench.sales.trouble = null
})

void test('P82 allows three checks per sale in ten seconds', async () => {
  const page = await openPage(bench)
  const check = () => page.send('POST', '/v1/sales/sale_1/check')
  for (let count = 0; count < 3; count += 1) {
    const response = await check()
    assert.equal(response.status, 202)
    await expectAnswer('checkSale', response)
  }
  const refused = await check()
  assert.equal(refused.headers.get('retry-after'), '4')
  assert.equal(refused.headers.get('ratelimit-policy'), '"check";q=3;w=10')
  await expectProblem(refused, 'rate-limited')
  bench.sales.sale = (access) => someSale(access, { id: 'sale_2', state: 'review' })
  assert.equal((await page.send('POST', '/v1/sales/sale_2/check')).status, 200)
})
