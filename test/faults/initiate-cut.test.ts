// P2 between BFF and service on real sockets: at any break of the initiate exchange, the customer is asked to pay at most once,
// and an uncertain result is reported as unknown.
import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import type { UpstreamOptions } from '@tapboard/bff'
import type { SaleState } from '@tapboard/contract'
import { LONG } from '../kit/limits.ts'
import { until } from '../kit/until.ts'
import type { Plan } from '../kit/line/fault-line.ts'
import { down, partsOf, up, type Measured, type Point } from './support/breaks.ts'
import type { Page } from './support/page.ts'
import { openFaultShop, type FaultShop, type ShopOptions } from './support/shop.ts'

const INITIATE = /^POST \/(v1\/Session\/initiate|payments)$/

/** The request that starts a sale (D-17). */
type Start = NonNullable<UpstreamOptions['start']>

/** The place of the break; the states that may be true when the effect of repeats is unknown; sessions at the service. */
const points: readonly [string, Point, readonly SaleState[], readonly number[]][] = [
  ['connected, before the first byte', up('cut', () => 0), ['in_doubt'], [0]],
  ['reset before the first byte', up('reset', () => 0), ['in_doubt'], [0]],
  ['after the request line', up('cut', ({ line }) => line), ['in_doubt'], [0]],
  ['after the request head', up('cut', ({ head }) => head), ['in_doubt'], [0]],
  ['in the middle of the body', up('cut', ({ head, whole }) => (head + whole) >> 1), ['in_doubt'], [0]],
  ['before the last byte of the body', up('reset', ({ whole }) => whole - 1), ['in_doubt'], [0]],
  ['after the whole request', up('cut', ({ whole }) => whole), ['in_doubt'], [0, 1]],
  ['the whole request lost', up('swallow', () => 0), ['in_doubt'], [0]],
  ['before the first byte of the answer', down('cut', () => 0), ['in_doubt'], [1]],
  ['reset before the answer', down('reset', () => 0), ['in_doubt'], [1]],
  ['the answer never comes', down('swallow', () => 0), ['in_doubt'], [1]],
  ['after the status line', down('cut', ({ line }) => line), ['in_doubt'], [1]],
  ['in the middle of the head', down('cut', ({ line, head }) => (line + head) >> 1), ['in_doubt'], [1]],
  ['after the head of the answer', down('cut', ({ head }) => head), ['in_doubt'], [1]],
  ['in the middle of the answer', down('cut', ({ head, whole }) => (head + whole) >> 1), ['in_doubt'], [1]],
  ['before the last byte of the answer', down('half_close', ({ whole }) => whole - 1), ['in_doubt'], [1]],
  ['after the answer', down('cut', ({ whole }) => whole), ['approved'], [1]],
  [
    'half closed behind the request',
    up('half_close', ({ whole }) => whole),
    ['approved', 'in_doubt'],
    [0, 1],
  ],
  // The service answers completely that it refused the request.
  ['half closed in the request', up('half_close', ({ head }) => head), ['not_started'], [0]],
  [
    'the answer twice',
    (_, { whole }) => ({ down: { type: 'repeat', from: 0, to: whole } }),
    ['approved'],
    [1],
  ],
  ['the request twice, first answer', () => ({ twice: 'first' }), ['approved'], [1]],
  ['the request twice, second answer', () => ({ twice: 'second' }), ['in_doubt', 'approved'], [1]],
]

/** An exchange without a fault. */
async function measure(context: TestContext, start: Start): Promise<Measured> {
  const shop = await openFaultShop(context, { features: { start } })
  await (await shop.page()).begin(await shop.terminal())
  await shop.reaches('approved')
  const exchange = shop.line.exchanges.find(({ request }) => INITIATE.test(request))
  assert.ok(exchange)
  return partsOf(exchange)
}
const measured = new Map<Start, Promise<Measured>>()

const initiates = (shop: FaultShop): number =>
  shop.line.exchanges.filter(({ request }) => INITIATE.test(request)).length

/** Waits until no send is possible any more (rule 18) and every session at the service is over. */
async function settled(shop: FaultShop): Promise<void> {
  await until('the sessions are over', async () =>
    (await shop.sessions()).every(({ status }) => !['INITIATING', 'IN_PROGRESS'].includes(status)),
  )
  const begun = shop.clock.now()
  shop.clock.hurry(40)
  await until('no send is possible any more', () => shop.clock.now() - begun > 16_000)
  shop.clock.hurry(1)
}

