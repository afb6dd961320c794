// One sale from start to end with a manual clock: answers of the upstream, and states of the ledger.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../upstream/transport/outbound-port.ts'
import { faultOf } from '../../upstream/transport/fault.ts'
import { createSales } from '../sales.ts'
import { turn } from '@tapboard/store/testing'
import {
  accepted,
  accessTo,
  answered,
  APPROVED,
  DECLINED,
  keptLog,
  seededRandom,
  eventsOf,
} from '../testing.ts'
import { world, type World } from '../world.testing.ts'

const history = async ({ store }: World): Promise<string[]> =>
  (await store.db.selectFrom('sale_event').select('type').orderBy('number').execute()).map(({ type }) => type)

test('approves a paid sale after one read, with reference and approval code', async (context) => {
  const w = await world(context)
  w.upstream.onRead = (number) => (number < 3 ? { status: 'IN_PROGRESS' } : APPROVED)
  const sale = await w.start()
  assert.equal(sale.state, 'intent')
  const paid = await w.reach('approved')
  assert.equal(paid.reference, 'REF1')
  assert.equal(paid.approvalCode, 'A1')
  assert.equal(paid.by, 'upstream')
  assert.equal(w.upstream.sent.length, 1)
  assert.deepEqual(await history(w), ['created', 'claimed', 'started', 'progressed', 'approved'])
})

test('the first read comes one second after the session is known, not at once', async (context) => {
  const w = await world(context)
  await w.start()
  await w.reach('started')
  await w.clock.advance(700)
  assert.equal(w.upstream.reads, 0)
  await w.clock.advance(400)
  assert.equal(w.upstream.reads, 1)
})

test('confirms a decline by two equal reads three seconds apart', async (context) => {
  const w = await world(context)
  w.upstream.onRead = () => DECLINED
  await w.start()
  await w.clock.until(() => w.upstream.reads === 1)
  assert.equal((await w.now()).state, 'started')
  await w.clock.advance(2_500)
  assert.equal((await w.now()).state, 'started')
  const declined = await w.reach('declined', 2_000)
  assert.equal(declined.message, 'Insufficient funds')
  assert.equal(w.upstream.reads, 2)
})

test('approves a decline that turns into an approval before the second read', async (context) => {
  const w = await world(context)
  w.upstream.onRead = (number) => (number === 1 ? DECLINED : APPROVED)
  await w.start()
  await w.reach('approved')
})

for (const [word, state, reason] of [
  ['TIMEOUT', 'timed_out', null],
  ['ERROR', 'failed', 'error'],
  ['USER_CANCELLED', 'failed', 'cancelled'],
  ['API_CANCELLED', 'failed', 'cancelled_here'],
] as const)
  test(`a session that ends as ${word} frees the order for another attempt`, async (context) => {
    const w = await world(context)
    w.upstream.onRead = () => ({ status: word })
    await w.start()
    const ended = await w.reach(state)
    assert.equal(ended.reason, reason)
    const request = { order: 'o1', attempt: 2, amountMinor: 4200, currency: 'USD', deviceId: 'd-o1' } as const
    const again = await w.sales.start(accessTo('o1'), request, 'key-of-second-attempt')
    assert.ok(again.ok && again.created)
  })

const LOST: Exchange = { kind: 'broken', cause: 'reset' }

test('P2 a lost answer leaves the sale in doubt and nothing is sent again', async (context) => {
  const w = await world(context)
  w.upstream.onSend = () => ({ exchange: LOST, late: null })
  await w.start()
  const doubt = await w.reach('in_doubt')
  assert.equal(doubt.reason, 'no_session')
  await w.clock.advance(400_000)
  const later = await w.now()
  assert.equal(later.state, 'in_doubt')
  assert.equal(later.deviceFreeAtMs, null)
  assert.equal(w.upstream.sent.length, 1)
  assert.deepEqual(await history(w), ['created', 'claimed', 'doubted', 'device_released'])
})

test('a late answer on the open connection recovers the sale', async (context) => {
  const w = await world(context)
  let arrive: (late: Exchange) => void = () => {}
  const late = new Promise<Exchange>((resolve) => (arrive = resolve))
  w.upstream.onSend = () => ({ exchange: { kind: 'broken', cause: 'time-out' }, late })
  w.upstream.onRead = () => APPROVED
  await w.start()
  await w.reach('in_doubt')
  arrive(accepted('ses_late'))
  const paid = await w.reach('approved')
  assert.equal(paid.sessionId, 'ses_late')
  assert.equal(w.upstream.sent.length, 1)
})

