// Deletes drafts without a change for 60 days: in batches, with one timer per process, and sooner only while a full
// batch remains. Concurrent sweeps of two processes are harmless.
import { Loop } from '@tapboard/store'
import type { Clock, Log } from '../../ports.ts'
import type { Applications } from '../applications.ts'
import { DRAFT_LIFE_MS } from './drafts.ts'

const BATCH = 200
const MORE_MS = 1_000
const EVERY_MS = 3_600_000
const FIRST_MS = 60_000

/** A periodic deletion of old drafts. */
interface Sweep {
  begin(): void
  /** Stops the timer and waits for a running step. */
  end(): Promise<void>
}

/** Creates the sweep; it does nothing before `begin`. */
export function createSweep(
  applications: Pick<Applications, 'forgetDrafts' | 'now'>,
  clock: Clock,
  log: Log,
): Sweep {
  let hasMore = false
  const loop = new Loop({
    async work() {
      hasMore = false
      const count = await applications.forgetDrafts((await applications.now()) - DRAFT_LIFE_MS, BATCH)
      hasMore = count === BATCH
    },
    firstMs: FIRST_MS,
    everyMs: () => (hasMore ? MORE_MS : EVERY_MS),
    clock,
    report: {
      works() {},
      failed: () => log.warn({ code: 'draft-sweep' }, 'old drafts could not be deleted; retrying later'),
    },
  })
  return {
    begin: () => void loop.begin(),
    end: () => loop.stop(),
  }
}
