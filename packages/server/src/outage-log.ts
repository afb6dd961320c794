// Logs the failures of a loop that repeats its work: a store that is away for an hour leaves an hour of lines, not 3,600 of them.
import type { Clock, Logger } from './ports.ts'

/** Between two lines about the same outage, in ms. */
const AGAIN_MS = 60_000

/** The fields of the lines. */
interface OutageFields {
  readonly code?: string
  /** The name of the loop. */
  readonly reason?: string
  /** Time since the first failure, in ms. */
  readonly durationMs?: number
}

/** A loop and its messages. */
export interface OutageLogConfig {
  /** Names the loop: the `reason` of a failure; the end has the code `NAME-works`. */
  readonly name: string
  /** The work failed; it is repeated. */
  readonly failed: string
  /** The message when the work succeeds again. */
  readonly works: string
  readonly log: Pick<Logger<OutageFields>, 'info' | 'warn'>
  readonly clock: Pick<Clock, 'now'>
}

/** The log of one loop. */
export interface OutageLog {
  /** Logs the first failure and one with another code at once, others once a minute with the time since the first. */
  failed(code: string): void
  /** Logs the end of an outage once, with its time. */
  works(): void
}

/** Creates the log of a loop that works. */
export function createOutageLog({ name, failed, works, log, clock }: OutageLogConfig): OutageLog {
  let outage: { readonly sinceMs: number; code: string; loggedAtMs: number } | null = null
  return {
    failed(code) {
      const nowMs = clock.now()
      if (outage === null) {
        outage = { sinceMs: nowMs, code, loggedAtMs: nowMs }
        return log.warn({ code, reason: name }, failed)
      }
      if (code === outage.code && nowMs - outage.loggedAtMs < AGAIN_MS) return
      Object.assign(outage, { code, loggedAtMs: nowMs })
      log.warn({ code, reason: name, durationMs: nowMs - outage.sinceMs }, failed)
    },
    works() {
      if (outage === null) return
      log.info({ code: `${name}-works`, durationMs: clock.now() - outage.sinceMs }, works)
      outage = null
    },
  }
}