test('a look-up by our own reference recovers a sale in doubt', async (context) => {
  const w = await world(context, { lookup: 'authoritative' })
  w.upstream.onSend = () => ({ exchange: LOST, late: null })
  w.upstream.onFind = (externalId) => `found_${externalId}`
  w.upstream.onRead = () => APPROVED
  const { externalId } = await w.start()
  assert.equal((await w.reach('approved')).sessionId, `found_${externalId}`)
})

test('an authoritative look-up that finds nothing frees the order after the fence', async (context) => {
  const w = await world(context, { lookup: 'authoritative' })
  w.upstream.onSend = () => ({ exchange: LOST, late: null })
  await w.start()
  await w.reach('in_doubt')
  await w.clock.advance(68_000)
  assert.equal((await w.now()).state, 'in_doubt')
  await w.reach('not_started', 60_000)
  assert.equal(w.upstream.sent.length, 1)
})

test('repeats the send with the same reference for 15 seconds if the upstream replays', async (context) => {
  const w = await world(context, { repeat: 'replays' })
  w.upstream.onSend = (order, number) => ({
    exchange: number === 1 ? LOST : accepted(`ses_${order.externalId}`),
    late: null,
  })
  w.upstream.onRead = () => APPROVED
  await w.start()
  await w.reach('approved')
  assert.equal(w.upstream.sent.length, 2)
  assert.deepEqual(w.upstream.sent[0], w.upstream.sent[1])
})

test('D-32 takes the session of a lost answer from the refusal of the repeat', async (context) => {
  const w = await world(context, { repeat: 'refuses' })
  const used = { error: { code: 'INVALID_REQUEST', message: 'used' }, sessionId: 'ses_first' }
  w.upstream.onSend = (_, number) => ({ exchange: number === 1 ? LOST : answered(409, used), late: null })
  w.upstream.onRead = () => APPROVED
  await w.start()
  assert.equal((await w.reach('approved')).sessionId, 'ses_first')
  assert.equal(w.upstream.sent.length, 2)
})

test('D-31 a repeat that cannot connect does not free the order after a send of unknown result', async (context) => {
  const w = await world(context, { repeat: 'replays' })
  w.upstream.onSend = (_, number) => ({
    exchange: number === 1 ? LOST : { kind: 'no_byte', cause: 'refused' },
    late: null,
  })
  await w.start()
  await w.clock.advance(60_000)
  assert.equal((await w.now()).state, 'in_doubt')
})

test('ends as not charged after three failed connects', async (context) => {
  const w = await world(context)
  w.upstream.onSend = () => ({ exchange: { kind: 'no_byte', cause: 'refused' }, late: null })
  await w.start()
  const ended = await w.reach('not_started')
  assert.equal(ended.reason, 'upstream-unreachable')
  assert.equal(w.upstream.sent.length, 3)
})

test('ends the attempt with the reason of a refusal', async (context) => {
  const w = await world(context)
  const refusal = { error: { code: 'TRANSACTION_FAILED', message: 'the device is busy' } }
  w.upstream.onSend = () => ({ exchange: answered(409, refusal), late: null })
  await w.start()
  assert.equal((await w.reach('not_started')).reason, 'device-busy')
})

// P9 asserts: no notice at 149 s, a notice 4 s later, in doubt within 160 s more.
test('P9 shows waiting at 150 s, is in doubt at 300 s and finds a later payment', async (context) => {
  const w = await world(context)
  let paid = false
  w.upstream.onRead = () => (paid ? APPROVED : { status: 'IN_PROGRESS' })
  await w.start()
  await w.clock.advance(149_000)
  assert.equal((await w.now()).stillWaiting, false)
  await w.clock.advance(4_000)
  assert.equal((await w.now()).stillWaiting, true)
  const doubt = await w.reach('in_doubt', 160_000)
  assert.equal(doubt.reason, 'overdue')
  await w.clock.advance(90_000)
  assert.equal((await w.now()).deviceFreeAtMs, null)
  paid = true
  await w.reach('approved', 20_000)
})

test('P9 finds a payment reported after 71 hours', async (context) => {
  const w = await world(context)
  let paid = false
  w.upstream.onRead = () => (paid ? APPROVED : { status: 'IN_PROGRESS' })
  await w.start()
  await w.reach('in_doubt', 400_000)
  for (let hour = 0; hour < 71; hour += 1) await skip(w, 3_600_000)
  assert.equal((await w.now()).state, 'in_doubt')
  paid = true
  await skip(w, 600_000)
  await w.reach('approved', 20_000)
})

