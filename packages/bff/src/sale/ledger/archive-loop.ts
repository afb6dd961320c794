// Archives finished sales in small steps, so that a step never delays a sale noticeably: one batch of one merchant at a time, and sooner only
// while a full batch remains. Steps of several processes are harmless.
import { Loop, type Store } from '@tapboard/store'
import type { Clock, Log } from '../../ports.ts'
import { ARCHIVE_BATCH, archiveNext } from './archive.ts'
import type { LedgerTables } from './tables.ts'

const FIRST_MS = 60_000
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

/** The periodic archiving of finished sales. */
export interface ArchiveLoop {
  begin(): void
  /** Stops the timer and waits for a running step. */
  end(): Promise<void>
}

/** Creates the loop; it does nothing before `begin`. */
export function createArchiveLoop({
  store,
  merchants,
  afterDays,
  clock,
  log,
}: ArchiveLoopConfig): ArchiveLoop {
  if (afterDays === null) return { begin() {}, end: () => Promise.resolve() }
  let hasMore = false
  const loop = new Loop({
    async work(_, signal) {
      hasMore = false
      const beforeMs = (await store.now()) - afterDays * DAY_MS
      for (const merchant of merchants()) {
        if (signal.aborted) return
        hasMore = (await archiveNext(store, merchant, beforeMs)) === ARCHIVE_BATCH || hasMore
      }
    },
    firstMs: FIRST_MS,
    everyMs: () => (hasMore ? MORE_MS : EVERY_MS),
    clock,
    report: {
      works() {},
      failed: () => log.warn({ code: 'archive' }, 'finished sales could not be archived; trying again later'),
    },
  })
  return {
    begin: () => void loop.begin(),
    end: () => loop.stop(),
  }
}
