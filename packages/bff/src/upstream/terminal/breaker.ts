// When to stop trying an upstream that cannot be connected to, so that a clerk hears it at once (P7) instead of after a
// connect time-out. Pure; it guards starts only, never the reading of sales that are under way.

/** State of a breaker. */
export interface Breaker {
  /** Connect failures in a row. */
  readonly failures: number
  /** Starts are refused until then. */
  readonly openUntilMs: number
}

/** Failures in a row that open it. */
export const BREAKER_FAILURES = 3

/** How long it stays open; then one start may try again. */
export const BREAKER_OPEN_MS = 5_000

/** Nothing has failed. */
export const CLOSED_BREAKER: Breaker = { failures: 0, openUntilMs: 0 }

/** The breaker after a connection was made or was not. */
export function afterConnect(breaker: Breaker, connected: boolean, nowMs: number): Breaker {
  if (connected) return CLOSED_BREAKER
  const failures = breaker.failures + 1
  return { failures, openUntilMs: failures >= BREAKER_FAILURES ? nowMs + BREAKER_OPEN_MS : 0 }
}

/** How long starts are still refused; 0 = closed. Longer than it was ever opened for: the clock was set back. */
export function breakerWaitMs(breaker: Breaker, nowMs: number): number {
  const waitMs = Math.max(0, breaker.openUntilMs - nowMs)
  return waitMs > BREAKER_OPEN_MS ? 0 : waitMs
}
