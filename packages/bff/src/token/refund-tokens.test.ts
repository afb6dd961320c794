// Tokens of kind `refund`: their grant, their refusals before minting, their life, and their routes.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { Checkout, Sale } from '@tapboard/contract'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { refuse } from '../refusal.ts'
import { createBench } from '../testing/bench.ts'
import { expectAnswer, expectProblem } from '../testing/expect.ts'
import {
  mintRequest,
  openPage,
  refundGrant,
  resolveGrant,
  saleGrant,
  setupGrant,
  START,
} from '../testing/page.ts'
import { someSale } from '../testing/script.ts'

const bench = await createBench()
const JKT = 'A'.repeat(43)
after(() => bench.close())
beforeEach(() => {
  bench.sales.sale = null
  bench.sales.refundRefusal = null
  bench.sales.judged.length = 0
})
const mint = (members: Record<string, unknown>): Promise<Response> =>
  bench.core.fetch(mintRequest({ ...refundGrant()(JKT), ...members }))

void test('D-122 a refund token names order, sale, reference, amount and person, and lives five minutes', async () => {
  const minted = await bench.core.mintToken('shop', refundGrant({ devices: ['dev_front'] })(JKT))
  assert.equal(minted.expiresInSeconds, 300)
  assert.equal(decodeProtectedHeader(minted.token).typ, 'tapboard-refund+jwt')
  const { order, sale, refund, amount_minor, currency, person, devices, sub } = decodeJwt(minted.token)
  assert.deepEqual(
    { order, sale, refund, amount_minor, currency, person, devices, sub },
    {
      order: 'A-100',
      sale: 'sale_1',
      refund: 'first',
      amount_minor: 4_200,
      currency: 'USD',
      person: 'ann',
      devices: ['dev_front'],
      sub: 'shop',
    },
  )
  assert.deepEqual(bench.sales.judged, [
    {
      merchant: 'shop',
      order: 'A-100',
      refund: { of: 'sale_1', reference: 'first' },
      amountMinor: 4_200,
      currency: 'USD',
    },
  ])
  await bench.core.mintToken('shop', refundGrant({ refund: 'r-17' })(JKT))
  assert.deepEqual(bench.sales.judged.at(-1)?.refund, { of: 'sale_1', reference: 'r-17' })
})

void test('refuses a grant with a missing, unknown or malformed member', async () => {
  for (const members of [
    { person: undefined },
    { sale: undefined },
    { order: undefined },
    { amount: undefined },
    { sale: '../x' },
    { person: ' ' },
    { person: 7 },
    { person: { id: 'ann' } },
    { refund: '' },
    { refund: 7 },
    { generation: 1 },
    { reason: 'broken' },
    { devices: [] },
    { currency: 'ZZZ' },
  ])
    await expectProblem(await mint(members), 'invalid-request')
  for (const amount of ['0', '0.00', '-1.00', '1e2', '1,00', '42.001', '1000000.00'])
    await expectProblem(await mint({ amount }), 'invalid-amount')
  await expectProblem(await mint({ currency: 'EUR' }), 'invalid-amount')
  await expectProblem(await mint({ origin: 'https://evil.example' }), 'origin-not-allowed')
  assert.deepEqual(bench.sales.judged, [])
})

void test('D-122 mints nothing that the ledger refuses, over HTTP and in process', async () => {
  for (const code of ['sale-not-found', 'sale-not-refundable', 'refund-exceeds-sale'] as const) {
    bench.sales.refundRefusal = refuse(code, 'As the ledger said.')
    await expectProblem(await mint({}), code)
    await assert.rejects(bench.core.mintToken('shop', refundGrant()(JKT)), { code })
  }
})

