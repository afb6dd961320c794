// Types that the other files of the store share: the engine, the log, wake-ups and timers. It imports none of them.

/** The database behind a store. */
export type Engine = 'sqlite' | 'postgres'

/** Log for faults that an operator should see; a pino logger fits. */
export interface StoreLog {
  /** Logs a fault that the store recovers from. */
  warn(fields: Record<string, unknown>, message: string): void
}

/** A wake-up: a notice, or `resync` after notices may have been lost: read the rows again. */
export type Wakeup = { readonly type: 'notice'; readonly payload: string } | { readonly type: 'resync' }

/** Receives wake-ups; must return at once and not throw. */
export type WakeupHandler = (wakeup: Wakeup) => void

/** A clock with timers, which a test can replace. */
export interface Timer {
  /** The time in whole milliseconds since 1970. */
  now(): number
  /** Schedules one callback; the result cancels it. */
  after(delayMs: number, callback: () => void): () => void
}
