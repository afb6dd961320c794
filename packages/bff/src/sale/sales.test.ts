// The requests of pages about a sale that exists: cancel, check and details, with every answer of the upstream.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { faultOf, type FaultKind } from '../upstream/transport/fault.ts'
import type { Refusal } from '../refusal.ts'
import { accessTo, APPROVED, DECLINED } from './testing.ts'
import { world, type World } from './world.testing.ts'
import { DEFAULT_SALES_LIMITS } from './limits.ts'
import { saleRequest } from './sales.testing.ts'

const ACCESS = accessTo('o1')

/** Code and seconds to wait of a refusal; `null` if the request was granted. */
const refusal = (result: { readonly ok: true } | Refusal): readonly unknown[] | null =>
  result.ok ? null : [result.code, result.retryAfterSeconds ?? null]

/** A sale at the terminal, on an upstream that cancels. */
async function startedSale(context: TestContext): Promise<World & { readonly id: string }> {
  const one = await world(context, { cancel: true })
  const { id } = await one.start()
  await one.reach('started')
  return { ...one, id }
}

/** A paid sale, on an upstream with reports. */
async function paidSale(context: TestContext): Promise<World & { readonly id: string }> {
  const one = await world(context, { details: true })
  one.upstream.onRead = () => APPROVED
  const { id } = await one.start()
  await one.reach('approved')
  return { ...one, id }
}

const CANCEL_FAULTS: readonly (readonly [FaultKind, number | null, string, number | null])[] = [
  ['refused', null, 'not-cancelable', null],
  ['unauthorized', null, 'upstream-refused', null],
  ['unreachable', null, 'upstream-unavailable', 3],
  ['busy', 7_001, 'upstream-unavailable', 8],
]

for (const [fault, waitMs, code, seconds] of CANCEL_FAULTS)
  void test(`a cancel is answered with ${code} if the call to the upstream is ${fault}`, async (context) => {
    const { sales, upstream, id } = await startedSale(context)
    upstream.client.cancelSession = async () => faultOf(fault, waitMs)
    const answer = await sales.cancel(ACCESS, id)
    assert.deepEqual(refusal(answer), [code, seconds])
    assert.ok(!answer.ok && answer.sale?.cancelable === true && !answer.sale.cancelRequested)
  })

void test('a cancel of a session that the upstream does not know is refused', async (context) => {
  const { sales, upstream, id } = await startedSale(context)
  upstream.client.cancelSession = async () => ({ kind: 'missing' })
  const answer = await sales.cancel(ACCESS, id)
  assert.ok(!answer.ok && answer.code === 'not-cancelable')
  assert.match(answer.detail, /no such session/)
  assert.equal(answer.sale?.cancelRequested, false)
})

void test('a cancel names the session and its terminal, and the answer shows the request', async (context) => {
  const { sales, upstream, id } = await startedSale(context)
  const asked: (readonly [string, string])[] = []
  upstream.client.cancelSession = async (sessionId, deviceId) => {
    asked.push([sessionId, deviceId])
    return { kind: 'found', value: null }
  }
  const answer = await sales.cancel(ACCESS, id)
  assert.ok(answer.ok && answer.sale.cancelRequested && !answer.created)
  const read = await sales.read(ACCESS, id)
  assert.ok(read.ok && read.sale.cancelRequested && !read.created)
  assert.deepEqual(asked, [[answer.sale.sessionId, 'd-o1']])
})

void test('a cancel is refused for an upstream that has none, and the upstream is not asked', async (context) => {
  const { sales, start, reach, upstream } = await world(context)
  const { id } = await start()
  await reach('started')
  const answer = await sales.cancel(ACCESS, id)
  assert.ok(!answer.ok && answer.code === 'not-cancelable' && answer.sale?.id === id)
  assert.match(answer.detail, /cancel it on the terminal/)
  assert.equal(upstream.cancels, 0)
})

void test('a cancel of a sale that is over says so', async (context) => {
  const { sales, upstream, reach, id } = await startedSale(context)
  upstream.onRead = () => DECLINED
  await reach('declined')
  const answer = await sales.cancel(ACCESS, id)
  assert.ok(!answer.ok && answer.code === 'not-cancelable')
  assert.match(answer.detail, /is over/)
  assert.equal(upstream.cancels, 0)
})

