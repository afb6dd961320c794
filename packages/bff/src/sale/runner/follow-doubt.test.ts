// One look at a sale in doubt and the time of the next: its session, a look-up, its terminal, reminders (rules 15 to 19).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '@tapboard/store'
import { turn } from '@tapboard/store/testing'
import { faultOf } from '../../upstream/transport/fault.ts'
import { rows, T } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { DEVICE_FREE_MS, RESEND_AGE_MS, SENDS_MAX } from '../machine/states.ts'
import { APPROVED } from '../testing.ts'
import type { Next } from './follow.ts'
import { benchOf, found, STOP, wait } from './follow.testing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const release = (inMs: number): Next => ({ type: 'release', atMs: T + inMs })
const NO_SESSION: SaleRow = { ...rows['in_doubt no_session'], deviceFreeAtMs: T + 370_000 }

test('looks at a sale in doubt every 15 s at first, and once a day with a reminder after three days', async () => {
  for (const [ageMs, delayMs, days] of [
    [0, 15_000, []],
    [600_000, 60_000, []],
    [HOUR_MS, 600_000, []],
    [72 * HOUR_MS - 1, 600_000, []],
    [72 * HOUR_MS, DAY_MS, [3]],
    [4 * DAY_MS + 5, DAY_MS, [4]],
  ] as const) {
    const bench = benchOf({ ...rows.in_doubt, doubtedAtMs: T - ageMs, deviceHold: false })
    assert.deepEqual(await bench.doubt(), release(delayMs), `${ageMs}`)
    assert.deepEqual(bench.reminders, days)
    assert.deepEqual(bench.alerts, days.length === 0 ? [] : ['overdue'])
    assert.deepEqual([bench.reads.length, bench.inputs], [1, ['session_read']])
  }
})

test('looks again at a sale in doubt when its terminal is free', async () => {
  const bench = benchOf({ ...rows.in_doubt, deviceFreeAtMs: T + 4_000 })
  assert.deepEqual(await bench.doubt(), release(4_000))
  assert.deepEqual(bench.inputs, ['session_read'])
  bench.clock.jump(4_000)
  assert.deepEqual(await bench.doubt(), release(19_000))
  assert.deepEqual(bench.inputs.slice(1), ['device_free_passed', 'session_read'])
  assert.equal(bench.held.row.deviceHold, false)
})

test('a doubt whose session answers reaches its end', async () => {
  const bench = benchOf(rows.in_doubt)
  bench.answers.push(found(APPROVED))
  assert.deepEqual(await bench.doubt(), wait(0))
  assert.equal(bench.held.row.state, 'approved')
})

test('repeats a failed look at a sale in doubt after a second, until the page knows of the outage', async () => {
  const bench = benchOf(rows.in_doubt)
  bench.answers.push(faultOf('unreachable'), faultOf('unreachable'))
  bench.hasUnreportedFault = true
  assert.deepEqual(await bench.doubt(), wait(1_000))
  bench.hasUnreportedFault = false
  assert.deepEqual(await bench.doubt(), release(15_000))
})

test('looks up a session that no answer named, and trusts a miss only when no byte can arrive', async () => {
  const bench = benchOf(NO_SESSION, { lookup: 'authoritative' })
  bench.clock.jump(69_900)
  // 70 s after the send no byte can arrive: the next look is then.
  assert.deepEqual(await bench.doubt(), release(69_900 + 150))
  assert.deepEqual(bench.inputs, ['look_up_missed'])
  bench.clock.jump(150)
  assert.deepEqual(await bench.doubt(), release(70_050 + 10_050))
  assert.equal(bench.held.row.seen, 'look_up_missed')
  bench.clock.jump(10_050)
  assert.deepEqual(await bench.doubt(), wait(0))
  assert.equal(bench.held.row.state, 'not_started')
})

