// Claims due rows every second and when woken, and works on some of them at once, until drained. A row whose work fails keeps its
// lease; the lease expires and the row is claimed again.
import {
  createAlarm,
  createClaimGuard,
  createLeaseLooks,
  isStoreUnavailable,
  type EndedLease,
} from '@tapboard/store'
import type { OutageLog } from '@tapboard/server'
import type { Clock } from '../ports.ts'
import type { HeldLeases } from './lease.ts'

export const CLAIM_EVERY_MS = 1_000

/** The rows of a loop and the work on each. */
interface ClaimLoopConfig<Row> {
  /** Takes leases on at most `limit` due rows; `ended` as in `ClaimRequest`. */
  claim(limit: number, ended: readonly EndedLease[] | undefined): Promise<readonly Row[]>
  readonly held: HeldLeases
  /** Ends the leases of this loop, except on the rows with these keys. */
  releaseOthers(except: readonly string[]): Promise<void>
  /** Returns the primary key of a row. */
  keyOf(row: Row): string
  /** The longest lease on these rows; it is not renewed. */
  readonly leaseMs: number
  /** Works on one row and releases its lease; `signal` aborts when the loop is drained. */
  work(row: Row, signal: AbortSignal): Promise<void>
  /** Most rows processed concurrently by this process. */
  readonly atOnce: number
  readonly clock: Clock
  /** Called when the work on a row failed. */
  failed(code: 'store-unavailable' | 'fault', row: Row): void
  /** Logs failed claims. */
  readonly outage: OutageLog
}

/** A loop over due rows. */
export interface ClaimLoop {
  begin(): void
  /** Claims now. */
  wake(): void
  /** Stops claiming and waits for the work in progress. */
  drain(): Promise<void>
}

const codeOf = (error: unknown): 'store-unavailable' | 'fault' =>
  isStoreUnavailable(error) ? 'store-unavailable' : 'fault'

/** Creates a loop; it does nothing before `begin`. */
export function createClaimLoop<Row>(config: ClaimLoopConfig<Row>): ClaimLoop {
  const { atOnce, clock, failed, outage } = config
  const over = new AbortController()
  const tick = createAlarm(clock)
  const active = new Map<Promise<void>, string>()
  // D-199: the leases of other processes end by observation.
  const leases = createLeaseLooks(config.held, config.leaseMs, clock)
  const guard = createClaimGuard(() => config.releaseOthers([...active.values()]))
  let loop: Promise<void> = Promise.resolve()

  const start = (row: Row): void => {
    const working = config
      .work(row, over.signal)
      .catch((error: unknown) => failed(codeOf(error), row))
      .finally(() => {
        active.delete(working)
        // A free slot: continue with a backlog without waiting for the next tick.
        if (active.size === atOnce - 1) tick.wake()
      })
    active.set(working, config.keyOf(row))
  }

  const run = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const room = atOnce - active.size
      try {
        await guard.settle()
        if (room > 0) {
          const ended = await leases.ended(room)
          await guard.run(async () => {
            for (const row of await config.claim(room, ended)) start(row)
          })
        }
        outage.works()
      } catch (error) {
        outage.failed(codeOf(error))
      }
      await tick.pause(CLAIM_EVERY_MS, over.signal)
    }
  }

  return {
    begin() {
      loop = run()
    },
    wake: () => tick.wake(),
    async drain() {
      over.abort()
      await loop
      await Promise.all(active.keys())
    },
  }
}
