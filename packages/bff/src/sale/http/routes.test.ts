// HTTP of the sales: statuses, ETags, replays, refusals of the ledger, and rate limits per terminal (P28).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderState, ProblemCode, Sale } from '@tapboard/contract'
import { createBench, PUBLIC_URL, SECRETS } from '../../testing/bench.ts'
import { expectAnswer, expectProblem } from '../../testing/expect.ts'
import { openPage, START } from '../../testing/page.ts'
import { someSale } from '../../testing/script.ts'
import { accessTo } from '../testing.ts'

const keyed = (count: number) => ({ 'idempotency-key': `key-${String(count).padStart(16, '0')}` })

void test('answers a start with 201 and its repeat with 200 and the replay header', async () => {
  const bench = await createBench()
  const page = await openPage(bench)
  const first = await page.send('POST', '/v1/sales', { body: START, headers: keyed(1) })
  assert.equal(first.status, 201)
  assert.equal(first.headers.get('idempotency-replayed'), null)
  assert.equal(first.headers.get('etag'), '"1"')
  assert.match(first.headers.get('ratelimit-policy') ?? '', /^"start";/)
  const again = await page.send('POST', '/v1/sales', { body: START, headers: keyed(1) })
  assert.equal(again.status, 200)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal(again.headers.get('etag'), '"1"')
  await expectAnswer('startSale', first)
  await expectAnswer('startSale', again)
  await bench.close()
})

void test('answers 304 to a page with the newest snapshot', async () => {
  const bench = await createBench()
  bench.sales.sale = (access) => someSale(access)
  const page = await openPage(bench)
  const first = await page.send('GET', '/v1/sales/sale_1')
  const etag = first.headers.get('etag') ?? ''
  const same = await page.send('GET', '/v1/sales/sale_1', { headers: { 'if-none-match': `"1", W/${etag}` } })
  assert.equal(same.status, 304)
  assert.equal(await same.text(), '')
  assert.ok(same.headers.has('dpop-nonce'))
  bench.sales.push('progressed')
  const changed = await page.send('GET', '/v1/sales/sale_1', { headers: { 'if-none-match': etag } })
  assert.equal(changed.status, 200)
  assert.equal(changed.headers.get('etag'), '"4"')
  await bench.close()
})

void test('D-171 after a restore the host learns of a payment, and never that there is none', async () => {
  const bench = await createBench()
  bench.sales.onHold = true
  const ask = (): Promise<Response> => {
    const headers = { authorization: `Bearer ${SECRETS.hostSecret}` }
    return bench.core.fetch(new Request(`${PUBLIC_URL}/v1/orders/A-100`, { headers }))
  }
  const newest = (state: Sale['state']): readonly Sale[] => [someSale(accessTo('A-100'), { state })]
  bench.sales.attempts = async () => []
  const held = await ask()
  assert.equal(held.headers.get('retry-after'), '60')
  await expectProblem(held, 'store-restored')
  bench.sales.attempts = async () => newest('declined')
  await expectProblem(await ask(), 'store-restored')
  bench.sales.attempts = async () => newest('approved')
  assert.equal(((await expectAnswer('getOrder', await ask())) as OrderState).paid, true)
  await bench.close()
})

