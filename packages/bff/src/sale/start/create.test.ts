// The answers to a start that is not the first of its kind: faults of the terminal's read, the breaker, the deadline, and the row.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { StartSale } from '@tapboard/contract'
import { openStore } from '@tapboard/store'
import { ManualClock, turn } from '@tapboard/store/testing'
import { faultOf, type FaultKind } from '../../upstream/transport/fault.ts'
import type { Reading, UpstreamDevice } from '../../upstream/terminal/client.ts'
import { refuse } from '../../refusal.ts'
import type { SaleResult } from '../sale-result.ts'
import { createSales, type RunningSales } from '../sales.ts'
import { LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { accessTo, DECLINED, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'
import { world } from '../world.testing.ts'
import { timeLeft } from './create.ts'

const NOW_MS = 1_000_000

const request = (order: string, more: Partial<StartSale> = {}): StartSale => ({
  order,
  attempt: 1,
  amountMinor: 4200,
  currency: 'USD',
  deviceId: `d-${order}`,
  ...more,
})

/** Sales without a runner, and the answer to each read of a terminal. */
async function till(context: TestContext, followed?: number) {
  const clock = new ManualClock(NOW_MS)
  const store = await openStore<LedgerTables>('file::memory:', { clock: () => clock.now() })
  await store.migrate(LEDGER_MIGRATIONS)
  context.after(() => store.close())
  const upstream = new ScriptedUpstream()
  const merchants = (merchant: string): ScriptedUpstream | null => (merchant === 'm1' ? upstream : null)
  const points: (readonly [name: string, id: string, isStored: boolean])[] = []
  const sales: RunningSales = createSales({
    store,
    merchants,
    clock,
    random: seededRandom(1),
    log: keptLog().log,
    failpoint: async (name, id) => {
      const row = await store.db.selectFrom('sale').select('id').where('id', '=', id).executeTakeFirst()
      points.push([name, id, row !== undefined])
    },
    ...(followed === undefined ? {} : { limits: { merchants: 1, sales: followed } }),
  })
  return {
    clock,
    store,
    upstream,
    sales,
    points,
    answer: (reading: Reading<UpstreamDevice>) => (upstream.client.readDevice = async () => reading),
    start: (order: string, more: Partial<StartSale> = {}): Promise<SaleResult> =>
      sales.start(accessTo(order), request(order, more), `key-of-the-order-${order}`),
  }
}

/** Code and seconds to wait of a refusal. */
const refusal = (result: SaleResult): readonly [string, number | null] =>
  result.ok ? ['created', null] : [result.code, result.retryAfterSeconds ?? null]

const FAULTS: readonly (readonly [FaultKind, number | null, string, number | null])[] = [
  ['unreachable', null, 'upstream-unavailable', 3],
  ['busy', 1, 'upstream-unavailable', 1],
  ['busy', 7_001, 'upstream-unavailable', 8],
  ['broken', null, 'upstream-unavailable', 3],
  ['unauthorized', null, 'upstream-refused', null],
  ['refused', null, 'upstream-refused', null],
]

for (const [fault, waitMs, code, seconds] of FAULTS)
  void test(`a start is refused with ${code} if the read of the terminal is ${fault}${waitMs === null ? '' : ` for ${waitMs} ms`}`, async (context) => {
    const { answer, start, sales } = await till(context)
    answer(faultOf(fault, waitMs))
    assert.deepEqual(refusal(await start('o1')), [code, seconds])
    assert.equal(await sales.newest(accessTo('o1')), null)
  })

void test('a start is refused on a terminal that is missing or not connected', async (context) => {
  const { answer, start, upstream } = await till(context)
  upstream.deviceStatus = 'DISCONNECTED'
  assert.deepEqual(refusal(await start('o1')), ['device-not-connected', null])
  answer({ kind: 'missing' })
  assert.deepEqual(refusal(await start('o1')), ['device-not-found', null])
})

void test('P7 the third failed connect refuses the next starts for five seconds without a read; a connect closes the breaker', async (context) => {
  const { answer, start, clock, upstream } = await till(context)
  const read = upstream.client.readDevice
  answer(faultOf('unreachable'))
  for (const order of ['o1', 'o2']) assert.deepEqual(refusal(await start(order)), ['upstream-unavailable', 3])
  // An answer, even a bad one, is a connect.
  answer(faultOf('busy', 2_000))
  assert.deepEqual(refusal(await start('o3')), ['upstream-unavailable', 2])
  answer(faultOf('unreachable'))
  for (const order of ['o4', 'o5', 'o6']) await start(order)
  upstream.client.readDevice = read
  assert.deepEqual(refusal(await start('o7')), ['upstream-unavailable', 5])
  await clock.advance(4_001)
  assert.deepEqual(refusal(await start('o7')), ['upstream-unavailable', 1])
  await clock.advance(998)
  assert.deepEqual(refusal(await start('o7')), ['upstream-unavailable', 1])
  assert.equal(upstream.deviceReads, 0)
  await clock.advance(1)
  assert.deepEqual(refusal(await start('o7')), ['created', null])
  assert.equal(upstream.deviceReads, 1)
})

void test('INV-17 a start above the merchant’s share of followed sales waits five seconds', async (context) => {
  const { start, sales } = await till(context, 1)
  await sales.begin()
  context.after(() => sales.drain())
  assert.deepEqual(refusal(await start('o1')), ['created', null])
  for (let turns = 0; sales.figures().followed === 0 && turns < 1_000; turns += 1) await turn()
  assert.deepEqual(refusal(await start('o2')), ['rate-limited', 5])
})

void test('an unknown merchant may not start', async (context) => {
  const { sales } = await till(context)
  const result = await sales.start(accessTo('o1', { merchant: 'm2' }), request('o1'), 'key-of-the-order-o1')
  assert.deepEqual(refusal(result), ['forbidden', null])
})

void test('a refusal of the rate limit names its time, and a retry of a started sale is not limited', async (context) => {
  const { start, sales } = await till(context)
  const limit = () => refuse('rate-limited', 'Too many.', { retryAfterSeconds: 9 })
  const limited = await sales.start(accessTo('o1'), request('o1'), 'key-of-the-order-o1', limit)
  assert.deepEqual(refusal(limited), ['rate-limited', 9])
  const first = await start('o1')
  const again = await sales.start(accessTo('o1'), request('o1'), 'key-of-the-order-o1', limit)
  assert.ok(first.ok && again.ok && !again.created)
  assert.equal(again.sale.id, first.sale.id)
})

void test('a key that was used for another request is refused', async (context) => {
  const { start, sales } = await till(context)
  await start('o1')
  const other = await sales.start(
    accessTo('o1', { amountMinor: 4300 }),
    request('o1', { amountMinor: 4300 }),
    'key-of-the-order-o1',
  )
  assert.deepEqual(refusal(other), ['idempotency-mismatch', null])
})

void test('a wrong attempt is refused with the next one', async (context) => {
  const { start } = await till(context)
  const result = await start('o1', { attempt: 2 })
  assert.ok(!result.ok && result.code === 'invalid-request')
  assert.match(result.detail, /the next attempt of this order is 1;/)
})

void test('the row has the terminal of the read, the order and an ID that names the kind', async (context) => {
  const { start, answer } = await till(context)
  const value = {
    id: 'd-o1',
    serial: '12-34\u{1d7da}-OK',
    make: 'A920',
    name: 'Front',
    status: 'CONNECTED',
  } as const
  answer({ kind: 'found', value })
  const result = await start('o1')
  assert.ok(result.ok)
  const { id, kind, externalId, device, order, attempt, amountMinor, currency, refundOf } = result.sale
  assert.match(id, /^sale_[\w-]{10,}$/)
  assert.match(externalId, /^tb-[a-z2-7]{26}$/)
  assert.deepEqual(
    { kind, order, attempt, amountMinor, currency, refundOf },
    { kind: 'sale', order: 'o1', attempt: 1, amountMinor: 4200, currency: 'USD', refundOf: null },
  )
  // Four characters, not four code units, and without the ending of a scripted terminal.
  assert.deepEqual(device, { id: 'd-o1', name: 'Front', make: 'A920', serialEnding: '-34\u{1d7da}' })
})

void test('a start after its deadline is kept unsent, with the terminal as it was last read', async (context) => {
  const { start, upstream } = await till(context)
  await start('o1', { deviceId: 'd1' })
  const reads = upstream.deviceReads
  const late = await start('o2', { deviceId: 'd1', deadlineAtMs: NOW_MS })
  const unknown = await start('o3', { deviceId: 'd9', deadlineAtMs: NOW_MS - 1 })
  assert.equal(upstream.deviceReads, reads)
  assert.ok(late.ok && unknown.ok, JSON.stringify([late, unknown]))
  assert.equal(late.sale.device.name, 'Front counter')
  assert.deepEqual(unknown.sale.device, { id: 'd9', name: 'd9', make: '', serialEnding: '' })
  assert.equal(upstream.sent.length, 0)
})

void test('a start with a millisecond left reads its terminal', async (context) => {
  const { start, upstream } = await till(context)
  upstream.deviceStatus = 'DISCONNECTED'
  const last = await start('o1', { deadlineAtMs: NOW_MS + 1 })
  assert.deepEqual([...refusal(last), upstream.deviceReads], ['device-not-connected', null, 1])
})

void test('a start passes a failpoint before and after its row is stored', async (context) => {
  const { start, points } = await till(context)
  const result = await start('o1')
  assert.ok(result.ok)
  const { id } = result.sale
  assert.deepEqual(points, [
    ['creating', id, false],
    ['created', id, true],
  ])
})

void test('D-171 a start of an order that is held after a restore waits a minute', async (context) => {
  const { start, store, sales } = await till(context)
  const hold = { merchant: '', order_ref: '', since_ms: NOW_MS, known_until_ms: null }
  await store.db.insertInto('recovery_hold').values(hold).execute()
  assert.deepEqual(refusal(await start('o1')), ['store-restored', 60])
  assert.equal(await sales.newest(accessTo('o1')), null)
})

for (const [leftMs, reads] of [
  [1, 1],
  [0, 0],
] as const)
  void test(`INV-5 a start with ${leftMs} ms left rereads ${reads} earlier attempts of its order`, async (context) => {
    const { clock, upstream, sales, start, reach } = await world(context)
    upstream.onRead = () => DECLINED
    await start()
    await reach('declined')
    const before = upstream.reads
    const again = request('o1', { attempt: 2, deadlineAtMs: clock.now() + leftMs })
    const result = await sales.start(accessTo('o1'), again, 'key-of-the-second-attempt')
    assert.deepEqual([result.ok, upstream.reads - before], [true, reads])
  })

void test('the time left ends at the deadline, 15 s after the arrival at the latest, and when the clock was set back', () => {
  const clock = new ManualClock(NOW_MS)
  const [near, far, none] = [NOW_MS + 4_000, NOW_MS + 60_000, undefined].map((at) => timeLeft(clock, at))
  assert.deepEqual([near?.(), far?.(), none?.()], [4_000, 15_000, 15_000])
  const back = new ManualClock(NOW_MS)
  let now = NOW_MS
  back.now = () => now
  const left = timeLeft(back, NOW_MS + 4_000)
  now = NOW_MS - 1
  assert.equal(left(), 0)
})
