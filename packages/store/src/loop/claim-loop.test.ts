// The loop over due rows: its claims and their room, a wake-up and a stop during a claim, lost claims, and the drain.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock, turn } from '../testing.ts'
import { ClaimLoop, type ClaimLoopConfig } from './claim-loop.ts'

interface Bench {
  readonly clock: ManualClock
  readonly loop: ClaimLoop<string>
  /** Rows that are due and that no claim has. */
  readonly due: string[]
  /** The limits of the claims. */
  readonly limits: number[]
  /** The rows whose work has begun. */
  readonly begun: string[]
  readonly released: (readonly string[])[]
  readonly failures: string[]
  /** Ends the work on a row. */
  end(row: string): void
  /** Lets the work on a row fail. */
  fail(row: string): void
  /** The signal of the work on a row. */
  signalOf(row: string): AbortSignal | undefined
}

function benchOf(changes: Partial<ClaimLoopConfig<string>> = {}): Bench {
  const clock = new ManualClock()
  const due: string[] = []
  const limits: number[] = []
  const begun: string[] = []
  const released: (readonly string[])[] = []
  const failures: string[] = []
  const works = new Map<string, PromiseWithResolvers<void> & { readonly signal: AbortSignal }>()
  const loop = new ClaimLoop<string>({
    claim: async (limit) => {
      limits.push(limit)
      return due.splice(0, limit)
    },
    held: null,
    releaseOthers: async (except) => void released.push(except),
    keyOf: (row) => row,
    leaseMs: 10_000,
    room: (active) => 2 - active,
    work: (rows, start) => {
      for (const row of rows)
        start(row, (signal) => {
          begun.push(row)
          const work = { ...Promise.withResolvers<void>(), signal }
          works.set(row, work)
          return work.promise
        })
    },
    failed: (error, row) => void failures.push(`${row}: ${(error as Error).message}`),
    clock,
    report: { works() {}, failed: (code) => void failures.push(code) },
    ...changes,
  })
  return {
    clock,
    loop,
    due,
    limits,
    begun,
    released,
    failures,
    end: (row) => works.get(row)?.resolve(),
    fail: (row) => works.get(row)?.reject(new Error('a fault')),
    signalOf: (row) => works.get(row)?.signal,
  }
}

void test('claims at the begin and every second, at most the room that is left', async () => {
  const { clock, loop, due, limits, begun, end } = benchOf()
  due.push('a')
  loop.begin()
  await turn()
  assert.deepEqual([limits, begun], [[2], ['a']])
  due.push('b', 'c')
  await clock.advance(1_000)
  assert.deepEqual([limits, begun, due], [[2, 1], ['a', 'b'], ['c']])
  await clock.advance(1_000)
  assert.equal(limits.length, 2, 'no claim without room')
  end('a')
  end('b')
  await loop.stop()
})

void test('an end that makes room where there was none claims at once', async () => {
  const { clock, loop, due, limits, begun, end } = benchOf()
  due.push('a', 'b', 'c', 'd')
  loop.begin()
  await turn()
  assert.deepEqual(begun, ['a', 'b'])
  const startMs = clock.now()
  end('a')
  await turn()
  assert.deepEqual([begun, clock.now() - startMs], [['a', 'b', 'c'], 0])
  end('b')
  end('c')
  await turn()
  assert.deepEqual(begun, ['a', 'b', 'c', 'd'])
  assert.deepEqual(limits, [2, 1, 2], 'two ends make one claim')
  end('d')
  await loop.drain()
})

void test('claims again at once after a claim that took as many rows as it may', async () => {
  const { loop, due, limits, begun } = benchOf({ room: () => 2 })
  due.push('a', 'b', 'c', 'd', 'e')
  loop.begin()
  await turn()
  assert.deepEqual(
    [begun, limits],
    [
      ['a', 'b', 'c', 'd', 'e'],
      [2, 2, 2],
    ],
  )
  await loop.stop()
})

void test('a work that fails is reported, and the loop goes on', async () => {
  const { loop, due, begun, failures, fail, clock } = benchOf()
  due.push('a')
  loop.begin()
  await turn()
  fail('a')
  due.push('b')
  await clock.advance(1_000)
  assert.deepEqual([failures, begun, loop.failing()], [['a: a fault'], ['a', 'b'], false])
  await loop.stop()
})

void test('a work counts until it ends', async () => {
  const { loop, due, begun, end } = benchOf({ room: (_, counted) => 1 - counted })
  due.push('a', 'b')
  loop.begin()
  await turn()
  assert.deepEqual(begun, ['a'])
  end('a')
  await turn()
  assert.deepEqual(begun, ['a', 'b'])
  end('b')
  await loop.drain()
})

