/** Periodic tasks of the session scheduler. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '@tapboard/server'
import type { Kernel } from '../../kernel.ts'
import { TIMINGS } from '../../ports.ts'
import { ManualClock } from '../../testing.ts'
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
