// The rounds of a runner that repeat: renewals that find a clock that was set, marks and the take-back during a fault of the
// store, slow claims, and the delays between the steps of a sale (INV-16, D-91, D-97, D-98).
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { StoreError } from '@tapboard/store'
import { deferred, turn } from '@tapboard/store/testing'
import { rows, T } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { RENEW_MS } from '../machine/states.ts'
import { faultOf } from '../../upstream/transport/fault.ts'
import { accepted, APPROVED } from '../testing.ts'
import { AHEAD_MS, begin, claimed, loopFailed, many, unsent } from './runner-loop.testing.ts'

const AWAY = new StoreError('store-unavailable', 'away')
/** Enough faults that the store stays away until a test ends. */
const AWAY_LONG: readonly Error[] = Array.from({ length: 60 }, () => AWAY)

/** An intent that is due `inMs` after the claim, on the clock of the store. */
const dueIn = (inMs: number): SaleRow =>
  unsent({ ...rows.intent, nextAtMs: T + AHEAD_MS + inMs, deadlineAtMs: T + AHEAD_MS + 14_000 })

for (const [byMs, sentAtMs] of [
  [1_000, RENEW_MS],
  [999, RENEW_MS + 500],
] as const)
  test(`a renewal that finds the clock of the store ${byMs} ms further lets a planned send begin after ${sentAtMs} ms`, async (context) => {
    const { clock, upstream, one } = begin(context, { batches: [[dueIn(RENEW_MS + 500)]] })
    upstream.silent = true
    await clock.advance(0)
    one.aheadMs += byMs
    await clock.advance(sentAtMs - 1)
    assert.equal(upstream.sent.length, 0)
    await clock.advance(1)
    assert.equal(upstream.sent.length, 1)
  })

test('an intent that is due in a millisecond is sent a millisecond later', async (context) => {
  const { clock, upstream } = begin(context, { batches: [[dueIn(1)]] })
  upstream.silent = true
  await clock.advance(0)
  assert.equal(upstream.sent.length, 0)
  await clock.advance(1)
  assert.equal(upstream.sent.length, 1)
})

test('an upstream that holds reads is read at once after the send', async (context) => {
  const { clock, upstream } = begin(context, { batches: [[dueIn(0)]] })
  Object.assign(upstream.features, { longPoll: true })
  await clock.advance(0)
  assert.deepEqual([upstream.sent.length, upstream.reads], [1, 1])
})

test('a send whose claim a guard refuses is tried again after a quarter of a second', async (context) => {
  const { clock, upstream, seen, one } = begin(context, { batches: [[dueIn(0)]] })
  upstream.silent = true
  one.refusals = 1
  await clock.advance(249)
  assert.deepEqual([seen.inputs, upstream.sent.length], [['sale_1 send_claimed'], 0])
  await clock.advance(1)
  assert.equal(upstream.sent.length, 1)
})

test('evidence about a sale of another owner ends its loop', async (context) => {
  const { clock, seen, one, runner } = begin(context, { batches: [[unsent(rows.sending)]] })
  one.isStale = true
  await clock.advance(1_000)
  assert.deepEqual([seen.inputs, runner.size()], [['sale_1 send_lost'], 0])
})

test('D-98 a backlog of slow claims is no failing loop, and one claim that takes five seconds is', async (context) => {
  const batches = [many(100), many(100, 101), many(100, 201)]
  const { clock, upstream, one, runner } = begin(context, { maxSales: 300, batches })
  upstream.silent = true
  one.claimMs = 3_000
  await clock.advance(6_500)
  assert.deepEqual([runner.size(), runner.failing('claim')], [200, false])
  const slow = begin(context)
  slow.one.claimMs = 6_000
  await slow.clock.advance(4_999)
  assert.equal(slow.runner.failing('claim'), false)
  await slow.clock.advance(1)
  assert.equal(slow.runner.failing('claim'), true)
  await slow.clock.advance(1_000)
})

test('D-97 a take-back that fails is repeated after a second', async (context) => {
  const { clock, seen } = begin(context, { instance: 'till', takeBackFaults: [AWAY] })
  await clock.advance(999)
  assert.deepEqual(seen.takeBacks, ['till me#1'])
  await clock.advance(1)
  assert.equal(seen.takeBacks.length, 2)
  await clock.advance(3_000)
  assert.equal(seen.takeBacks.length, 2)
})

test('D-97 the end of the take-back claims at once', async (context) => {
  const { clock, seen } = begin(context, { instance: 'till', takeBackMs: 500 })
  await clock.advance(499)
  assert.equal(seen.claims.length, 1)
  await clock.advance(1)
  assert.equal(seen.claims.length, 2)
})

test('a sale that the running request created is claimed at once', async (context) => {
  const { clock, seen, runner } = begin(context)
  await clock.advance(0)
  assert.equal(seen.claims.length, 1)
  runner.wakeCreated('sale_1')
  await turn()
  assert.equal(seen.claims.length, 2)
})

/** A started sale whose upstream does not answer, until the page is notified. */
async function stale(context: TestContext, markFaults: readonly Error[]) {
  const bench = begin(context, { batches: [many(1)] })
  bench.upstream.onRead = () => faultOf('unreachable')
  bench.one.markFaults = [...markFaults]
  await bench.clock.until(() => bench.seen.marks.length > 0, 4_000)
  return bench
}

test('D-91 a sale is marked with the time of its first fault, on the clock of the store', async (context) => {
  const { seen } = await stale(context, [])
  assert.deepEqual(seen.marks, [['sale_1', T + AHEAD_MS]])
})

test('D-91 a mark that fails is repeated after a second', async (context) => {
  const { clock, seen } = await stale(context, [AWAY])
  const markedAtMs = clock.now()
  await clock.until(() => seen.marks.length > 1, 2_000)
  assert.ok(clock.now() - markedAtMs > 800)
  await clock.advance(3_000)
  assert.equal(seen.marks.length, 2)
})

test('D-91 a mark that fails is not repeated after the end of its sale', async (context) => {
  const { clock, upstream, seen, runner } = await stale(context, AWAY_LONG)
  upstream.onRead = () => APPROVED
  await clock.until(() => runner.size() === 0)
  const { length } = seen.marks
  await clock.advance(3_000)
  assert.equal(seen.marks.length, length)
})

test('D-91 a drain that gives up a send ends the repeated mark of its sale', async (context) => {
  const { clock, upstream, one, seen, runner } = begin(context, { batches: [[dueIn(0)]] })
  const { promise, resolve } = deferred()
  upstream.onSend = async () => {
    await promise
    return { exchange: accepted('ses_1'), late: null }
  }
  one.markFaults = [...AWAY_LONG]
  await clock.until(() => seen.marks.length > 0, 4_000)
  await clock.ended(runner.drain())
  assert.deepEqual([runner.size(), clock.pending], [1, 0])
  resolve()
  await turn()
})

test('a release that fails for another reason than an outage is reported at a drain', async (context) => {
  const { clock, upstream, one, lines, runner } = begin(context, { batches: [many(1)] })
  upstream.silent = true
  await clock.advance(0)
  one.releaseFault = new RangeError('x')
  await clock.ended(runner.drain())
  assert.deepEqual(lines, [loopFailed('RangeError')])
})

test('a fault that is no error is reported as unknown', async (context) => {
  const { clock, upstream, lines } = begin(context, { batches: [[claimed(1)]] })
  const fault: unknown = 'x'
  upstream.client.readSession = async () => {
    throw fault
  }
  await clock.advance(0)
  assert.deepEqual(
    lines.map((line) => ('code' in line ? line.code : null)),
    ['unknown'],
  )
})
