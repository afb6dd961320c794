// A loop repeats its rounds: the pauses, a wake-up and a stop during a round, and the failures that count (D-98).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '../errors.ts'
import { ManualClock, turn } from '../testing.ts'
import { Loop, type LoopConfig } from './loop.ts'

interface Bench {
  readonly clock: ManualClock
  readonly loop: Loop
  /** Times of the rounds, in ms after the begin. */
  readonly rounds: number[]
  /** The calls of the report, in order. */
  readonly reported: string[]
  /** Replaces the work of the next rounds. */
  work: LoopConfig['work']
}

function benchOf(pauses: Partial<Pick<LoopConfig, 'firstMs' | 'everyMs' | 'retryMs'>> = {}): Bench {
  const clock = new ManualClock()
  const startMs = clock.now()
  const rounds: number[] = []
  const reported: string[] = []
  const bench: Bench = {
    clock,
    rounds,
    reported,
    work: async () => {},
    loop: new Loop({
      work: (progress, signal) => {
        rounds.push(clock.now() - startMs)
        return bench.work(progress, signal)
      },
      everyMs: 10_000,
      ...pauses,
      clock,
      report: {
        works: () => void reported.push('works'),
        failed: (code) => void reported.push(code),
        failing: () => void reported.push('failing'),
      },
    }),
  }
  return bench
}

const fails = (): Promise<never> => Promise.reject(new TypeError('a bug'))

/** A round that ends when the test says so. */
function held(bench: Bench): { end(): void; fail(): void } {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  bench.work = () => promise
  return { end: resolve, fail: () => reject(new Error('late')) }
}

void test('runs a round at the begin and after each pause, until it stops', async () => {
  const { clock, loop, rounds, reported } = benchOf()
  void loop.begin()
  assert.deepEqual(rounds, [0])
  await clock.advance(25_000)
  assert.deepEqual(
    [rounds, reported],
    [
      [0, 10_000, 20_000],
      ['works', 'works', 'works'],
    ],
  )
  await loop.stop()
  assert.equal(clock.pending, 0)
  await clock.advance(60_000)
  assert.equal(rounds.length, 3)
})

void test('a failed round is repeated after the shorter pause, one that succeeds after the usual one', async () => {
  const bench = benchOf({ retryMs: 1_000 })
  bench.work = fails
  void bench.loop.begin()
  await bench.clock.advance(1_000)
  bench.work = async () => {}
  await bench.clock.advance(11_000)
  assert.deepEqual(bench.rounds, [0, 1_000, 2_000, 12_000])
  assert.deepEqual(bench.reported, ['fault', 'fault', 'works', 'works'])
  await bench.loop.stop()
})

void test('without a shorter pause a failed round is repeated after the usual one', async () => {
  const bench = benchOf()
  bench.work = fails
  void bench.loop.begin()
  await bench.clock.advance(10_000)
  assert.deepEqual(bench.rounds, [0, 10_000])
  await bench.loop.stop()
})

void test('begins after the first pause, and asks for the pause after each round', async () => {
  const { clock, rounds, loop } = benchOf({ firstMs: 3_000, everyMs: () => rounds.length * 1_000 })
  void loop.begin()
  await clock.advance(2_999)
  assert.deepEqual(rounds, [])
  await clock.advance(3_001)
  assert.deepEqual(rounds, [3_000, 4_000, 6_000])
  await loop.stop()
  assert.equal(clock.pending, 0)
})

void test('a failed round without a shorter pause asks for the usual one', async () => {
  const bench = benchOf({ everyMs: () => 2_000 })
  bench.work = fails
  void bench.loop.begin()
  await bench.clock.advance(2_000)
  assert.deepEqual(bench.rounds, [0, 2_000])
  await bench.loop.stop()
})

void test('a stop during the first pause prevents the first round', async () => {
  const { clock, loop, rounds, reported } = benchOf({ firstMs: 3_000 })
  const beginning = loop.begin()
  assert.equal(clock.pending, 1)
  await Promise.all([loop.stop(), beginning])
  assert.equal(clock.pending, 0)
  await clock.advance(60_000)
  assert.deepEqual([rounds, reported], [[], []])
})

