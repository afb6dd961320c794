// Archives finished sales in small steps: one batch of each merchant at a time. Steps of several processes are harmless.
import type { Store } from '@tapboard/store'
import { createBatchLoop, type BatchLoop } from '../../durable/batch-loop.ts'
import type { Clock, Log } from '../../ports.ts'
import { ARCHIVE_BATCH, archiveNext } from './archive.ts'
import type { LedgerTables } from './tables.ts'

const EVERY_MS = 600_000
const MORE_MS = 200

const DAY_MS = 86_400_000

interface ArchiveLoopConfig {
  readonly store: Store<LedgerTables>
  /** Returns the IDs of the merchants; asked in each step. */
  readonly merchants: () => readonly string[]
  /** Days from the end of a sale to its archiving; `null`: never. */
  readonly afterDays: number | null
  readonly clock: Clock
  readonly log: Log
}

/** Creates the periodic archiving of finished sales. */
export function createArchiveLoop({ store, merchants, afterDays, clock, log }: ArchiveLoopConfig): BatchLoop {
  if (afterDays === null) return { begin() {}, end: () => Promise.resolve() }
  return createBatchLoop({
    async step(filled, signal) {
      const beforeMs = (await store.now()) - afterDays * DAY_MS
      for (const merchant of merchants()) {
        if (signal.aborted) return
        if ((await archiveNext(store, merchant, beforeMs)) === ARCHIVE_BATCH) filled()
      }
    },
    everyMs: EVERY_MS,
    moreMs: MORE_MS,
    clock,
    failed: () => log.warn({ code: 'archive' }, 'finished sales could not be archived; trying again later'),
  })
}
