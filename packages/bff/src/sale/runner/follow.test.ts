// One look at a sale and the delay to the next: polls, held reads, timers, faults, and looks at a sale in doubt, with the real
// machine and a scripted upstream (rules 9 to 19).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAlarm } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { faultOf } from '../../upstream/transport/fault.ts'
import type { SessionReading } from '../../upstream/terminal/client.ts'
import type { UpstreamFeatures } from '../../upstream/terminal/merchant.ts'
import type { Applied } from '../ledger/ledger.ts'
import { reduce } from '../machine/machine.ts'
import { facts, rows, T } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { APPROVED, DECLINED, keptLog, ScriptedUpstream } from '../testing.ts'
import { followDoubt, followStarted, type Following, type Next } from './follow.ts'
import { Gate } from './gate.ts'
import type { Held, RunnerPorts } from './held.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Read {
  readonly waitSeconds: number | undefined
  readonly etag: string | null | undefined
}

interface Bench {
  readonly clock: ManualClock
  readonly upstream: ScriptedUpstream
  readonly held: Held
  readonly ports: RunnerPorts
  readonly following: Following
  /** The options of each session read. */
  readonly reads: Read[]
  /** The answers to session reads, in order; then a session in progress. */
  readonly answers: (SessionReading | (() => SessionReading))[]
  readonly inputs: SaleInput['type'][]
  /** Calls of the sight, as `name argument`. */
  readonly sights: string[]
  readonly points: string[]
  readonly alerts: string[]
  readonly reminders: number[]
  readonly lines: { level: string; message: string }[]
  readonly stop: AbortController
  openSales: number
  blurred: boolean
  /** Answers the next input as if another owner held the sale. */
  stale: boolean
  started(): Promise<Next>
  doubt(): Promise<Next>
}

const found = (
  body: object,
  etag: string | null = null,
  retryAfterMs: number | null = null,
): SessionReading => ({
  kind: 'found',
  body: { sessionId: 'ses_a', ...body },
  etag,
  retryAfterMs,
})
const PENDING = { status: 'IN_PROGRESS' }

function benchOf(row: SaleRow, features: Partial<UpstreamFeatures> = {}): Bench {
  const clock = new ManualClock(T)
  const upstream = new ScriptedUpstream(features)
  const stop = new AbortController()
  const { log, lines } = keptLog()
  const reads: Read[] = []
  const answers: Bench['answers'] = []
  const [inputs, sights, points, alerts, reminders] = [
    [] as SaleInput['type'][],
    [] as string[],
    [] as string[],
    [] as string[],
    [] as number[],
  ]
  upstream.client.readSession = async (sessionId, { waitSeconds, etag, signal }) => {
    assert.deepEqual([sessionId, signal], [held.row.sessionId, stop.signal])
    reads.push({ waitSeconds, etag })
    const answer = answers.shift() ?? found(PENDING)
    return typeof answer === 'function' ? answer() : answer
  }
  const held: Held = {
    row: { ...row, nextAtMs: T },
    fence: 1,
    upstream,
    offsetMs: 0,
    signal: stop.signal,
    alarm: createAlarm(clock),
    sending: false,
    sight: {
      asking: (patienceMs = 0) => void sights.push(`asking ${patienceMs}`),
      seen: () => void sights.push('seen'),
      lost: (atMs) => void sights.push(`lost ${atMs - T}`),
      isBlurred: () => bench.blurred,
      sinceMs: () => null,
      close: () => {},
    },
  }
  const apply = async (_id: string, input: SaleInput): Promise<Applied> => {
    inputs.push(input.type)
    if (bench.stale) return { kind: 'stale' }
    const { lookup, repeat } = upstream.features
    const judged = reduce(held.row, input, facts(clock.now(), { lookup, repeat }))
    if (judged.kind === 'refused') return { kind: 'refused', row: held.row, why: judged.why }
    const after = { ...held.row, ...judged.changes, version: held.row.version + 1 }
    return judged.kind === 'noted'
      ? { kind: 'noted', row: after }
      : { kind: 'moved', row: after, effects: judged.effects }
  }
  const ledger = {
    apply,
    now: async () => clock.now(),
    remind: async (_row: SaleRow, day: number) => void reminders.push(day),
  }
  const ports = {
    ledger,
    clock,
    // The middle of the jitter.
    random: () => Uint8Array.of(128, 0),
    log,
    observer: { alert: ({ reason }: { reason: string }) => void alerts.push(reason), attempted() {} },
    gate: new Gate(clock),
    openSales: () => bench.openSales,
    wake: () => {},
    failpoint: (name: string) => void points.push(name),
  } as unknown as RunnerPorts
  const following: Following = { etag: null, faults: 0 }
  const bench: Bench = {
    clock,
    upstream,
    held,
    ports,
    following,
    reads,
    answers,
    inputs,
    sights,
    points,
    alerts,
    reminders,
    lines,
    stop,
    openSales: 1,
    blurred: false,
    stale: false,
    started: () => followStarted(ports, held, following),
    doubt: () => followDoubt(ports, held),
  }
  return bench
}

/** A sale whose terminal has reported its phase already. */
const STARTED: SaleRow = { ...rows.started, phase: 'present_card' }
const wait = (delayMs: number): Next => ({ type: 'wait', delayMs })
const STOP: Next = { type: 'stop' }

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
  assert.deepEqual(bench.sights.slice(0, 2), ['asking 0', 'seen'])
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
  bench.sights.length = 0
  const delays: Next[] = []
  for (let count = 0; count < 5; count += 1) delays.push(await bench.started())
  assert.deepEqual(delays, [1_000, 2_000, 4_000, 1_500, 1_000].map(wait))
  assert.deepEqual(bench.sights.slice(0, 2), ['asking 0', 'lost 0'])
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
  assert.equal(bench.ports.gate.spare(bench.upstream), 9_000)
  bench.clock.jump(9_000)
  assert.deepEqual(await bench.started(), wait(2_000))
  assert.deepEqual(await bench.started(), wait(5_000))
  assert.equal(bench.ports.gate.spare(bench.upstream), 0)
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
    bench.sights.filter((call) => call.startsWith('asking')),
    ['asking 0', 'asking 20000', 'asking 20000'],
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
  assert.equal(bench.sights.at(-1), 'lost 5000')
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

test('stops when another owner holds the sale, or when it is told to', async () => {
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
  bench.blurred = true
  assert.deepEqual(await bench.doubt(), wait(1_000))
  bench.blurred = false
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

test('follows the session that a look-up finds, and ignores a look-up that failed', async () => {
  const bench = benchOf(NO_SESSION, { lookup: 'authoritative' })
  bench.upstream.client.findSession = async () => faultOf('unreachable')
  assert.deepEqual(await bench.doubt(), release(15_000))
  assert.deepEqual([bench.inputs, bench.sights], [[], []])
  bench.upstream.client.findSession = async (externalId) => ({ kind: 'found', value: `ses of ${externalId}` })
  assert.deepEqual(await bench.doubt(), wait(0))
  assert.deepEqual(
    [bench.held.row.state, bench.held.row.sessionId, bench.sights],
    ['started', 'ses of tb-a', ['seen']],
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

test('a doubt stops when another owner holds the sale, or when it is told to', async () => {
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
