// One look at a started sale and the delay to the next: polls, held reads, timers and faults (rules 9 to 14).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf } from '../../upstream/transport/fault.ts'
import { rows, T } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { APPROVED, DECLINED } from '../testing.ts'
import { expectedOf, type Next } from './follow.ts'
import { benchOf, found, PENDING, STOP, wait } from './follow.testing.ts'

/** A sale whose terminal has reported its phase already. */
const STARTED: SaleRow = { ...rows.started, phase: 'present_card' }

test('P82 polls every 1.5 s, less often after a long wait and with many open sales', async () => {
  const bench = benchOf(STARTED)
  bench.answers.push(found(PENDING))
  await bench.started()
  assert.deepEqual(await bench.started(), wait(1_500))
  assert.deepEqual(bench.reads.at(-1), { waitSeconds: undefined, etag: undefined })
  bench.openSales = 60
  assert.deepEqual(await bench.started(), wait(3_000))
  bench.openSales = 1
  bench.held.row = { ...bench.held.row, stillWaiting: true }
  assert.deepEqual(await bench.started(), wait(3_000))
  assert.deepEqual(bench.detectorCalls.slice(0, 2), ['requested 0', 'answered'])
  assert.deepEqual(bench.points.slice(0, 3), ['reading', 'read', 'recorded'])
})

test('a session that is missing or unchanged is polled like any other', async () => {
  const bench = benchOf(STARTED)
  bench.answers.push({ kind: 'missing' }, { kind: 'unchanged', retryAfterMs: null })
  assert.deepEqual(await bench.started(), wait(1_500))
  assert.deepEqual(bench.inputs, ['session_missed'])
  assert.equal(bench.held.row.seen, 'missed')
  assert.deepEqual(await bench.started(), wait(1_500))
  assert.deepEqual(bench.inputs, ['session_missed'])
})

test('an unknown answer is polled, and counts after several reads only', async () => {
  const bench = benchOf(STARTED)
  bench.answers.push(found({ status: 'SOMETHING_NEW' }))
  assert.deepEqual(await bench.started(), wait(1_500))
  assert.deepEqual([bench.held.row.state, bench.held.row.seen], ['started', 'unknown'])
})

test('respects a Retry-After of more than 2 s on an answer', async () => {
  const bench = benchOf(STARTED)
  await bench.started()
  bench.answers.push(found(PENDING, null, 2_000), found(PENDING, null, 7_000), {
    kind: 'unchanged',
    retryAfterMs: 6_000,
  })
  const delays = [await bench.started(), await bench.started(), await bench.started()]
  assert.deepEqual(delays, [1_500, 7_000, 6_000].map(wait))
})

test('waits longer after each fault, and 1.5 s again after an answer', async () => {
  const bench = benchOf(STARTED)
  await bench.started()
  const fault = faultOf('unreachable')
  bench.answers.push(fault, fault, fault, found(PENDING), fault)
  bench.detectorCalls.length = 0
  const delays: Next[] = []
  for (let count = 0; count < 5; count += 1) delays.push(await bench.started())
  assert.deepEqual(delays, [1_000, 2_000, 4_000, 1_500, 1_000].map(wait))
  assert.deepEqual(bench.detectorCalls.slice(0, 2), ['requested 0', 'failed 0'])
  const warnings = bench.lines.filter(({ message }) => message === 'a session could not be read')
  assert.deepEqual(warnings[1], {
    level: 'warn',
    message: 'a session could not be read',
    saleId: 'sale_a',
    code: 'upstream-unreachable',
    attempts: 2,
  })
})

test('P82 a busy upstream blocks all reads of its key for the time that it names', async () => {
  const bench = benchOf(STARTED)
  bench.answers.push(
    { ...faultOf('busy'), retryAfterMs: 9_000 },
    { ...faultOf('busy'), retryAfterMs: null },
    { ...faultOf('unreachable'), retryAfterMs: 5_000 },
  )
  assert.deepEqual(await bench.started(), wait(9_000))
  assert.equal(bench.deps.gate.spare(bench.upstream), 9_000)
  bench.clock.jump(9_000)
  assert.deepEqual(await bench.started(), wait(2_000))
  assert.deepEqual(await bench.started(), wait(5_000))
  assert.equal(bench.deps.gate.spare(bench.upstream), 0)
})

