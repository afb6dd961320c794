// When a page is notified that answers are missing: 3 s after the last one, and never because of a single fault (D-91).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@tapboard/store/testing'
import { rows, T } from './machine.testing.ts'
import {
  createStaleDetector,
  expectsNews,
  isAbandoned,
  staleSinceMs,
  type StaleDetector,
} from './staleness.ts'

interface Bench {
  readonly clock: ManualClock
  readonly detector: StaleDetector
  /** The reports, as the time of the report and of the first fault, from the begin. */
  readonly changes: (readonly [atMs: number, sinceMs: number | null])[]
}

function benchOf(sinceMs?: number): Bench {
  const clock = new ManualClock(T)
  const changes: Bench['changes'] = []
  const detector = createStaleDetector({
    clock,
    ...(sinceMs === undefined ? {} : { sinceMs: T + sinceMs }),
    changed: (since) => void changes.push([clock.now() - T, since === null ? null : since - T]),
  })
  return { clock, detector, changes }
}

test('reports an answer that is missing for 3 s, counted from the request', async () => {
  const { clock, detector, changes } = benchOf()
  detector.requested()
  await clock.advance(2_999)
  assert.deepEqual([changes, detector.sinceMs(), detector.hasUnreportedFault()], [[], null, false])
  await clock.advance(1)
  assert.deepEqual([changes, detector.sinceMs(), detector.hasUnreportedFault()], [[[3_000, 0]], T, false])
  detector.requested()
  detector.failed(clock.now())
  await clock.advance(60_000)
  assert.equal(changes.length, 1, 'it is reported once')
  detector.answered()
  detector.answered()
  assert.deepEqual([changes[1], changes.length, detector.sinceMs()], [[63_000, null], 2, null])
})

test('an answer in time is reported to no page', async () => {
  const { clock, detector, changes } = benchOf()
  detector.requested()
  await clock.advance(2_999)
  detector.answered()
  await clock.advance(60_000)
  assert.deepEqual([changes, clock.pending], [[], 0])
})

test('a request after an answer has its own 3 s', async () => {
  const { clock, detector, changes } = benchOf()
  detector.requested()
  await clock.advance(1_000)
  detector.answered()
  detector.requested()
  await clock.advance(2_999)
  assert.deepEqual(changes, [])
  await clock.advance(1)
  assert.deepEqual(changes, [[4_000, 1_000]])
})

test('a fault replaces the wait of its request', async () => {
  const { clock, detector, changes } = benchOf()
  detector.requested()
  await clock.advance(1_000)
  detector.failed(clock.now())
  await clock.advance(60_000)
  assert.deepEqual([changes, clock.pending], [[[4_000, 1_000]], 0])
})

test('a fault of long ago is reported at once', async () => {
  const { clock, detector, changes } = benchOf()
  detector.failed(T - 10_000)
  await clock.advance(0)
  assert.deepEqual(changes, [[0, -10_000]])
})

test('a held read has its time before an answer is missing', async () => {
  const { clock, detector, changes } = benchOf()
  detector.requested(20_000)
  // A second request does not restart the wait.
  await clock.advance(10_000)
  detector.requested(20_000)
  await clock.advance(12_999)
  assert.deepEqual(changes, [])
  await clock.advance(1)
  assert.deepEqual(changes, [[23_000, 20_000]])
})

test('waits at most a minute for any answer', async () => {
  const { clock, detector, changes } = benchOf()
  detector.requested(120_000)
  await clock.advance(60_000)
  assert.deepEqual(changes, [[60_000, 120_000]])
})

test('a fault is reported 3 s after the last answer, and not before the next one can arrive', async () => {
  for (const [failedMs, reportedMs] of [
    [500, 3_000],
    [1_500, 3_000],
    [2_000, 3_500],
    [2_900, 4_400],
    [9_000, 10_500],
  ] as const) {
    const { clock, detector, changes } = benchOf()
    detector.answered()
    await clock.advance(failedMs)
    detector.failed(clock.now())
    assert.equal(detector.hasUnreportedFault(), true)
    await clock.advance(reportedMs - failedMs - 1)
    assert.deepEqual(changes, [], `${failedMs}`)
    await clock.advance(1)
    assert.deepEqual([changes, detector.hasUnreportedFault()], [[[reportedMs, failedMs]], false])
  }
})

test('a fault without an earlier answer is reported after 3 s, and a later fault changes nothing', async () => {
  const { clock, detector, changes } = benchOf()
  detector.failed(T)
  await clock.advance(1_000)
  detector.failed(clock.now())
  await clock.advance(1_999)
  assert.deepEqual(changes, [])
  await clock.advance(1)
  assert.deepEqual(changes, [[3_000, 0]])
})

test('a fault that was followed by an answer is forgotten', async () => {
  const { clock, detector, changes } = benchOf()
  detector.failed(T)
  detector.answered()
  assert.equal(detector.hasUnreportedFault(), false)
  await clock.advance(60_000)
  assert.deepEqual(changes, [])
})

test('continues the outage of the previous holder', async () => {
  const { clock, detector, changes } = benchOf(-9_000)
  assert.deepEqual([detector.sinceMs(), detector.hasUnreportedFault()], [T - 9_000, false])
  detector.requested()
  detector.failed(T)
  await clock.advance(60_000)
  assert.deepEqual(changes, [])
  detector.answered()
  assert.deepEqual(changes, [[60_000, null]])
})

test('a closed detector reports nothing', async () => {
  const { clock, detector, changes } = benchOf()
  detector.requested()
  detector.close()
  await clock.advance(60_000)
  assert.deepEqual([changes, clock.pending], [[], 0])
})

test('a page expects news of a sale on its way, and of a doubt with a session', () => {
  const expecting = Object.entries(rows).filter(([, row]) => expectsNews(row))
  assert.deepEqual(
    expecting.map(([name]) => name),
    ['intent', 'sending', 'started', 'in_doubt'],
  )
})

test('a due sale without a lease is abandoned after 3 s', () => {
  const row = { ...rows.started, staleSinceMs: null, nextAtMs: T, leaseUntilMs: T + 500 }
  const at = (nowMs: number, changes = {}): unknown => [
    isAbandoned({ ...row, ...changes }, nowMs),
    staleSinceMs({ ...row, ...changes }, nowMs),
  ]
  assert.deepEqual(at(T + 3_500), [false, null])
  assert.deepEqual(at(T + 3_501), [true, T + 500])
  assert.deepEqual(at(T + 3_501, { nextAtMs: T + 600 }), [false, null])
  assert.deepEqual(at(T + 3_601, { nextAtMs: T + 600 }), [true, T + 600])
  assert.deepEqual(at(T + 3_001, { leaseUntilMs: null }), [true, T])
  assert.deepEqual(at(T + 9_000, { nextAtMs: null }), [false, null])
  assert.deepEqual(at(T + 9_000, { state: 'approved' }), [false, null])
  assert.deepEqual(at(T, { staleSinceMs: T - 7 }), [false, T - 7])
  assert.deepEqual(at(T, { staleSinceMs: T - 7, state: 'approved' }), [false, null])
})
