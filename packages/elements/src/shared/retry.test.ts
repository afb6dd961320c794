import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuse, type Answer, type FaultCode } from './fault.ts'
import { restMs, Retry, retryAfterMs } from './retry.ts'

const refusal = (code: FaultCode = 'network', waitMs = 0) => ({ ...refuse(code, 'x'), retryAfterMs: waitMs })

interface Stage {
  readonly pauses: number[]
  /** The reported refusals, each with the time of the next try. */
  readonly told: string[]
  /** The times of the requests. */
  readonly asked: number[]
  readonly retry: Retry
  now: number
  turn: number
  until(): ReturnType<Retry['until']>
}

/**
 * A retry with a virtual clock; `turn` is the time at which the page becomes visible, in milliseconds after the start of a
 * pause.
 */
function stage(answers: readonly Answer<string>[], random = 1): Stage {
  const pauses: number[] = []
  const told: string[] = []
  const run = new AbortController()
  const made: Stage = {
    pauses,
    told,
    now: 0,
    asked: [],
    turn: Infinity,
    retry: new Retry({
      now: () => made.now,
      random: () => random,
      pause: async (ms) => {
        pauses.push(ms)
        made.now += Math.min(ms, made.turn)
      },
    }),
    until: () =>
      made.retry.until(
        async () => {
          made.asked.push(made.now)
          return answers[made.asked.length - 1] ?? (run.abort(), refusal())
        },
        ({ code }) => void told.push(`${code} ${made.retry.atMs}`),
        run.signal,
      ),
  }
  return made
}

const good: Answer<string> = { ok: true, status: 200, value: 'good' }

test('D-106 pauses double from half a second to 15 s, with jitter below', () => {
  const pausesFor = (random: number) =>
    [1, 2, 3, 4, 5, 6, 7, 60].map((failures) => restMs(failures, refusal(), () => random))
  assert.deepEqual(pausesFor(1), [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
  assert.deepEqual(pausesFor(0), [0, 0, 0, 0, 0, 0, 0, 0])
  assert.equal(
    restMs(1, refusal('rate-limited', 7_000), () => 0.5),
    7_250,
  )
})

test('D-106 repeats a failed read until it succeeds, and reports each refusal with the time of the next try', async () => {
  const on = stage([refusal(), refusal('store-unavailable'), good])
  assert.equal((await on.until())?.value, 'good')
  assert.deepEqual(on.asked, [0, 500, 1_500])
  assert.deepEqual(on.told, ['network 500', 'store-unavailable 1500'])
  assert.equal(on.retry.atMs, null)
})

test('D-106 calls a wrongly set up page once', async () => {
  for (const code of ['token-refused', 'origin-not-allowed', 'boarding-not-configured'] as const) {
    const on = stage([refusal(code), good])
    assert.equal(await on.until(), null)
    assert.deepEqual([on.asked, on.told], [[0], [`${code} null`]])
  }
})

test('D-106 a change of visibility or connection ends the pause, but not the time of Retry-After', async () => {
  const free = stage([refusal(), good])
  free.turn = 100
  await free.until()
  assert.deepEqual(free.asked, [0, 100])
  const bound = stage([refusal('token-limited', 2_000), good])
  bound.turn = 700
  await bound.until()
  assert.deepEqual(bound.asked, [0, 2_100])
})

test('D-106 a retry by a person is immediate, and the pauses continue from there', async () => {
  const on = stage([refusal(), refusal(), refusal()])
  await on.until()
  assert.deepEqual(on.pauses, [500, 1_000, 2_000])
  const again = new AbortController()
  let asked = 0
  await on.retry.until(
    async () => {
      asked += 1
      return refusal()
    },
    () => again.abort(),
    again.signal,
  )
  assert.deepEqual([asked, on.pauses], [1, [500, 1_000, 2_000, 4_000]])
})

test('parses Retry-After in seconds or as a date, and ignores an invalid one', () => {
  const now = Date.parse('2026-11-22T10:00:00Z')
  assert.equal(retryAfterMs('3', now), 3_000)
  assert.equal(retryAfterMs(3, now), 3_000)
  assert.equal(retryAfterMs('Sun, 22 Nov 2026 10:00:05 GMT', now), 5_000)
  for (const none of [null, undefined, '', 'soon', '-1', {}, 'Sun, 22 Nov 2026 09:00:00 GMT'])
    assert.equal(retryAfterMs(none, now), 0)
})
