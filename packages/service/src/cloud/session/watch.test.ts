/** Waiting readers (D-16): woken by polling when a notice is lost, released on disconnect or shutdown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kernel } from '../../kernel.ts'
import { TIMINGS } from '../../ports.ts'
import { ManualClock, turn, withStack, type Stack } from '../../testing.ts'
import type { SessionRepository } from './session-repository.ts'
import type { SessionRow } from '../../schema/schema.ts'
import { SessionWatch, WAITERS_MAX } from './watch.ts'

const onManualClock = (body: (stack: Stack, clock: ManualClock, sessionId: string) => Promise<void>) => {
  const clock = new ManualClock()
  return withStack(
    async (stack) => {
      const { deviceId } = await stack.device()
      const { body: started } = await stack.initiate(deviceId, 'order-1')
      await body(stack, clock, String(started['sessionId']))
    },
    { clock },
  )
}

/** Runs pending work until the clock holds that many timers. */
const untilTimers = async (clock: ManualClock, count: number): Promise<void> => {
  while (clock.pending !== count) await turn()
}

void test(
  'a reader that disconnects is released at once, on a real socket',
  onManualClock(async (stack, clock, sessionId) => {
    const before = clock.pending
    const gone = new AbortController()
    const held = [1, 2, 3].map(() =>
      stack.call('GET', `/v1/Session/${sessionId}`, undefined, { Prefer: 'wait=20' }, gone.signal),
    )
    await untilTimers(clock, before + 3)
    gone.abort()
    for (const one of held) await assert.rejects(one)
    await untilTimers(clock, before)
  }),
)

void test(
  'a reader waits at most as long as requested and polls meanwhile',
  onManualClock(async (stack, clock, sessionId) => {
    const before = clock.pending
    const held = stack.call('GET', `/v1/Session/${sessionId}`, undefined, { Prefer: 'wait=7' })
    await untilTimers(clock, before + 1)
    await clock.advance(5_000)
    await untilTimers(clock, before + 1)
    await clock.advance(2_000)
    assert.equal((await held).body['status'], 'INITIATING')
  }),
)

void test('a stopping server answers all waiting readers', async () => {
  const waited: Promise<{ readonly status: number }>[] = []
  await onManualClock(async (stack, clock, sessionId) => {
    const before = clock.pending
    waited.push(stack.call('GET', `/v1/Session/${sessionId}`, undefined, { Prefer: 'wait=20' }))
    await untilTimers(clock, before + 1)
    await stack.stop()
  })()
  assert.equal((await waited[0])?.status, 200)
})

void test('INV-17 a reader beyond the limit is answered at once', async () => {
  const clock = new ManualClock()
  const row = { id: 'ses_1', status: 'INITIATING' } as SessionRow
  const watch = new SessionWatch(
    { clock, timings: TIMINGS } as unknown as Kernel,
    { read: async () => row } as unknown as SessionRepository,
  )
  const wait = (signal: AbortSignal): Promise<SessionRow> =>
    watch.until(row, { waitMs: 20_000, signal, enough: () => false })
  const first = new AbortController()
  const others = new AbortController()
  const gone = wait(first.signal)
  const held = Array.from({ length: WAITERS_MAX - 2 }, () => wait(others.signal))
  assert.ok(watch.accepting)
  held.push(wait(others.signal))
  assert.ok(!watch.accepting)
  assert.equal(await wait(others.signal), row)
  first.abort()
  await gone
  assert.ok(watch.accepting)
  held.push(wait(others.signal))
  assert.ok(!watch.accepting)
  others.abort()
  await Promise.all(held)
})