/** Jumps: the claim loop's every-second look in between changes nothing. */
async function skip(w: World, ms: number): Promise<void> {
  w.clock.jump(ms)
  await w.clock.advance(2_000)
}

test('a session missing three times over 30 s is in doubt, and recovers', async (context) => {
  const w = await world(context)
  let known = false
  w.upstream.onRead = () => (known ? APPROVED : { kind: 'missing' })
  await w.start()
  await w.clock.advance(25_000)
  assert.equal((await w.now()).state, 'started')
  assert.equal((await w.reach('in_doubt')).reason, 'session_lost')
  known = true
  await w.reach('approved')
})

test('an unknown outcome goes to review after three reads over 30 s', async (context) => {
  const w = await world(context)
  w.upstream.onRead = () => ({ status: 'COMPLETED', transactionResult: { status: 'partly' } })
  await w.start()
  await w.clock.advance(25_000)
  assert.equal((await w.now()).state, 'started')
  assert.equal((await w.reach('review')).reason, 'unknown_outcome')
  assert.ok(w.lines.some(({ level, message }) => level === 'error' && message === 'a sale needs a person'))
})

test('read faults never change the sale, and Retry-After is obeyed', async (context) => {
  const w = await world(context)
  w.upstream.onRead = (number) =>
    number === 1 ? faultOf('busy', 20_000) : number < 4 ? faultOf('garbled') : APPROVED
  await w.start()
  await w.clock.until(() => w.upstream.reads === 1)
  await w.clock.advance(19_000)
  assert.equal(w.upstream.reads, 1)
  await w.reach('approved')
})

test('P4 a sale in "sending" after a crash is in doubt and never sent again', async (context) => {
  const w = await world(context)
  w.upstream.onSend = () => new Promise(() => {})
  await w.start()
  await w.reach('sending')
  await w.store.db.updateTable('sale').set({ lease_owner: 'dead', fence: 99 }).execute()
  await w.restart()
  assert.equal((await w.reach('in_doubt', 20_000)).reason, 'no_session')
  assert.equal(w.upstream.sent.length, 1)
})

test('P4 the next process follows a started sale to its end within 20 seconds', async (context) => {
  const w = await world(context, { longPoll: true })
  await w.start()
  await w.reach('started')
  await w.clock.until(() => w.upstream.holding === 1)
  await w.store.db.updateTable('sale').set({ lease_owner: 'dead', fence: 99 }).execute()
  w.upstream.onRead = () => APPROVED
  await w.restart()
  await w.reach('approved', 20_000)
})

test('abandons an intent that no process could send in time', async (context) => {
  const w = await world(context)
  await w.sales.drain()
  w.sales = createSales({
    store: w.store,
    merchants: () => w.upstream,
    clock: w.clock,
    random: seededRandom(9),
    log: keptLog().log,
  })
  await w.start()
  await w.clock.advance(61_000)
  await w.sales.begin()
  assert.equal((await w.reach('abandoned')).reason, 'expired')
  assert.equal(w.upstream.sent.length, 0)
})

test('holds one read at an upstream with long-polling and applies its answer at once', async (context) => {
  const w = await world(context, { longPoll: true })
  await w.start()
  await w.clock.until(() => w.upstream.holding === 1)
  const before = w.upstream.reads
  await w.clock.advance(5_000)
  assert.equal(w.upstream.reads, before)
  w.upstream.onRead = () => APPROVED
  w.upstream.release()
  await turn()
  assert.equal((await w.now()).state, 'approved')
})

test('P82 the next read follows a held one without news at once, but waits after one that was not held', async (context) => {
  const w = await world(context, { longPoll: true })
  w.upstream.onRead = (number) =>
    number === 1 ? { status: 'IN_PROGRESS' } : { kind: 'unchanged', retryAfterMs: null }
  await w.start()
  await w.clock.until(() => w.upstream.holding === 1)
  await w.clock.advance(5_000)
  w.upstream.release()
  await turn()
  assert.equal(w.upstream.holding, 1, 'after 5 s without news')
  w.upstream.release()
  await turn()
  assert.equal(w.upstream.holding, 0, 'after an answer at once')
  await w.clock.until(() => w.upstream.holding === 1)
})