void test('a work that does not count leaves its room', async () => {
  const counts: (readonly [number, number])[] = []
  const ended: (() => void)[] = []
  const { loop, due } = benchOf({
    room: (active, counted) => {
      counts.push([active, counted])
      return 1 - counted
    },
    work: (rows, start) => {
      for (const row of rows) ended.push(start(row, () => new Promise(() => {}), row !== 'quiet'))
    },
  })
  due.push('quiet', 'a', 'b')
  loop.begin()
  await turn()
  assert.deepEqual(due, ['b'], 'the quiet row takes no room')
  assert.deepEqual(counts.at(-1), [2, 1])
  ended[1]?.()
  await turn()
  assert.deepEqual([due, counts.at(-1)], [[], [3, 1]])
  await loop.stop()
})

void test('a wake-up during a claim claims once more, without a pause', async () => {
  const answer = Promise.withResolvers<readonly string[]>()
  let claims = 0
  const { loop } = benchOf({
    claim: () => {
      claims += 1
      return claims === 1 ? answer.promise : Promise.resolve([])
    },
  })
  loop.begin()
  loop.wake()
  loop.wake()
  await turn()
  assert.equal(claims, 1)
  answer.resolve([])
  await turn()
  assert.equal(claims, 2)
  await loop.stop()
})

void test('a stop aborts the works, waits for the claim under way, and claims no more', async () => {
  const answer = Promise.withResolvers<readonly string[]>()
  let claims = 0
  const bench = benchOf({
    claim: () => {
      claims += 1
      return claims === 1 ? Promise.resolve(['a']) : answer.promise
    },
  })
  const { clock, loop } = bench
  loop.begin()
  await clock.advance(1_000)
  assert.deepEqual([claims, bench.signalOf('a')?.aborted], [2, false])
  let isStopped = false
  const stopping = loop.stop().then(() => (isStopped = true))
  await turn()
  assert.deepEqual([isStopped, bench.signalOf('a')?.aborted], [false, true])
  answer.resolve(['b'])
  await stopping
  assert.deepEqual(bench.begun, ['a', 'b'], 'the rows of that claim have leases, so their work begins')
  await clock.advance(5_000)
  assert.equal(claims, 2)
})

void test('a drain waits for the running works and claims no more', async () => {
  const { clock, loop, due, begun, end } = benchOf()
  due.push('a')
  loop.begin()
  await turn()
  let isDrained = false
  const draining = loop.drain().then(() => (isDrained = true))
  due.push('b')
  await clock.advance(60_000)
  assert.deepEqual([isDrained, begun], [false, ['a']])
  end('a')
  await draining
})

void test('the wait for the running works has a limit', async () => {
  const { clock, loop, due } = benchOf()
  due.push('a')
  loop.begin()
  await turn()
  await loop.stop()
  let isOver = false
  void loop.settled(3_000).then(() => (isOver = true))
  await clock.advance(2_999)
  assert.equal(isOver, false)
  await clock.advance(1)
  assert.equal(isOver, true)
})

void test('a claim without an answer is released before the next one, except the rows that work has', async () => {
  const answers: (readonly string[] | 'lost')[] = [['a'], 'lost', ['b']]
  const { clock, loop, released, begun, failures } = benchOf({
    claim: async () => {
      const answer = answers.shift() ?? []
      if (answer === 'lost') throw new Error('the answer was lost')
      return answer
    },
  })
  loop.begin()
  await clock.advance(1_000)
  assert.deepEqual([released, failures, loop.failing()], [[], ['fault'], false])
  await clock.advance(1_000)
  assert.deepEqual([released, begun], [[['a']], ['a', 'b']])
  await clock.advance(1_000)
  assert.equal(released.length, 1)
  await loop.stop()
})

void test('a stop releases a claim without an answer', async () => {
  const { loop, released } = benchOf({ claim: () => Promise.reject(new Error('the answer was lost')) })
  loop.begin()
  await turn()
  assert.deepEqual(released, [])
  await loop.stop()
  assert.deepEqual(released, [[]])
})

void test('counts as failing after three claims without an answer', async () => {
  const { clock, loop } = benchOf({ claim: () => Promise.reject(new Error('away')) })
  loop.begin()
  await clock.advance(1_999)
  assert.equal(loop.failing(), false)
  await clock.advance(1)
  assert.equal(loop.failing(), true)
  await loop.stop()
})