test('D-215 a look-up that misses proves nothing with a key that does not read the terminal of the sale', async () => {
  const bench = benchOf(NO_SESSION, { lookup: 'authoritative' })
  const { readDevice } = bench.upstream.client
  bench.clock.jump(80_000)
  for (const unread of [{ kind: 'missing' } as const, faultOf('unauthorized')]) {
    bench.upstream.client.readDevice = async () => unread
    for (const waitMs of [0, 10_050]) {
      bench.clock.jump(waitMs)
      assert.deepEqual((await bench.doubt()).type, 'release')
    }
    assert.deepEqual([bench.inputs, bench.held.row.state], [[], 'in_doubt'])
  }
  bench.upstream.client.readDevice = readDevice
  await bench.doubt()
  bench.clock.jump(10_050)
  await bench.doubt()
  assert.equal(bench.held.row.state, 'not_started')
})

test('D-215 a sale that is stopped while its terminal is read notes no miss', async () => {
  const bench = benchOf(NO_SESSION, { lookup: 'authoritative' })
  const { readDevice } = bench.upstream.client
  bench.upstream.client.readDevice = async (...read) => {
    bench.stop.abort()
    return readDevice(...read)
  }
  assert.deepEqual([await bench.doubt(), bench.inputs], [STOP, []])
})

test('follows the session that a look-up finds, and ignores a look-up that failed', async () => {
  const bench = benchOf(NO_SESSION, { lookup: 'authoritative' })
  bench.upstream.client.findSession = async () => faultOf('unreachable')
  assert.deepEqual(await bench.doubt(), release(15_000))
  assert.deepEqual([bench.inputs, bench.detectorCalls], [[], []])
  bench.upstream.client.findSession = async (externalId) => ({ kind: 'found', value: `ses of ${externalId}` })
  assert.deepEqual(await bench.doubt(), wait(0))
  assert.deepEqual(
    [bench.held.row.state, bench.held.row.sessionId, bench.detectorCalls],
    ['started', 'ses of tb-a', ['answered']],
  )
})

test('asks nothing of an upstream that knows no look-up', async () => {
  const bench = benchOf(NO_SESSION)
  bench.upstream.client.findSession = () => assert.fail('a look-up')
  assert.deepEqual(await bench.doubt(), release(15_000))
  assert.deepEqual([bench.inputs, bench.upstream.deviceReads], [[], 0])
})

test('reads the terminal if it names its session: ours is followed, an idle terminal is free', async () => {
  const bench = benchOf(NO_SESSION, { deviceSession: true })
  bench.upstream.live = () => undefined
  await bench.doubt()
  bench.upstream.live = () => ({ sessionId: 'ses_x', externalId: 'tb-other' })
  bench.upstream.deviceStatus = 'DISCONNECTED'
  await bench.doubt()
  bench.upstream.live = () => null
  await bench.doubt()
  assert.deepEqual([bench.inputs, bench.upstream.deviceReads], [[], 3])
  bench.upstream.deviceStatus = 'CONNECTED'
  await bench.doubt()
  assert.deepEqual(bench.inputs, ['device_idle'])
  bench.upstream.deviceStatus = 'DISCONNECTED'
  bench.upstream.live = () => ({ sessionId: 'ses_ours', externalId: 'tb-a' })
  assert.deepEqual(await bench.doubt(), wait(0))
  assert.deepEqual([bench.held.row.state, bench.held.row.sessionId], ['started', 'ses_ours'])
})

test('a doubt stops when another owner holds the sale, or when it is stopped', async () => {
  for (const [row, features] of [
    [rows.in_doubt, {}],
    [{ ...rows.in_doubt, deviceFreeAtMs: T }, {}],
    [NO_SESSION, { lookup: 'authoritative' }],
  ] as const) {
    const bench = benchOf(row, features)
    bench.stale = true
    assert.deepEqual(await bench.doubt(), STOP)
    assert.equal(bench.inputs.length, 1)
  }
  for (const [row, features] of [
    [rows.in_doubt, {}],
    [NO_SESSION, { lookup: 'authoritative' }],
    [NO_SESSION, { deviceSession: true }],
  ] as const) {
    const bench = benchOf(row, features)
    bench.stop.abort()
    assert.deepEqual(await bench.doubt(), STOP)
    assert.deepEqual([bench.inputs, bench.reads, bench.upstream.deviceReads], [[], [], 0])
  }
})

