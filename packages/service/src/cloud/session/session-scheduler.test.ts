/** Periodic tasks of the session scheduler. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '@tapboard/server'
import type { Kernel } from '../../kernel.ts'
import { TIMINGS } from '../../ports.ts'
import { ManualClock, turn } from '../../testing.ts'
import { SessionScheduler } from './session-scheduler.ts'
import type { SessionRepository } from './session-repository.ts'

void test('updates the terminals every 5 s, not on every tick', async () => {
  const clock = new ManualClock()
  const ledger = { claimDue: async () => [] } as unknown as SessionRepository
  const scheduler = new SessionScheduler(
    { clock, timings: TIMINGS, log: silentLog } as unknown as Kernel,
    ledger,
  )
  const startMs = clock.now()
  const rereadAtMs: number[] = []
  const tasks = { every() {}, reread: async () => void rereadAtMs.push(clock.now() - startMs) }
  await scheduler.start(tasks)
  for (let second = 0; second < 16; second += 1) await clock.advance(1_000)
  await scheduler.stop()
  assert.deepEqual(rereadAtMs, [5_000, 10_000, 15_000])
})

interface Harness {
  readonly clock: ManualClock
  readonly scheduler: SessionScheduler
  readonly log: string[]
  readonly followed: string[]
  /** Answers of `claimDue`, in their order; afterwards nothing is due. */
  readonly due: (() => Promise<readonly string[]>)[]
  readonly tasks: { every(): void; reread(): Promise<void> }
}

function harness(timings: Partial<typeof TIMINGS> = {}): Harness {
  const clock = new ManualClock()
  const [log, followed]: string[][] = [[], []]
  const due: Harness['due'] = []
  const sessions = {
    claimDue: () => due.shift()?.() ?? Promise.resolve([]),
    follow: async (id: string) => void followed?.push(id),
  } as unknown as SessionRepository
  const record = (fields: object, message: string): void =>
    void log?.push(`${JSON.stringify(fields)} ${message}`)
  const lines = { error: record, warn: record, info: record }
  const kernel = { clock, timings: { ...TIMINGS, ...timings }, log: lines } as unknown as Kernel
  return {
    clock,
    scheduler: new SessionScheduler(kernel, sessions),
    log: log ?? [],
    followed: followed ?? [],
    due,
    tasks: { every() {}, reread: async () => {} },
  }
}

const away = (): Promise<never> => Promise.reject(new TypeError('away'))

void test('follows due sessions at the start and on every tick, until it stops', async () => {
  const { clock, scheduler, followed, due, tasks } = harness()
  let ticks = 0
  due.push(async () => ['ses_1', 'ses_2'])
  await scheduler.start({ ...tasks, every: () => void (ticks += 1) })
  assert.deepEqual([ticks, followed], [1, ['ses_1', 'ses_2']])
  due.push(async () => ['ses_3'])
  await clock.advance(999)
  assert.equal(ticks, 1)
  await clock.advance(1)
  assert.deepEqual([ticks, followed.at(-1)], [2, 'ses_3'])
  await scheduler.stop()
  assert.equal(clock.pending, 0)
  await clock.advance(5_000)
  assert.equal(ticks, 2)
})

void test('is failing after three failed ticks and works again after one that succeeds', async () => {
  const { scheduler, log, due, tasks } = harness()
  const states: boolean[] = []
  due.push(away, away, away, away)
  for (let tick = 0; tick < 5; tick += 1) {
    await scheduler.tick(tasks)
    states.push(scheduler.failing())
  }
  assert.deepEqual(states, [false, false, true, true, false])
  const failed =
    '{"code":"TypeError","reason":"sessions"} following sessions failed; retrying at the next tick'
  const notReady = '{"code":"claim-failing"} following sessions fails repeatedly; not ready'
  const works = '{"code":"sessions-works","durationMs":0} sessions are followed again'
  assert.deepEqual(log, [failed, notReady, works])
})

void test('is failing when a tick does not end within 5 s, and each followed session counts as progress', async () => {
  const { clock, scheduler, due, tasks } = harness()
  assert.equal(scheduler.failing(), false)
  due.push(() => new Promise(() => {}))
  void scheduler.tick(tasks)
  await clock.advance(4_999)
  assert.equal(scheduler.failing(), false)
  await clock.advance(1)
  assert.equal(scheduler.failing(), true)
  due.push(async () => ['ses_1'])
  void scheduler.tick({ ...tasks, reread: () => new Promise(() => {}) })
  await turn()
  assert.equal(scheduler.failing(), false)
})

void test('a logged reason is the name of an error, or unknown', async () => {
  const { scheduler, log, due, tasks } = harness()
  due.push(() => Promise.reject('a text' as unknown as Error))
  await scheduler.tick(tasks)
  assert.match(log[0] ?? '', /"code":"unknown"/)
})

void test('asks the processor 2 ms after its answer is due, or at once without a delay', async () => {
  const row = { id: 'ses_1' } as Parameters<SessionScheduler['cardPresented']>[0]
  const delayed = harness()
  await delayed.scheduler.cardPresented(row)
  await delayed.clock.advance(TIMINGS.authorizeMs + 1)
  assert.deepEqual(delayed.followed, [])
  await delayed.clock.advance(1)
  assert.deepEqual(delayed.followed, ['ses_1'])
  const instant = harness({ authorizeMs: 0 })
  await instant.scheduler.cardPresented(row)
  assert.deepEqual([instant.followed, instant.clock.pending], [['ses_1'], 0])
  await delayed.scheduler.stop()
  await delayed.scheduler.cardPresented(row)
  assert.equal(delayed.clock.pending, 0)
})

void test('a stop forgets the answers of the processor that are due later', async () => {
  const { clock, scheduler, followed } = harness()
  await scheduler.cardPresented({ id: 'ses_1' } as Parameters<SessionScheduler['cardPresented']>[0])
  assert.equal(clock.pending, 1)
  await scheduler.stop()
  assert.equal(clock.pending, 0)
  await clock.advance(TIMINGS.authorizeMs + 2)
  assert.deepEqual(followed, [])
})

void test('counts as failing only while no tick has succeeded', async () => {
  const { clock, scheduler, tasks } = harness()
  await scheduler.tick(tasks)
  clock.jump(60_000)
  assert.equal(scheduler.failing(), false)
})

void test('a stop waits for the session that is being followed', async () => {
  const { clock, scheduler, due, tasks } = harness()
  await scheduler.start(tasks)
  let answer: (ids: readonly string[]) => void = () => {}
  due.push(() => new Promise((resolve) => (answer = resolve)))
  await clock.advance(1_000)
  let stopped = false
  const stopping = scheduler.stop().then(() => (stopped = true))
  await turn()
  assert.equal(stopped, false)
  answer([])
  await stopping
})

void test('a tick that succeeds ends the count of failed ticks', async () => {
  const { scheduler, due, tasks } = harness()
  due.push(away, async () => [], away, away)
  for (let tick = 0; tick < 4; tick += 1) await scheduler.tick(tasks)
  assert.equal(scheduler.failing(), false)
})

void test('is failing 5 s after a failed tick that no other follows', async () => {
  const { clock, scheduler, due, tasks } = harness()
  due.push(away)
  await scheduler.tick(tasks)
  await clock.advance(4_999)
  assert.equal(scheduler.failing(), false)
  await clock.advance(1)
  assert.equal(scheduler.failing(), true)
})
