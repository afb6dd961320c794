// A process whose clock is set while it runs (an operator, NTP after an outage): the store's time decides, so following
// continues within seconds, old evidence stays old, and no byte leaves after its deadline.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAlarm, openStore } from '@tapboard/store'
import type { Clock } from '../../ports.ts'
import { breakerWaitMs } from '../../upstream/terminal/breaker.ts'
import { ManualClock } from '@tapboard/store/testing'
import { createSales } from '../sales.ts'
import { FreshDevices } from '../start/fresh-device.ts'
import { Gate } from './gate.ts'
import { reduce } from '../machine/machine.ts'
import { facts, rows } from '../machine/machine.testing.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { DEVICE_FREE_MS } from '../machine/states.ts'
import { saleOf, snapshotOf } from '../machine/view.ts'
import { accessTo, DECLINED, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'
import { saleRequest, salesOn } from '../sales.testing.ts'

const HOUR_MS = 3_600_000

/** A clock that can be set; its timers go on as before. */
class SetClock implements Clock {
  readonly true = new ManualClock()
  wrongByMs = 0

  now(): number {
    return this.true.now() + this.wrongByMs
  }

  after(delayMs: number, callback: () => void): () => void {
    return this.true.after(delayMs, callback)
  }
}

/** A process that has started a sale; `end` drains it. */
async function begin(clock: SetClock, storeNow: () => number) {
  const store = await openStore<LedgerTables>('file::memory:', { testClock: storeNow })
  const upstream = new ScriptedUpstream()
  const sales = salesOn(store, upstream, 1, { clock, log: keptLog().log })
  await sales.begin()
  await sales.start(accessTo('o1'), saleRequest('o1'), 'key-of-order-o1-1')
  return {
    upstream,
    state: async () => (await sales.newest(accessTo('o1')))?.state,
    async end() {
      const drained = sales.drain()
      await clock.true.advance(20_000)
      await drained
      await store.close()
    },
  }
}

for (const [way, byMs] of [
  ['back', -HOUR_MS],
  ['forward', HOUR_MS],
] as const)
  test(`a clock set ${way} by an hour delays a result by seconds only`, async () => {
    const clock = new SetClock()
    const { upstream, state, end } = await begin(clock, () => clock.true.now())
    await clock.true.advance(900)
    upstream.onRead = () => {
      clock.wrongByMs = byMs
      return DECLINED
    }
    await clock.true.advance(12_000)
    assert.equal(await state(), 'declined')
    await end()
  })

for (const [what, answer, expected, limitMs] of [
  ['an unpaid end', () => DECLINED, 'declined', 15_000],
  ['a session that is missing', () => ({ kind: 'missing' }) as const, 'in_doubt', 60_000],
] as const)
  test(`D-92 confirms ${what} within seconds after all clocks were set back by an hour between two reads`, async () => {
    const clock = new SetClock()
    const { upstream, state, end } = await begin(clock, () => clock.now())
    let set = false
    upstream.onRead = () => {
      if (!set) void clock.after(100, () => (clock.wrongByMs = -HOUR_MS))
      set = true
      return answer()
    }
    await clock.true.advance(limitMs)
    assert.equal(await state(), expected)
    await end()
  })

test('D-92 replans a fence that exceeds its maximum after the clock was set back', () => {
  const row = rows['in_doubt no_session']
  const nowMs = row.createdAtMs - HOUR_MS
  const reduced = reduce(row, { type: 'device_free_passed' }, facts(nowMs))
  assert.deepEqual(reduced, { kind: 'noted', changes: { deviceFreeAtMs: nowMs + DEVICE_FREE_MS } })
})

test('D-92 the start of missing news is never in the future', () => {
  const { createdAtMs: nowMs } = rows.started
  const shown = { features: null, cancelRequested: false, nextLookMs: null, nowMs }
  assert.equal(
    saleOf(snapshotOf(rows.started), { ...shown, staleSinceMs: nowMs + HOUR_MS }).staleSinceMs,
    nowMs,
  )
  assert.equal(
    saleOf(snapshotOf(rows.started), { ...shown, staleSinceMs: nowMs - 1 }).staleSinceMs,
    nowMs - 1,
  )
})

for (const [far, backMs] of [
  ['before its claim', HOUR_MS],
  ['to before its deadline', 5_000],
] as const)
  test(`D-45 sends nothing if the clock was set back ${far} during the connect, since the deadline is unknown`, async () => {
    const clock = new SetClock()
    const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.true.now() })
    const upstream = new ScriptedUpstream()
    const { log } = keptLog()
    let connects = 0
    const failpoint = async (name: string): Promise<void> => {
      if (name !== 'connected') return
      connects += 1
      if (connects > 1) return
      clock.wrongByMs -= backMs
      await new Promise<void>((resolve) => void clock.after(12_000, resolve))
    }
    const ports = { store, merchants: () => upstream, clock, random: seededRandom(1), log, failpoint }
    const sales = createSales(ports)
    await sales.begin()
    const request = saleRequest('o1')
    await sales.start(accessTo('o1'), request, 'key-of-order-o1-1')
    await clock.true.advance(12_100)
    assert.equal(connects, 1)
    assert.equal(upstream.sent.length, 0)
    await clock.true.advance(2_000)
    assert.equal(upstream.sent.length, 1)
    const drained = sales.drain()
    await clock.true.advance(20_000)
    await drained
    await store.close()
  })

test('rereads a device after the clock was set back', async () => {
  const clock = new SetClock()
  const upstream = new ScriptedUpstream()
  const fresh = new FreshDevices(clock)
  await fresh.read(upstream, 'd1')
  clock.wrongByMs = -1_000
  await fresh.read(upstream, 'd1')
  assert.equal(upstream.deviceReads, 2)
})

test('a pause of seconds ends when the clock is set back, not an hour later', async () => {
  const clock = new SetClock()
  const upstream = new ScriptedUpstream()
  const gate = new Gate(clock)
  gate.block(upstream, 5_000)
  clock.wrongByMs = -HOUR_MS
  let passed = false
  void gate.pass(upstream, createAlarm(clock), new AbortController().signal).then(() => (passed = true))
  await clock.true.advance(6_000)
  assert.equal(passed, true)
  const open = { failures: 3, openUntilMs: 2 * HOUR_MS + 5_000 }
  assert.equal(breakerWaitMs(open, 2 * HOUR_MS), 5_000)
  assert.equal(breakerWaitMs(open, HOUR_MS), 0)
})
