// When a page is told that answers are missing: 3 s after the last one, and never because of a single fault (D-91).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@tapboard/store/testing'
import { rows, T } from './machine.testing.ts'
import { createSight, expectsNews, isAbandoned, staleSinceMs, type Sight } from './sight.ts'

interface Bench {
  readonly clock: ManualClock
  readonly sight: Sight
  /** The reports, as the time of the report and of the first fault, from the begin. */
  readonly flips: (readonly [atMs: number, sinceMs: number | null])[]
}

function benchOf(sinceMs?: number): Bench {
  const clock = new ManualClock(T)
  const flips: Bench['flips'] = []
  const sight = createSight({
    clock,
    ...(sinceMs === undefined ? {} : { sinceMs: T + sinceMs }),
    flipped: (since) => void flips.push([clock.now() - T, since === null ? null : since - T]),
  })
  return { clock, sight, flips }
}

test('reports an answer that is missing for 3 s, counted from the request', async () => {
  const { clock, sight, flips } = benchOf()
  sight.asking()
  await clock.advance(2_999)
  assert.deepEqual([flips, sight.sinceMs(), sight.isBlurred()], [[], null, false])
  await clock.advance(1)
  assert.deepEqual([flips, sight.sinceMs(), sight.isBlurred()], [[[3_000, 0]], T, false])
  sight.asking()
  sight.lost(clock.now())
  await clock.advance(60_000)
  assert.equal(flips.length, 1, 'it is reported once')
  sight.seen()
  sight.seen()
  assert.deepEqual([flips[1], flips.length, sight.sinceMs()], [[63_000, null], 2, null])
})

test('an answer in time is reported to no page', async () => {
  const { clock, sight, flips } = benchOf()
  sight.asking()
  await clock.advance(2_999)
  sight.seen()
  await clock.advance(60_000)
  assert.deepEqual([flips, clock.pending], [[], 0])
})

test('a request after an answer has its own 3 s', async () => {
  const { clock, sight, flips } = benchOf()
  sight.asking()
  await clock.advance(1_000)
  sight.seen()
  sight.asking()
  await clock.advance(2_999)
  assert.deepEqual(flips, [])
  await clock.advance(1)
  assert.deepEqual(flips, [[4_000, 1_000]])
})

test('a fault replaces the wait of its request', async () => {
  const { clock, sight, flips } = benchOf()
  sight.asking()
  await clock.advance(1_000)
  sight.lost(clock.now())
  await clock.advance(60_000)
  assert.deepEqual([flips, clock.pending], [[[4_000, 1_000]], 0])
})

test('a fault of long ago is reported at once', async () => {
  const { clock, sight, flips } = benchOf()
  sight.lost(T - 10_000)
  await clock.advance(0)
  assert.deepEqual(flips, [[0, -10_000]])
})

test('a held read has its time before an answer is missing', async () => {
  const { clock, sight, flips } = benchOf()
  sight.asking(20_000)
  // A second request does not restart the wait.
  await clock.advance(10_000)
  sight.asking(20_000)
  await clock.advance(12_999)
  assert.deepEqual(flips, [])
  await clock.advance(1)
  assert.deepEqual(flips, [[23_000, 20_000]])
})

test('waits at most a minute for any answer', async () => {
  const { clock, sight, flips } = benchOf()
  sight.asking(120_000)
  await clock.advance(60_000)
  assert.deepEqual(flips, [[60_000, 120_000]])
})

test('a fault is reported 3 s after the last answer, and not before the next one can arrive', async () => {
  for (const [lostMs, toldMs] of [
    [500, 3_000],
    [1_500, 3_000],
    [2_000, 3_500],
    [2_900, 4_400],
    [9_000, 10_500],
  ] as const) {
    const { clock, sight, flips } = benchOf()
    sight.seen()
    await clock.advance(lostMs)
    sight.lost(clock.now())
    assert.equal(sight.isBlurred(), true)
    await clock.advance(toldMs - lostMs - 1)
    assert.deepEqual(flips, [], `${lostMs}`)
    await clock.advance(1)
    assert.deepEqual([flips, sight.isBlurred()], [[[toldMs, lostMs]], false])
  }
})

test('a fault without an earlier answer is reported after 3 s, and a later fault changes nothing', async () => {
  const { clock, sight, flips } = benchOf()
  sight.lost(T)
  await clock.advance(1_000)
  sight.lost(clock.now())
  await clock.advance(1_999)
  assert.deepEqual(flips, [])
  await clock.advance(1)
  assert.deepEqual(flips, [[3_000, 0]])
})

test('a fault that was followed by an answer is forgotten', async () => {
  const { clock, sight, flips } = benchOf()
  sight.lost(T)
  sight.seen()
  assert.equal(sight.isBlurred(), false)
  await clock.advance(60_000)
  assert.deepEqual(flips, [])
})

test('continues the outage of the previous holder', async () => {
  const { clock, sight, flips } = benchOf(-9_000)
  assert.deepEqual([sight.sinceMs(), sight.isBlurred()], [T - 9_000, false])
  sight.asking()
  sight.lost(T)
  await clock.advance(60_000)
  assert.deepEqual(flips, [])
  sight.seen()
  assert.deepEqual(flips, [[60_000, null]])
})

test('a closed sight reports nothing', async () => {
  const { clock, sight, flips } = benchOf()
  sight.asking()
  sight.close()
  await clock.advance(60_000)
  assert.deepEqual([flips, clock.pending], [[], 0])
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
