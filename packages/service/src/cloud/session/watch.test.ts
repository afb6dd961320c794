/** Waiting readers (D-16): woken by polling when a notice is lost, released on disconnect or shutdown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '@tapboard/server'
import type { WakeupHandler } from '@tapboard/store'
import { newId } from '../../account/secret.ts'
import type { Kernel } from '../../kernel.ts'
import { TIMINGS } from '../../ports.ts'
import { initiateBody, ManualClock, turn, withStack, type Stack } from '../../testing.ts'
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

void test(
  'POST /payments waits at most as long as requested and then answers 202 (D-17)',
  onManualClock(async (stack, clock) => {
    const { deviceId } = await stack.device('SN-2')
    const before = clock.pending
    const body = initiateBody(deviceId, 'order-2')
    const held = stack.call('POST', '/payments', body, { Prefer: 'wait=7' })
    await untilTimers(clock, before + 1)
    await clock.advance(5_000)
    await untilTimers(clock, before + 1)
    await clock.advance(2_000)
    const { status, headers } = await held
    assert.deepEqual([status, headers.get('preference-applied')], [202, 'wait=7'])
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
  assert.equal(WAITERS_MAX, 10_000)
  const { now, notice, watch } = await watched()
  const { row } = now
  const wait = (signal: AbortSignal): Promise<SessionRow> =>
    watch.until(row, { waitMs: 20_000, signal, enough: ({ version }) => version > 1 })
  // A reader that a notice wakes during its read is counted once.
  now.row = { ...row, version: 2 }
  const woken = wait(new AbortController().signal)
  notice()
  assert.equal((await woken).version, 2)
  now.row = row
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

/** A watch of a session whose row the test sets; `wake` is the handler of its notices. */
async function watched() {
  const id = newId(systemRandom, 'ses')
  const clock = new ManualClock()
  const now = { row: { id, status: 'INITIATING', version: 1 } as SessionRow, reads: 0 }
  let wake: WakeupHandler = () => {}
  let changed = (_row: SessionRow): void => {}
  const listen = async (_channel: string, handler: WakeupHandler) => {
    wake = handler
    return async () => {}
  }
  const watch = new SessionWatch(
    { clock, timings: TIMINGS, store: { listen } } as unknown as Kernel,
    {
      read: async () => {
        now.reads += 1
        return now.row
      },
      onChange: (handler: typeof changed) => void (changed = handler),
    } as unknown as SessionRepository,
  )
  await watch.start()
  const signal = new AbortController()
  const wait = (one: AbortSignal = signal.signal): Promise<SessionRow> =>
    watch.until(now.row, { waitMs: 20_000, signal: one, enough: ({ version }) => version > 1 })
  const notice = (): void => wake({ type: 'notice', payload: `${id} dev_1` })
  const change = (row: SessionRow): void => changed(row)
  return { clock, now, notice, change, resync: (): void => wake({ type: 'resync' }), signal, wait, watch }
}

void test('D-16 a notice of the session, or a resync, wakes its readers without a poll', async () => {
  for (const way of ['notice', 'resync'] as const) {
    const { clock, now, wait, ...wakes } = await watched()
    const held = wait()
    await turn()
    assert.equal(now.reads, 1)
    now.row = { ...now.row, version: 2 }
    wakes[way]()
    assert.equal((await held).version, 2)
    assert.equal(now.reads, 2, 'the row is read once after the notice')
    assert.equal(clock.pending, 0)
  }
})

void test('D-16 a change of this process answers its readers without a read', async () => {
  const { clock, now, change, wait } = await watched()
  const [one, other] = [wait(), wait()]
  await turn()
  assert.equal(now.reads, 2)
  change({ ...now.row, id: newId(systemRandom, 'ses'), version: 5 })
  await turn()
  change({ ...now.row, version: 2 })
  assert.deepEqual([(await one).version, (await other).version, now.reads, clock.pending], [2, 2, 2, 0])
})

void test('D-16 a change that was read already leaves a reader waiting', async () => {
  const { now, change, signal, wait } = await watched()
  const held = wait()
  await turn()
  change(now.row)
  await turn()
  assert.equal(now.reads, 2, 'the wait begins again with a read')
  change({ ...now.row, version: 2 })
  assert.equal((await held).version, 2)
  signal.abort()
})

void test('D-16 a reader that leaves does not take the notices of the others', async () => {
  const { clock, now, notice, signal, wait } = await watched()
  const gone = new AbortController()
  const [left, held] = [wait(gone.signal), wait()]
  await turn()
  gone.abort()
  await left
  now.row = { ...now.row, version: 2 }
  notice()
  assert.equal((await held).version, 2)
  assert.equal(clock.pending, 0)
  signal.abort()
})

void test('D-16 a reader reads every 5 s and once more at its end, and sees a change without a notice', async () => {
  const { clock, now, wait } = await watched()
  const held = wait()
  await turn()
  for (const reads of [2, 3, 4]) {
    await clock.advance(5_000)
    assert.equal(now.reads, reads)
  }
  await clock.advance(4_999)
  now.row = { ...now.row, version: 2 }
  await clock.advance(1)
  assert.equal((await held).version, 2)
  assert.deepEqual([now.reads, clock.pending], [5, 0])
})

void test('D-16 a reader waits less than 5 s if it asks for less', async () => {
  const { clock, now, watch, signal } = await watched()
  const until = { waitMs: 3_000, signal: signal.signal, enough: () => false }
  let isOver = false
  const held = watch.until(now.row, until).then(() => (isOver = true))
  await clock.advance(2_999)
  assert.equal(isOver, false)
  await clock.advance(1)
  await held
  assert.equal(isOver, true)
})