void test('a check of a sale in doubt reads it before its next time', async (context) => {
  const { sales, start, clock, upstream, reach, now } = await world(context, { lookup: 'authoritative' })
  upstream.onSend = () => ({ exchange: { kind: 'broken', cause: 'closed' }, late: null })
  await start()
  const doubt = await reach('in_doubt')
  upstream.onFind = (externalId) => `ses_${externalId}`
  upstream.onRead = () => APPROVED
  const answer = await sales.check(ACCESS, doubt.id)
  assert.ok(answer.ok && answer.looking && answer.sale.id === doubt.id)
  await clock.until(async () => (await now()).state === 'approved', 2_000)
})

void test('a check of a sale that is over reads nothing', async (context) => {
  const { sales, id } = await paidSale(context)
  const answer = await sales.check(ACCESS, id)
  assert.ok(answer.ok && !answer.looking && answer.sale.state === 'approved')
})

void test('details are the report of the sale', async (context) => {
  const { sales, upstream, id } = await paidSale(context)
  const asked: string[] = []
  const { report } = upstream.client
  upstream.client.report = (reference) => {
    asked.push(reference)
    return report(reference)
  }
  const answer = await sales.details(ACCESS, id)
  assert.ok(answer.ok)
  assert.deepEqual(answer.details.rows.at(-1), { name: 'Batch', value: '7' })
  assert.deepEqual(asked, ['REF1'])
})

const DETAIL_FAULTS: readonly (readonly [FaultKind, number | null, string, number | null])[] = [
  ['unauthorized', null, 'upstream-refused', null],
  ['refused', null, 'upstream-refused', null],
  ['unreachable', null, 'upstream-unavailable', 3],
  ['busy', 12_000, 'upstream-unavailable', 12],
]

for (const [fault, waitMs, code, seconds] of DETAIL_FAULTS)
  void test(`details are answered with ${code} if the report is ${fault}`, async (context) => {
    const { sales, upstream, id } = await paidSale(context)
    upstream.client.report = async () => faultOf(fault, waitMs)
    assert.deepEqual(refusal(await sales.details(ACCESS, id)), [code, seconds])
  })

void test('details are not found without a report, before an end and for an upstream without reports', async (context) => {
  const { sales, upstream, id } = await paidSale(context)
  for (const answer of [{ kind: 'missing' }, { kind: 'found', value: [] }] as const) {
    upstream.client.report = async () => answer
    assert.deepEqual(refusal(await sales.details(ACCESS, id)), ['not-found', null])
  }
  let asked = 0
  const other = await world(context, { cancel: true })
  other.upstream.client.report = async () => {
    asked += 1
    return { kind: 'missing' }
  }
  other.upstream.onRead = () => APPROVED
  const paid = await other.start()
  await other.reach('approved')
  assert.deepEqual(refusal(await other.sales.details(ACCESS, paid.id)), ['not-found', null])
  assert.equal(asked, 0)
})

void test('a start during a drain is refused with the time of the next try', async (context) => {
  const { sales, clock } = await world(context)
  await clock.ended(sales.drain())
  const request = saleRequest('o1')
  assert.deepEqual(refusal(await sales.start(ACCESS, request, 'key-of-order-o1-attempt-1')), ['draining', 2])
})

void test('the figures count followed sales, and no loop fails', async (context) => {
  const { sales } = await startedSale(context)
  const { followed, followedMax, watched, failing } = sales.figures()
  assert.deepEqual([followed, followedMax, watched, failing], [1, 2_000, 0, { claim: false, renew: false }])
  assert.equal(sales.failing(), null)
})

void test('the terminal of an open sale is held', async (context) => {
  const { sales } = await startedSale(context)
  assert.equal((await sales.holds({ merchant: 'm1', order: null }, ['d-o1'])).size, 1)
})

void test('the default limits are those of the measured load', () => {
  assert.deepEqual(DEFAULT_SALES_LIMITS, {
    perSale: 5_000,
    perProcess: 12_000,
    sales: 2_000,
    starts: 100,
    merchants: 1,
  })
})
