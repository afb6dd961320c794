// A loop that must not stop: repeats its work, counts failures, and reports when it has failed so often or for so long that this
// process must accept no new work (D-98). The caller passes the work and the log messages.
import { createOutageLog } from '@tapboard/server'
import { createAlarm, isStoreUnavailable, type Alarm } from '@tapboard/store'
import type { Clock, Log } from '../ports.ts'

/** Failures in a row after which the loop counts as failing … */
const FAILURES_MAX = 3

/** … or the time without a success, whatever the number of failures. */
const FAILING_MS = 5_000

/** After a failure: leases that are renewed every 4 s must not wait for the next turn. */
const RETRY_MS = 1_000

/** The log messages of a loop. */
export interface LoopWords {
  /** A round failed; it is repeated. */
  readonly failed: string
  /** The loop counts as failing. */
  readonly failing: string
  /** The loop works again. */
  readonly works: string
}

/** Work and dependencies of a loop. */
export interface WatchedLoopConfig {
  /** The name in log codes: `claim` → `claim-failing`. */
  readonly name: string
  readonly words: LoopWords
  /** One round; calls `progress` after each part. */
  readonly work: (progress: () => void) => Promise<void>
  readonly clock: Clock
  readonly log: Log
  /** Called when a round fails. */
  readonly failed: () => void
}

/** A loop whose failures are counted. */
export interface WatchedLoop {
  /** One round; never rejects. Returns whether it succeeded. */
  round(): Promise<boolean>
  /** Repeats rounds `everyMs` apart until aborted; the alarm starts one sooner. */
  run(everyMs: number, signal: AbortSignal, alarm?: Alarm): Promise<void>
  /** Returns true if it fails repeatedly, or if a round does not end. */
  failing(): boolean
}

/** Creates a loop; it starts in `run`. */
export function createWatchedLoop({ name, words, work, clock, log, failed }: WatchedLoopConfig): WatchedLoop {
  let failures = 0
  /** Time since which no round has succeeded; `null` while the loop works. */
  let sinceMs: number | null = null
  let alerted = false
  const outage = createOutageLog({ name, failed: words.failed, works: words.works, log, clock })

  const succeeded = (): void => {
    failures = 0
    sinceMs = null
    alerted = false
    outage.works()
  }
  const failing = (): boolean =>
    failures >= FAILURES_MAX || (sinceMs !== null && clock.now() - sinceMs >= FAILING_MS)

  const round = async (): Promise<boolean> => {
    sinceMs ??= clock.now()
    try {
      await work(() => {
        sinceMs = clock.now()
      })
      succeeded()
      return true
    } catch (error) {
      failures += 1
      failed()
      outage.failed(isStoreUnavailable(error) ? 'store-unavailable' : 'fault')
      if (!alerted && failing()) {
        alerted = true
        log.error({ code: `${name}-failing` }, words.failing)
      }
      return false
    }
  }
  return {
    round,
    failing,
    async run(everyMs, signal, alarm = createAlarm(clock)) {
      while (!signal.aborted) {
        const worked = await round()
        await alarm.pause(worked ? everyMs : Math.min(everyMs, RETRY_MS), signal)
      }
    },
  }
}