test('holds a read once it knows the version, and reads again at once after news', async () => {
  const bench = benchOf(STARTED, { longPoll: true })
  bench.answers.push(found(PENDING, '"1"'), found(PENDING, '"2"'), () => {
    bench.clock.jump(1_000)
    return { kind: 'unchanged', retryAfterMs: 8_000 }
  })
  assert.deepEqual(await bench.started(), wait(0))
  assert.deepEqual(await bench.started(), wait(0))
  assert.deepEqual(await bench.started(), wait(0))
  assert.deepEqual(bench.reads, [
    { waitSeconds: undefined, etag: undefined },
    { waitSeconds: 20, etag: '"1"' },
    { waitSeconds: 20, etag: '"2"' },
  ])
  assert.deepEqual(
    bench.detectorCalls.filter((call) => call.startsWith('requested')),
    ['requested 0', 'requested 20000', 'requested 20000'],
  )
})

test('polls if the upstream does not hold the read', async () => {
  const bench = benchOf(STARTED, { longPoll: true })
  bench.answers.push(found(PENDING, '"1"'), () => {
    bench.clock.jump(999)
    return { kind: 'unchanged', retryAfterMs: null }
  })
  await bench.started()
  assert.deepEqual(await bench.started(), wait(1_500))
  // The same version again is no news.
  bench.answers.push(found(PENDING, '"1"', 9_000))
  assert.deepEqual(await bench.started(), wait(1_500))
  bench.answers.push(() => {
    bench.clock.jump(1_000)
    return found(PENDING, '"1"')
  })
  assert.deepEqual(await bench.started(), wait(0))
  // An answer without a version cannot be held.
  bench.answers.push(found(PENDING))
  assert.deepEqual(await bench.started(), wait(1_500))
  assert.equal(bench.following.etag, null)
  bench.answers.push(found(PENDING))
  assert.deepEqual(await bench.started(), wait(1_500))
  assert.deepEqual(bench.reads.at(-1), { waitSeconds: undefined, etag: undefined })
})

test('does not hold a read without room, or without long polls', async () => {
  const full = benchOf(STARTED, { longPoll: true })
  full.answers.push(found(PENDING, '"1"'), found(PENDING, '"1"', 9_000))
  await full.started()
  full.upstream.client.hasRoomToHold = () => false
  assert.deepEqual(await full.started(), wait(9_000))
  const plain = benchOf(STARTED)
  plain.answers.push(found(PENDING, '"1"'), found(PENDING, '"2"'))
  assert.deepEqual([await plain.started(), await plain.started()], [wait(1_500), wait(1_500)])
  for (const { reads } of [full, plain])
    assert.deepEqual(reads.at(-1), { waitSeconds: undefined, etag: undefined })
})

test('a held read that breaks off was healthy until then, and its version is forgotten', async () => {
  const bench = benchOf(STARTED, { longPoll: true })
  bench.answers.push(found(PENDING, '"1"'), () => {
    bench.clock.jump(5_000)
    return faultOf('broken')
  })
  await bench.started()
  assert.deepEqual(await bench.started(), wait(1_000))
  assert.equal(bench.detectorCalls.at(-1), 'failed 5000')
  assert.equal(bench.following.etag, null)
})

test('confirms an unpaid end after 3 s, not by a held read', async () => {
  const bench = benchOf(STARTED, { longPoll: true })
  bench.answers.push(found(PENDING, '"1"'), found(DECLINED, '"2"'), found(DECLINED, '"2"'))
  await bench.started()
  assert.deepEqual(await bench.started(), wait(3_000))
  bench.clock.jump(2_990)
  assert.deepEqual(await bench.started(), wait(50))
  assert.equal(bench.reads.at(-1)?.waitSeconds, undefined)
  bench.clock.jump(10)
  bench.answers.push(found(DECLINED, '"2"'))
  await bench.started()
  assert.equal(bench.held.row.state, 'declined')
})

test('an approval ends the sale with one read', async () => {
  const bench = benchOf(STARTED)
  bench.answers.push(found(APPROVED))
  await bench.started()
  assert.deepEqual([bench.held.row.state, bench.held.row.reference], ['approved', 'REF1'])
})

test('wakes for the next timer of the sale, not later and not at once', async () => {
  for (const [softInMs, delayMs, waitSeconds] of [
    [800, 800, 1],
    [100, 250, 1],
    [5_200, 1_500, 6],
    [90_000, 1_500, 20],
  ] as const) {
    const bench = benchOf({ ...STARTED, softAtMs: T + softInMs }, { longPoll: true })
    bench.following.etag = '"1"'
    bench.answers.push(found(PENDING, '"1"'))
    assert.deepEqual([await bench.started(), bench.reads[0]?.waitSeconds], [wait(delayMs), waitSeconds])
  }
  // After the soft limit only the hard one counts.
  const late = benchOf({ ...STARTED, stillWaiting: true, softAtMs: T + 300, hardAtMs: T + 700 })
  assert.deepEqual(await late.started(), wait(700))
  assert.deepEqual(late.inputs, ['session_read'])
})