test('P82 a thousand watchers of one sale share one upstream loop', async (context) => {
  const w = await world(context, { longPoll: true })
  const sale = await w.start()
  await w.clock.until(() => w.upstream.holding === 1)
  const stop = new AbortController()
  const seen = Array.from({ length: 1_000 }, async () => {
    const numbers: number[] = []
    for await (const frame of eventsOf(w.sales.watch(accessTo('o1'), sale.id, 0, stop.signal)))
      numbers.push(frame.number)
    return numbers
  })
  await w.clock.advance(6_000)
  const before = w.upstream.reads
  w.upstream.onRead = () => APPROVED
  w.upstream.release()
  const all = await Promise.all(seen)
  assert.ok(all.every((numbers) => numbers.join() === '1,2,3,4,5'))
  assert.equal(w.upstream.holdingMost, 1)
  assert.equal(w.upstream.reads, before + 1)
})

test('attributes a requested cancel that ended at the terminal to the page', async (context) => {
  const w = await world(context, { cancel: true })
  const sale = await w.start()
  await w.reach('started')
  await w.sales.cancel(accessTo('o1'), sale.id)
  assert.equal((await w.now()).cancelRequested, true)
  w.upstream.onRead = () => ({ status: 'USER_CANCELLED' })
  assert.equal((await w.reach('failed')).reason, 'cancelled_here')
})

test('forwards a cancel and takes the outcome from reads', async (context) => {
  const w = await world(context, { cancel: true })
  const sale = await w.start()
  await w.reach('started')
  const asked = await w.sales.cancel(accessTo('o1'), sale.id)
  assert.ok(asked.ok && asked.sale.state === 'started')
  assert.equal(w.upstream.cancels, 1)
  w.upstream.onRead = () => APPROVED
  await w.reach('approved')
  const late = await w.sales.cancel(accessTo('o1'), sale.id)
  assert.ok(!late.ok && late.code === 'not-cancelable')
})

test('clears a failed cancel on every page, so that it can be requested again', async (context) => {
  const w = await world(context, { cancel: true })
  const sale = await w.start()
  await w.reach('started')
  const { cancelSession } = w.upstream.client
  for (const fault of ['refused', 'broken', 'unreachable'] as const) {
    w.upstream.client.cancelSession = async () => faultOf(fault)
    assert.equal((await w.sales.cancel(accessTo('o1'), sale.id)).ok, false)
    const seen = await w.now()
    assert.deepEqual([seen.state, seen.cancelRequested, seen.cancelable], ['started', false, true])
  }
  const frames: boolean[] = []
  for await (const { sale: shown } of eventsOf(
    w.sales.watch(accessTo('o1'), sale.id, 0, new AbortController().signal),
  )) {
    frames.push(shown.cancelRequested)
    if (shown.version === (await w.now()).version) break
  }
  assert.equal(frames.at(-1), false)
  assert.ok(frames.includes(true))
  w.upstream.client.cancelSession = cancelSession
  assert.ok((await w.sales.cancel(accessTo('o1'), sale.id)).ok)
  assert.equal((await w.now()).cancelRequested, true)
})

// P10 asserts: all of 20 variants are in review, none approved.
test('P10 a contradiction of our sale goes to review, never to approved', async (context) => {
  const result = APPROVED.transactionResult
  const variants: Readonly<Record<string, unknown>>[] = [
    { ...APPROVED, amount: 42.01 },
    { ...APPROVED, amount: 41.99 },
    { ...APPROVED, amount: 4200 },
    { ...APPROVED, amount: 0.42 },
    { ...APPROVED, amount: '42.001' },
    { ...APPROVED, transactionResult: { ...result, amount: 42.01 } },
    { ...APPROVED, xAuthAmount: '41.00' },
    { ...APPROVED, sessionId: 'ses_other' },
    { ...APPROVED, xSessionId: 'ses_other' },
    { ...APPROVED, xExternalRequestID: 'other' },
    { ...APPROVED, deviceId: 'd2' },
    { ...APPROVED, responseCode: '05' },
    { ...APPROVED, xResponseCode: '05' },
    { ...APPROVED, transactionResult: { ...result, xRefNum: ' ' } },
    { ...APPROVED, xRefNum: 'REF9' },
    { ...APPROVED, xGatewayStatus: 'Declined' },
    { ...APPROVED, status: 'TIMEOUT' },
    { ...APPROVED, status: 'IN_PROGRESS' },
    { ...DECLINED, approvalCode: 'A1' },
    { ...APPROVED, transactionResult: { ...result, xRefNum: 'R'.repeat(5_000) } },
  ]
  assert.equal(variants.length, 20)
  const w = await world(context)
  for (const [index, variant] of variants.entries()) {
    w.upstream.onRead = () => variant
    const order = `p10-${index}`
    await w.start(order)
    await w.clock.until(async () => (await w.now(order)).state === 'review')
    assert.equal((await w.now(order)).settledAtMs, null)
  }
})
