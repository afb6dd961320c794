// Deletes drafts without a change for 60 days, in batches. Concurrent sweeps of two processes are harmless.
import { createBatchLoop, type BatchLoop } from '../../durable/batch-loop.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Applications } from '../applications.ts'
import { DRAFT_LIFE_MS } from './drafts.ts'

const BATCH = 200
const MORE_MS = 1_000
const EVERY_MS = 3_600_000

/** Creates the periodic deletion of old drafts. */
export const createSweep = (
  applications: Pick<Applications, 'forgetDrafts' | 'now'>,
  clock: Clock,
  log: Log,
): BatchLoop =>
  createBatchLoop({
    async step(filled) {
      const count = await applications.forgetDrafts((await applications.now()) - DRAFT_LIFE_MS, BATCH)
      if (count === BATCH) filled()
    },
    everyMs: EVERY_MS,
    moreMs: MORE_MS,
    clock,
    failed: () => log.warn({ code: 'draft-sweep' }, 'old drafts could not be deleted; retrying later'),
  })
