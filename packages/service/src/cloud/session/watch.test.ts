/** Readers who wait (D-16): woken by the re-read when a notice is lost, freed when they go away or the service stops. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock, turn, withStack, type Stack } from '../../testing.ts'

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

/** Lets things happen until the clock holds that many timers. */
const untilTimers = async (clock: ManualClock, count: number): Promise<void> => {
  while (clock.pending !== count) await turn()
}

void test(
  'a reader who goes away is freed at once, on a real socket',
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
  'a reader waits no longer than it asked for, re-reading on the way',
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

void test('a server that stops answers everybody who waits', async () => {
  const waited: Promise<{ readonly status: number }>[] = []
  await onManualClock(async (stack, clock, sessionId) => {
    const before = clock.pending
    waited.push(stack.call('GET', `/v1/Session/${sessionId}`, undefined, { Prefer: 'wait=20' }))
    await untilTimers(clock, before + 1)
    await stack.stop()
  })()
  assert.equal((await waited[0])?.status, 200)
})