test('applies the limits of a started sale before it reads', async () => {
  const soft = benchOf({ ...STARTED, softAtMs: T })
  await soft.started()
  assert.deepEqual([soft.inputs[0], soft.held.row.stillWaiting], ['soft_passed', true])
  await soft.started()
  assert.deepEqual(soft.inputs, ['soft_passed', 'session_read', 'session_read'])
  const hard = benchOf({ ...STARTED, stillWaiting: true, hardAtMs: T })
  assert.deepEqual(await hard.started(), wait(0))
  assert.deepEqual([hard.held.row.state, hard.inputs, hard.reads], ['in_doubt', ['hard_passed'], []])
  const early = benchOf({ ...STARTED, softAtMs: T + 1, hardAtMs: T + 1 })
  await early.started()
  assert.deepEqual(early.inputs, ['session_read'])
})

test('the first read waits for its time, unless the clock was set back', async () => {
  const bench = benchOf(STARTED)
  bench.held.row = { ...bench.held.row, nextAtMs: T + 6_000 }
  assert.deepEqual(await bench.started(), wait(6_000))
  assert.equal(bench.reads.length, 0)
  bench.held.row = { ...bench.held.row, nextAtMs: T + 6_001 }
  await bench.started()
  assert.equal(bench.reads.length, 1)
  const holding = benchOf(STARTED, { longPoll: true })
  holding.held.row = { ...holding.held.row, nextAtMs: T + 1_000 }
  await holding.started()
  assert.equal(holding.reads.length, 1)
})

test('stops when another owner holds the sale, or when it is stopped', async () => {
  for (const row of [STARTED, { ...STARTED, softAtMs: T }, { ...STARTED, hardAtMs: T }]) {
    const bench = benchOf(row)
    bench.stale = true
    assert.deepEqual(await bench.started(), STOP)
    assert.equal(bench.inputs.length, 1)
  }
  const before = benchOf(STARTED)
  before.stop.abort()
  assert.deepEqual([await before.started(), before.reads], [STOP, []])
  const during = benchOf(STARTED)
  during.answers.push(() => {
    during.stop.abort()
    return found(APPROVED)
  })
  assert.deepEqual([await during.started(), during.inputs], [STOP, []])
})

test('the answer about a refund must name a credit, that about a sale a sale', () => {
  const { kind, ...others } = rows.started
  assert.equal(expectedOf({ ...others, kind }, 'ses_a').command, 'cc:sale')
  assert.deepEqual(expectedOf({ ...others, kind: 'refund' }, 'ses_a'), {
    sessionId: 'ses_a',
    externalId: 'tb-a',
    deviceId: 'd1',
    amountMinor: 4200,
    currency: 'USD',
    command: 'cc:credit',
  })
})

test('P82 polls less often at a key with a lower rate', async () => {
  const bench = benchOf(STARTED)
  bench.openSales = 10
  Object.assign(bench.upstream, { readsPerSecond: 2 })
  bench.answers.push(found(PENDING))
  await bench.started()
  assert.deepEqual(await bench.started(), wait(5_000))
})

test('news in the last second before a timer is followed by a read at once', async () => {
  const bench = benchOf({ ...STARTED, softAtMs: T + 900 }, { longPoll: true })
  bench.answers.push(found(PENDING, 'v1'))
  assert.deepEqual(await bench.started(), wait(0))
})

test('evidence that could be confirmed by now is confirmed at once', async () => {
  const bench = benchOf({ ...STARTED, seen: 'declined 51', seenCount: 1, seenFirstMs: T - 10_000 })
  bench.answers.push(faultOf('unreachable'))
  assert.deepEqual(await bench.started(), wait(50))
  bench.held.row = { ...bench.held.row, seenFirstMs: T + 10_000 }
  bench.answers.push(faultOf('unreachable'))
  assert.deepEqual(await bench.started(), wait(3_050), 'the clock was set back since')
})

test('the first read waits for the last millisecond, too', async () => {
  const bench = benchOf(STARTED)
  bench.held.row = { ...bench.held.row, nextAtMs: T + 1 }
  assert.deepEqual(await bench.started(), wait(1))
  assert.equal(bench.reads.length, 0)
})