/** One sale whose initiate meets the plan. */
async function sell(
  context: TestContext,
  point: Point,
  options: ShopOptions,
): Promise<{ readonly shop: FaultShop; readonly deviceId: string }> {
  const { start = 'session' } = options.features ?? {}
  const measuring = measured.get(start) ?? measure(context, start)
  measured.set(start, measuring)
  const [request, answer] = await measuring
  const shop = await openFaultShop(context, options)
  const deviceId = await shop.terminal()
  const planned = shop.line.plan({ request: INITIATE, ...point(request, answer) })
  const started = await (await shop.page()).begin(deviceId)
  assert.ok(started.ok)
  await planned.met
  await shop.answered()
  return { shop, deviceId }
}

/** Holds in every case: one attempt, at most one charge, and a consistent ledger. */
async function assertHonest(shop: FaultShop): Promise<void> {
  const sales = await shop.sales()
  assert.equal(sales.length, 1)
  const [sale] = sales
  const charges = await shop.charges()
  assert.ok(charges.length <= 1, `${charges.length} charges`)
  if (sale?.state === 'approved')
    assert.deepEqual(
      charges.map(({ status, reference, amountMinor }) => ({ status, reference, amountMinor })),
      [{ status: 'approved', reference: sale.reference, amountMinor: sale.amount_minor }],
    )
  else if (charges.length > 0) assert.equal(sale?.state, 'in_doubt')
}

/** The breaks of a further kind of sale: every second one; in the long version every one. */
const further = points.filter((_, index) => LONG || index % 2 === 0)

void describe('P2 a truncated initiate', { concurrency: 16 }, () => {
  for (const [start, breaks] of [
    ['session', points],
    ['payments', further],
  ] as const)
    for (const [title, point, states, sessions] of breaks)
      // P2 asserts: 1 initiate, at most 1 charge, cut at ${#points} points.
      test(`P2 ${title} of ${start}: sent once, and the sale is ${states.join(' or ')}`, async (context) => {
        const { shop, deviceId } = await sell(context, point, { features: { start } })
        await shop.reaches(...states)
        await settled(shop)
        assert.equal(initiates(shop), 1)
        assert.ok(
          sessions.includes((await shop.sessions()).length),
          `${(await shop.sessions()).length} sessions`,
        )
        await assertHonest(shop)
        const sale = await shop.reaches(...states)
        if (sale.state !== 'in_doubt') return
        assert.equal(sale.reason, 'no_session')
        const again = await (await shop.page()).start(deviceId, 2)
        assert.ok(!again.ok && again.code === 'sale-open')
        const other = await (await shop.page('A-101')).start(deviceId)
        assert.ok(!other.ok && other.code === 'device-busy')
        assert.equal(initiates(shop), 1)
      })

  for (const [repeat, serves, start] of [
    ['refuses', 'refuse', 'session'],
    ['replays', 'replay', 'session'],
    ['replays', 'replay', 'payments'],
  ] as const)
    for (const [title, point, states] of further)
      // P2 asserts: at most 1 session and 3 initiates where a repeat is refused or replayed.
      test(`P2 ${title}, if the service ${repeat} repeats of ${start}: sent again, paid at most once`, async (context) => {
        const features = { repeat, start }
        const { shop } = await sell(context, point, { features, service: { repeat: serves } })
        const end = states.includes('not_started') ? 'not_started' : 'approved'
        await shop.reaches(end)
        await settled(shop)
        assert.equal((await shop.sessions()).length, end === 'approved' ? 1 : 0)
        await assertHonest(shop)
        assert.equal((await shop.sales()).at(-1)?.state, end)
        assert.ok(initiates(shop) <= 3)
      })
})

/** Pays the order; the refund of it meets the plan, or none. */
async function payBack(
  context: TestContext,
  plan: Omit<Plan, 'request'> | null,
): Promise<{ readonly shop: FaultShop; readonly page: Page; readonly deviceId: string }> {
  const shop = await openFaultShop(context)
  const deviceId = await shop.terminal()
  await (await shop.page()).begin(deviceId)
  const { id } = await shop.reaches('approved')
  const planned = plan === null ? null : shop.line.plan({ request: INITIATE, ...plan })
  const page = await shop.refundPage(id)
  assert.ok((await page.begin(deviceId)).ok)
  await planned?.met
  await shop.answered()
  return { shop, page, deviceId }
}