test('P82 a read of the terminal waits for its turn', async () => {
  const bench = benchOf(NO_SESSION, { deviceSession: true })
  bench.upstream.live = () => null
  bench.deps.gate.block(bench.upstream, 1_000)
  const looked = bench.doubt()
  await bench.clock.advance(999)
  assert.equal(bench.upstream.deviceReads, 0)
  await bench.clock.advance(1)
  await looked
  assert.equal(bench.upstream.deviceReads, 1)
})

test('the terminal is not read while the store cannot tell the time', async () => {
  const bench = benchOf(NO_SESSION, { deviceSession: true })
  const { ledger, clock } = bench.deps
  let fault: Error | null = new StoreError('store-unavailable', 'The store is away.')
  Object.assign(ledger, {
    now: async () => {
      const error = fault
      fault = null
      if (error !== null) throw error
      return clock.now()
    },
  })
  assert.deepEqual(await bench.doubt(), release(15_000))
  assert.equal(bench.upstream.deviceReads, 0)
  fault = new Error('no such table')
  await assert.rejects(bench.doubt(), /no such table/)
})

test('a read of the terminal ends when the process drains, and its answer counts no more', async () => {
  const bench = benchOf(NO_SESSION, { deviceSession: true })
  bench.upstream.client.readDevice = (_, signal) =>
    new Promise((resolve) => {
      assert.equal(signal, bench.stop.signal)
      const device = {
        id: 'd1',
        serial: 'S',
        make: 'A920',
        name: 'x',
        status: 'CONNECTED',
        live: null,
      } as const
      signal.addEventListener('abort', () => resolve({ kind: 'found', value: device }))
    })
  const looked = bench.doubt()
  await turn()
  bench.stop.abort()
  assert.deepEqual(await looked, STOP)
  assert.deepEqual([bench.inputs, bench.detectorCalls], [[], []])
})

test('an answer about the terminal shows that the upstream works; another owner of the sale ends the look', async () => {
  const bench = benchOf(NO_SESSION, { deviceSession: true })
  bench.upstream.live = () => null
  await bench.doubt()
  assert.deepEqual(bench.detectorCalls, ['answered'])
  bench.stale = true
  assert.deepEqual(await bench.doubt(), STOP)
})

test('a look is planned for the moment after which no byte can arrive, if it can prove something then', async () => {
  const at = async (row: Partial<SaleRow>, features: Parameters<typeof benchOf>[1]): Promise<Next> => {
    const bench = benchOf({ ...NO_SESSION, ...row }, features)
    bench.upstream.live = () => undefined
    // 100 ms before the moment: 70 s after the send.
    bench.clock.jump(69_900)
    return bench.doubt()
  }
  const soon = release(69_900 + 150)
  const later = release(69_900 + 15_000)
  assert.deepEqual(await at({}, {}), later)
  assert.deepEqual(await at({}, { deviceSession: true }), soon)
  assert.deepEqual(await at({ deviceHold: false }, { deviceSession: true }), later)
  assert.deepEqual(await at({ deviceHold: false }, { lookup: 'authoritative' }), soon)
  assert.deepEqual(await at({ sendDeadlineMs: null }, { deviceSession: true }), later)
  assert.deepEqual(await at({ sendDeadlineMs: T + 9_900 }, { deviceSession: true }), later)
  assert.deepEqual(await at({ sendDeadlineMs: T + 9_901 }, { deviceSession: true }), release(69_900 + 51))
  assert.deepEqual(await at({ sendDeadlineMs: T + 900_000 }, { deviceSession: true }), later)
  const old = { doubtedAtMs: T - 2 * HOUR_MS }
  const free = release(370_000)
  assert.deepEqual(
    await at({ ...old, sendDeadlineMs: T + 79_900 }, { lookup: 'authoritative' }),
    release(69_900 + 70_050),
  )
  assert.deepEqual(await at({ ...old, sendDeadlineMs: T + 79_901 }, { lookup: 'authoritative' }), free)
  assert.deepEqual(await at({ ...old, sessionId: 'ses_a' }, { lookup: 'authoritative' }), free)
})

