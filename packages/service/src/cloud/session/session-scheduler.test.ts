/** What the clerk does on each tick. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog, TIMINGS, type Kernel } from '../../ports.ts'
import { ManualClock } from '../../testing.ts'
import { SessionClerk } from './clerk.ts'
import type { SessionLedger } from './ledger.ts'

void test('the terminals are read again every 5 s, not on every tick', async () => {
  const clock = new ManualClock()
  const ledger = { claimDue: async () => [] } as unknown as SessionLedger
  const clerk = new SessionClerk({ clock, timings: TIMINGS, log: silentLog } as unknown as Kernel, ledger)
  const startMs = clock.now()
  const rereadAtMs: number[] = []
  const chores = { every() {}, reread: async () => void rereadAtMs.push(clock.now() - startMs) }
  await clerk.start(chores)
  for (let second = 0; second < 16; second += 1) await clock.advance(1_000)
  await clerk.stop()
  assert.deepEqual(rereadAtMs, [5_000, 10_000, 15_000])
})