void test('a stop aborts the signal of the present round', async () => {
  const bench = benchOf()
  const states: boolean[] = []
  bench.work = async (_, signal) => {
    states.push(signal.aborted)
    void bench.loop.stop()
    states.push(signal.aborted)
  }
  await bench.loop.begin()
  assert.deepEqual(states, [false, true])
})

void test('a wake-up ends the pause', async () => {
  const { clock, loop, rounds } = benchOf()
  void loop.begin()
  await clock.advance(3_000)
  loop.wake()
  await turn()
  assert.deepEqual(rounds, [0, 3_000])
  await clock.advance(10_000)
  assert.deepEqual(rounds, [0, 3_000, 13_000])
  await loop.stop()
})

void test('wake-ups during a round start one more round, without a pause', async () => {
  const bench = benchOf()
  const round = held(bench)
  void bench.loop.begin()
  bench.loop.wake()
  bench.loop.wake()
  bench.work = async () => {}
  await turn()
  assert.equal(bench.rounds.length, 1)
  round.end()
  await turn()
  assert.deepEqual(bench.rounds, [0, 0])
  await bench.loop.stop()
})

for (const ending of ['end', 'fail'] as const)
  void test(`a stop during a round waits for its end (${ending}), and no other round follows`, async () => {
    const bench = benchOf()
    const round = held(bench)
    void bench.loop.begin()
    bench.loop.wake()
    let isStopped = false
    const stopping = bench.loop.stop().then(() => (isStopped = true))
    await turn()
    assert.equal(isStopped, false)
    round[ending]()
    await stopping
    await bench.clock.advance(60_000)
    assert.deepEqual([bench.rounds, bench.clock.pending], [[0], 0])
  })

void test('a loop that was stopped first runs no round', async () => {
  const { loop, rounds } = benchOf()
  await loop.stop()
  void loop.begin()
  await loop.stop()
  assert.deepEqual(rounds, [])
})

void test('D-98 counts as failing after three failures in a row and reports it once', async () => {
  const bench = benchOf({ retryMs: 1_000 })
  const states: boolean[] = []
  const round = async (work: Bench['work']): Promise<void> => {
    bench.work = work
    await bench.loop.round()
    states.push(bench.loop.failing())
  }
  for (const work of [fails, fails, fails, fails, async () => {}, fails, fails, async () => {}])
    await round(work)
  assert.deepEqual(states, [false, false, true, true, false, false, false, false])
  assert.deepEqual(
    bench.reported.filter((one) => one !== 'fault'),
    ['failing', 'works', 'works'],
  )
  for (const work of [fails, fails, fails]) await round(work)
  assert.equal(bench.reported.filter((one) => one === 'failing').length, 2)
})

void test('D-98 counts as failing when a round does not end within five seconds, unless it makes progress', async () => {
  const bench = benchOf()
  let progress = (): void => {}
  bench.work = (report) => {
    progress = report
    return new Promise(() => {})
  }
  void bench.loop.begin()
  await bench.clock.advance(4_999)
  assert.equal(bench.loop.failing(), false)
  await bench.clock.advance(1)
  assert.equal(bench.loop.failing(), true)
  progress()
  assert.equal(bench.loop.failing(), false)
  await bench.clock.advance(5_000)
  assert.equal(bench.loop.failing(), true)
})

void test('a pause between two rounds that succeed never counts as failing', async () => {
  const { clock, loop } = benchOf()
  void loop.begin()
  await clock.advance(9_999)
  assert.equal(loop.failing(), false)
  await loop.stop()
})

void test('an outage of the store has a code of its own', async () => {
  const bench = benchOf()
  bench.work = () => Promise.reject(new StoreError('store-unavailable', 'away'))
  assert.equal(await bench.loop.round(), false)
  assert.deepEqual(bench.reported, ['store-unavailable'])
})
