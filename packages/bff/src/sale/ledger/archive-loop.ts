// Archives finished sales in small steps, so that a step never delays a sale noticeably: one batch of one merchant at a time, and sooner only
// while a full batch remains. Steps of several processes are harmless.
import type { Store } from '@tapboard/store'
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
  let cancel: (() => void) | null = null
  let running: Promise<void> = Promise.resolve()
  let ended = false

  const step = async (days: number): Promise<void> => {
    let more = false
    try {
      const beforeMs = (await store.now()) - days * DAY_MS
      for (const merchant of merchants()) {
        if (ended) return
        more = (await archiveNext(store, merchant, beforeMs)) === ARCHIVE_BATCH || more
      }
    } catch {
      log.warn({ code: 'archive' }, 'finished sales could not be archived; trying again later')
    }
    plan(days, more ? MORE_MS : EVERY_MS)
  }
  const plan = (days: number, delayMs: number): void => {
    if (ended) return
    cancel = clock.after(delayMs, () => {
      running = step(days)
    })
  }
  return {
    begin() {
      if (afterDays !== null) plan(afterDays, FIRST_MS)
    },
    async end() {
      ended = true
      cancel?.()
      await running
    },
  }
}