let refundLengths: Promise<Measured> | null = null

async function measureRefund(context: TestContext): Promise<Measured> {
  const { shop } = await payBack(context, null)
  await shop.reaches('approved')
  const exchange = shop.line.exchanges.filter(({ request }) => INITIATE.test(request)).at(-1)
  assert.ok(exchange)
  return partsOf(exchange)
}

describe('D-121 a truncated initiate of a refund', { concurrency: 16 }, () => {
  for (const [title, point, states, sessions] of further)
    test(`D-121 ${title} of a refund: sent once, and the refund is ${states.join(' or ')}`, async (context) => {
      refundLengths ??= measureRefund(context)
      const { shop, page, deviceId } = await payBack(context, point(...(await refundLengths)))
      await shop.reaches(...states)
      await settled(shop)
      // The first initiate and session are those of the sale.
      assert.equal(initiates(shop), 2)
      assert.ok(sessions.includes((await shop.sessions()).length - 1))
      const refund = await shop.reaches(...states)
      assert.equal(refund.kind, 'refund')
      const credits = (await shop.charges()).filter(({ command }) => command === 'cc:credit')
      if (refund.state === 'approved')
        assert.deepEqual(
          credits.map(({ status, reference, amountMinor, creditOf }) => [
            status,
            reference,
            amountMinor,
            creditOf,
          ]),
          [['approved', refund.reference, 4_200, refund.credit_reference]],
        )
      else assert.ok(credits.length <= (refund.state === 'in_doubt' ? 1 : 0))
      if (refund.state !== 'in_doubt') return
      assert.equal(refund.reason, 'no_session')
      const again = await page.start(deviceId, 2)
      assert.ok(!again.ok && again.code === 'sale-open')
      const other = await (await shop.page('A-101')).start(deviceId)
      assert.ok(!other.ok && other.code === 'device-busy')
      assert.equal(initiates(shop), 2)
    })
})

test('P2 reports a service that refuses connections as unavailable: nothing was sent', async (context) => {
  const shop = await openFaultShop(context)
  const deviceId = await shop.terminal()
  const asked = shop.line.plan({ request: /^GET \/v1\/Device\// })
  void asked.met.then(() => shop.line.refuse())
  assert.ok((await (await shop.page()).begin(deviceId)).ok)
  const sale = await shop.reaches('not_started')
  assert.equal(sale.reason, 'upstream-unreachable')
  assert.deepEqual([initiates(shop), (await shop.sessions()).length], [0, 0])
  await shop.line.heal()
  const next = await (await shop.page()).start(deviceId, 2)
  assert.ok(next.ok)
  await shop.reaches('approved')
  assert.equal((await shop.charges()).length, 1)
})

test('P2 connections that close at once never charge twice', async (context) => {
  for (const meets of ['close', 'reset'] as const) {
    const shop = await openFaultShop(context)
    const deviceId = await shop.terminal()
    const asked = shop.line.plan({ request: /^GET \/v1\/Device\// })
    void asked.met.then(() => shop.line.plan({ meets }))
    assert.ok((await (await shop.page()).begin(deviceId)).ok)
    const sale = await shop.reaches('in_doubt', 'approved')
    await settled(shop)
    assert.ok((await shop.sessions()).length <= (sale.state === 'approved' ? 1 : 0))
    await assertHonest(shop)
  }
})

test('P2 a late answer on the kept connection continues the sale', async (context) => {
  const shop = await openFaultShop(context)
  const deviceId = await shop.terminal()
  const gate = Promise.withResolvers<void>()
  shop.line.plan({ request: INITIATE, down: { type: 'wait', at: 0, until: gate.promise } })
  assert.ok((await (await shop.page()).begin(deviceId)).ok)
  await shop.answered()
  assert.equal((await shop.reaches('in_doubt')).reason, 'no_session')
  gate.resolve()
  await shop.reaches('approved')
  assert.equal(initiates(shop), 1)
  await assertHonest(shop)
})
