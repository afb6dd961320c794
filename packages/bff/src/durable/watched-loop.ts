// A loop that must not stop (claiming, renewing): runs its work again and again, counts failures, and says when it has failed so
// often or so long that this process must take no more sales (D-98). What the work is, `runner.ts` says.
import { createAlarm, isStoreUnavailable, type Alarm } from '@tapboard/store'
import type { Clock, Log } from '../ports.ts'

/** Failures in a row after which the loop counts as failing … */
const FAILURES_MAX = 3

/** … or the time without a success, whatever the number of failures. */
const FAILING_MS = 5_000

/** After a failure: leases that are renewed every 4 s must not wait for the next turn. */
const RETRY_MS = 1_000

/** The loops of a process that are watched. */
export type LoopName = 'claim' | 'renew' | 'take_back'

/** Work and dependencies of a loop. */
export interface WatchedLoopConfig {
  readonly name: LoopName
  /** One round; `progress` says that a part of it is done. */
  readonly work: (progress: () => void) => Promise<void>
  readonly clock: Clock
  readonly log: Log
  /** A round failed. */
  readonly failed: (name: LoopName) => void
}

/** A loop whose failures are counted. */
export interface WatchedLoop {
  /** One round; never rejects. Returns whether it succeeded. */
  round(): Promise<boolean>
  /** Rounds until the signal, `everyMs` apart, sooner when poked. */
  run(everyMs: number, signal: AbortSignal, alarm?: Alarm): Promise<void>
  /** Is it failing now, or does a round not end? */
  failing(): boolean
}

/** Makes a loop; nothing happens before `run`. */
export function createWatchedLoop({ name, work, clock, log, failed }: WatchedLoopConfig): WatchedLoop {
  let failures = 0
  /** Since when nothing has succeeded that should have; `null` while all is well. */
  let sinceMs: number | null = null
  let alerted = false

  const succeeded = (): void => {
    failures = 0
    sinceMs = null
    if (alerted) log.info({ code: `${name}-works` }, 'a loop of the sales works again; sales are taken')
    alerted = false
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
      failed(name)
      const code = isStoreUnavailable(error) ? 'store-unavailable' : 'fault'
      log.warn({ code, reason: name }, 'the ledger could not be looked at; trying again')
      if (!alerted && failing()) {
        alerted = true
        log.error({ code: `${name}-failing` }, 'a loop of the sales fails again and again; not ready')
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