void test('D-144 an order is unpaid for a host that names another total', async () => {
  const bench = await createBench()
  bench.sales.sale = (access) => someSale(access, { state: 'approved' })
  const isPaid = async (query: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${SECRETS.hostSecret}` }
    const request = new Request(`${PUBLIC_URL}/v1/orders/A-100${query}`, { headers })
    return ((await expectAnswer('getOrder', await bench.core.fetch(request))) as OrderState).paid
  }
  assert.equal(await isPaid(''), true)
  assert.equal(await isPaid('?amount=42.00&currency=USD'), true)
  assert.equal(await isPaid('?amount=80.00&currency=USD'), false)
  await bench.close()
})

void test('a page cancels its sale, and reads its report', async () => {
  const bench = await createBench()
  bench.sales.sale = (access) => someSale(access)
  const page = await openPage(bench)
  const cancelled = await page.send('POST', '/v1/sales/sale_1/cancel')
  assert.equal(cancelled.status, 202)
  await expectAnswer('cancelSale', cancelled)
  const details = await page.send('GET', '/v1/sales/sale_1/details')
  assert.equal(details.status, 200)
  await expectAnswer('getDetails', details)
  for (const [method, path] of [
    ['POST', '/v1/sales/sale_2/cancel'],
    ['GET', '/v1/sales/sale_2/details'],
  ] as const)
    await expectProblem(await page.send(method, path), 'sale-not-found')
  await bench.close()
})

void test('an order is paid only while an attempt is approved, and lists earlier attempts in review', async () => {
  const bench = await createBench()
  const attempt = (number: number, state: Sale['state'], more: Partial<Sale> = {}): Sale =>
    someSale(accessTo('A-100'), { id: `sale_${number}`, attempt: number, state, ...more })
  const late = attempt(1, 'review', { reason: 'late_conflict' })
  const ask = async (...attempts: Sale[]): Promise<[boolean, string, string[]]> => {
    bench.sales.attempts = async () => attempts
    const headers = { authorization: `Bearer ${SECRETS.hostSecret}` }
    const answer = await bench.core.fetch(new Request(`${PUBLIC_URL}/v1/orders/A-100`, { headers }))
    const state = (await expectAnswer('getOrder', answer)) as OrderState
    return [state.paid, state.sale.id, state.reviews.map(({ id }) => id)]
  }
  assert.deepEqual(await ask(attempt(1, 'approved')), [true, 'sale_1', []])
  assert.deepEqual(await ask(late), [false, 'sale_1', []])
  assert.deepEqual(await ask(attempt(2, 'declined'), late), [false, 'sale_1', []])
  assert.deepEqual(await ask(attempt(2, 'started', { conflictWith: 'sale_1' }), late), [
    false,
    'sale_2',
    ['sale_1'],
  ])
  assert.deepEqual(await ask(attempt(2, 'approved', { conflictWith: 'sale_1' }), late), [
    true,
    'sale_2',
    ['sale_1'],
  ])
  assert.deepEqual(await ask(attempt(2, 'declined'), attempt(1, 'approved', { by: 'person' })), [
    true,
    'sale_1',
    [],
  ])
  await bench.close()
})

const REFUSALS: readonly ProblemCode[] = [
  'sale-open',
  'order-already-paid',
  'device-busy',
  'device-not-found',
  'device-not-connected',
  'idempotency-mismatch',
  'upstream-unavailable',
  'upstream-refused',
  'draining',
]
void test('maps a refusal of the ledger to the registered problem with the blocking sale', async () => {
  const bench = await createBench()
  const page = await openPage(bench)
  const sale = someSale(accessTo('A-100'))
  for (const [count, code] of REFUSALS.entries()) {
    bench.sales.trouble = { ok: false, code, detail: 'Do something else.', sale, retryAfterSeconds: 7 }
    const response = await page.send('POST', '/v1/sales', { body: START, headers: keyed(count) })
    const retry = response.headers.get('retry-after')
    const problem = await expectProblem(response, code)
    assert.deepEqual(problem.sale, sale)
    assert.equal(retry, response.status === 503 ? '7' : null)
  }
  await bench.close()
})

void test('P28 refuses a sixth new sale per terminal or page within 10 s with Retry-After; repeats and other pages pass', async () => {
  const start = { count: 5, windowSeconds: 10 }
  const bench = await createBench({ limits: { start } })
  const pages = [await openPage(bench), await openPage(bench)] as const
  const send = (count: number, deviceId = 'dev_front', page = pages[0]) =>
    page.send('POST', '/v1/sales', { body: { ...START, deviceId }, headers: keyed(count) })
  const sendNew: typeof send = (...start) => {
    bench.sales.sale = null
    return send(...start)
  }
  for (let count = 1; count <= 5; count++) assert.equal((await sendNew(count)).status, 201)
  for (const page of pages) {
    const refused = await sendNew(6, 'dev_front', page)
    assert.equal(refused.headers.get('ratelimit-policy'), '"start";q=5;w=10')
    assert.equal(refused.headers.get('ratelimit'), '"start";r=0;t=10')
    assert.equal(refused.headers.get('retry-after'), '2')
    await expectProblem(refused, 'rate-limited')
  }
  await expectProblem(await sendNew(7, 'dev_back'), 'rate-limited')
  assert.equal((await sendNew(8, 'dev_back', pages[1])).status, 201)
  for (let repeat = 0; repeat < 20; repeat++) assert.equal((await send(5)).status, 200)
  await bench.clock.advance(2_000)
  assert.equal((await sendNew(6)).status, 201)
  await bench.close()
})

void test('P28 refuses an eleventh token per merchant within 10 s with Retry-After', async () => {
  const bench = await createBench({ limits: { mint: { count: 10, windowSeconds: 10 } } })
  const { mintRequest, saleGrant } = await import('../../testing/page.ts')
  const { SECRETS } = await import('../../testing/bench.ts')
  const grant = saleGrant('A'.repeat(43))
  for (let count = 9; count >= 0; count--) {
    const response = await bench.core.fetch(mintRequest(grant))
    assert.equal(response.status, 201)
    assert.match(response.headers.get('ratelimit') ?? '', new RegExp(`^"mint";r=${count};t=\\d+$`))
  }
  await expectProblem(await bench.core.fetch(mintRequest(grant)), 'rate-limited')
  const other = mintRequest({ ...grant, origin: 'https://other.example' }, SECRETS.otherHostSecret)
  assert.equal((await bench.core.fetch(other)).status, 201)
  await bench.close()
})