test('rule 18: sends again only with the promise of the upstream, while the terminal waits for this sale', async () => {
  const sends = async (
    row: Partial<SaleRow>,
    repeat: 'replays' | 'unknown' = 'replays',
  ): Promise<boolean> => {
    const bench = benchOf({ ...NO_SESSION, ...row }, { repeat })
    await bench.doubt()
    return bench.inputs.includes('resend_claimed')
  }
  assert.equal(await sends({}), true)
  assert.equal(await sends({}, 'unknown'), false)
  assert.equal(await sends({ sendCount: SENDS_MAX - 1 }), true)
  assert.equal(await sends({ sendCount: SENDS_MAX }), false)
  assert.equal(await sends({ deviceHold: false }), false)
  assert.equal(await sends({ firstSentAtMs: T - RESEND_AGE_MS + 1 }), true)
  assert.equal(await sends({ firstSentAtMs: T - RESEND_AGE_MS }), false)
  assert.equal(await sends({ deadlineAtMs: T + 1 }), true)
  assert.equal(await sends({ deadlineAtMs: T }), false)
})

test('a further send is followed, and stops if another owner holds the sale', async () => {
  const bench = benchOf(NO_SESSION, { repeat: 'replays' })
  assert.deepEqual(await bench.doubt(), wait(0))
  assert.equal(bench.held.row.state, 'started')
  const lost = benchOf(NO_SESSION, { repeat: 'replays' })
  lost.stale = true
  assert.deepEqual([await lost.doubt(), lost.inputs], [STOP, ['resend_claimed']])
})

test('P82 a look-up and a read of a session in doubt wait for their turn', async () => {
  for (const row of [NO_SESSION, rows.in_doubt]) {
    const bench = benchOf(row, { lookup: 'authoritative' })
    let looks = 0
    bench.upstream.client.findSession = async (_, signal) => {
      assert.equal(signal, bench.stop.signal)
      looks += 1
      return { kind: 'missing' }
    }
    bench.deps.gate.block(bench.upstream, 1_000)
    const looked = bench.doubt()
    await bench.clock.advance(999)
    assert.equal(looks + bench.reads.length, 0)
    await bench.clock.advance(1)
    await looked
    assert.equal(looks + bench.reads.length, 1)
  }
})

test('rule 19: the terminal is free at its time, or if its time is farther ahead than any fence', async () => {
  const inputsAt = async (freeInMs: number | null): Promise<readonly string[]> => {
    const deviceFreeAtMs = freeInMs === null ? null : T + freeInMs
    const bench = benchOf({ ...NO_SESSION, deviceFreeAtMs })
    await bench.doubt()
    return bench.inputs
  }
  assert.deepEqual(await inputsAt(1), [])
  assert.deepEqual(await inputsAt(0), ['device_free_passed'])
  assert.deepEqual(await inputsAt(DEVICE_FREE_MS + 5_000), [])
  assert.deepEqual(await inputsAt(DEVICE_FREE_MS + 5_001), ['device_free_passed'])
  assert.deepEqual(await inputsAt(null), [])
})

test('each look at a sale in doubt is a first try', async () => {
  const bench = benchOf(rows.in_doubt)
  bench.answers.push(faultOf('unreachable'))
  await bench.doubt()
  assert.deepEqual(bench.lines[0], {
    level: 'warn',
    message: 'a session could not be read',
    saleId: 'sale_a',
    code: 'upstream-unreachable',
    attempts: 1,
  })
})