void test('a refund token reads and starts its refund, and an expired one does not', async () => {
  const page = await openPage(bench, refundGrant({ amount: '12.00' }))
  const checkout = (await expectAnswer('getCheckout', await page.send('GET', '/v1/checkout'))) as Checkout
  assert.deepEqual(
    [checkout.kind, checkout.order, checkout.amountMinor, checkout.nextAttempt],
    ['refund', 'A-100', 1_200, 1],
  )
  assert.deepEqual(checkout.refund, {
    of: 'sale_1',
    paidAmountMinor: 4_200,
    refundedAmountMinor: 0,
    card: 'Visa …4242',
    reference: 'ref_1',
  })
  const headers = { 'idempotency-key': 'key-0123456789abcdef' }
  const other = await page.send('POST', '/v1/sales', { body: START, headers })
  await expectProblem(other, 'forbidden')
  const body = { ...START, amountMinor: 1_200 }
  const started = (await expectAnswer(
    'startSale',
    await page.send('POST', '/v1/sales', { body, headers }),
  )) as Sale
  assert.deepEqual([started.kind, started.refundOf, started.refund], ['refund', 'sale_1', 'first'])
  await expectAnswer('getSale', await page.send('GET', '/v1/sales/sale_1'))
  await expectAnswer('checkSale', await page.send('POST', '/v1/sales/sale_1/check'))
  await expectAnswer('cancelSale', await page.send('POST', '/v1/sales/sale_1/cancel'))
  await expectAnswer('getDetails', await page.send('GET', '/v1/sales/sale_1/details'))
  await expectAnswer('getDevice', await page.send('GET', '/v1/devices/dev_front'))
  await bench.clock.advance(306_000)
  await expectProblem(await page.send('GET', '/v1/checkout'), 'token-expired')
})

void test('a refund token has no other right, and no other token may refund', async () => {
  const page = await openPage(bench, refundGrant())
  await expectProblem(await page.send('GET', '/v1/devices'), 'forbidden')
  const body = { outcome: 'unpaid' }
  await expectProblem(await page.send('POST', '/v1/sales/sale_1/resolve', { body }), 'forbidden')
  for (const grant of [setupGrant, resolveGrant()])
    await expectProblem(await (await openPage(bench, grant)).send('GET', '/v1/checkout'), 'forbidden')
  const narrow = await openPage(bench, refundGrant({ devices: ['dev_front'] }))
  await expectProblem(await narrow.send('GET', '/v1/devices/dev_back'), 'device-not-found')
  const sold = (await expectAnswer(
    'getCheckout',
    await (await openPage(bench, saleGrant)).send('GET', '/v1/checkout'),
  )) as Checkout
  assert.deepEqual([sold.kind, sold.refund], ['sale', null])
})

void test('the host reads the refunds of an order beside its payment', async () => {
  const access = {
    merchant: 'shop',
    order: 'A-100',
    amountMinor: 1_200,
    currency: 'USD',
    devices: null,
    origin: '',
    refund: { of: 'sale_1', reference: 'first', person: 'ann' },
  } as const
  const { refund: _, ...order } = access
  bench.sales.sale = () => someSale({ ...order, amountMinor: 4_200 }, { state: 'approved' })
  const open = someSale(access, { id: 'refund_2', state: 'in_doubt', refund: 'second' })
  const done = someSale(access, { id: 'refund_1', state: 'approved' })
  const read = async (): Promise<Record<string, unknown>> => {
    const request = new Request('https://pay.shop.example/tapboard/v1/orders/A-100', {
      headers: { authorization: mintRequest({}).headers.get('authorization') ?? '' },
    })
    return (await expectAnswer('getOrder', await bench.core.fetch(request))) as Record<string, unknown>
  }
  bench.sales.paidBack = [open, done]
  const state = await read()
  assert.deepEqual(
    [state['paid'], state['paidAmountMinor'], state['refundedAmountMinor'], state['refundOpen']],
    [true, 4_200, 1_200, true],
  )
  assert.deepEqual(
    (state['refunds'] as Sale[]).map(({ id, kind, refundOf, refund }) => [id, kind, refundOf, refund]),
    [
      ['refund_2', 'refund', 'sale_1', 'second'],
      ['refund_1', 'refund', 'sale_1', 'first'],
    ],
  )
  bench.sales.paidBack = []
  const plain = await read()
  assert.deepEqual([plain['refundedAmountMinor'], plain['refundOpen'], plain['refunds']], [0, false, []])
})
