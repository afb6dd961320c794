// Circuit breaker for starts: while connecting to an upstream fails, a start is refused at once instead of after a connect
// timeout (P7). Pure. It never stops the reading of open sales.

export interface Breaker {
  /** Failures to connect since the last success. */
  readonly failures: number
  /** Starts are refused until then. */
  readonly openUntilMs: number
}

/** Consecutive failures that open it. */
const BREAKER_FAILURES = 3

/** Time that it stays open; afterwards a start may try again. */
const BREAKER_OPEN_MS = 5_000

export const CLOSED_BREAKER: Breaker = { failures: 0, openUntilMs: 0 }

/** Returns the breaker after a successful or failed connect. */
export function afterConnect(breaker: Breaker, connected: boolean, nowMs: number): Breaker {
  if (connected) return CLOSED_BREAKER
  const failures = breaker.failures + 1
  return { failures, openUntilMs: failures >= BREAKER_FAILURES ? nowMs + BREAKER_OPEN_MS : 0 }
}

/** Returns the remaining time of refusals; 0 = closed. More than {@link BREAKER_OPEN_MS}: the clock was set back. */
export function breakerWaitMs(breaker: Breaker, nowMs: number): number {
  const waitMs = Math.max(0, breaker.openUntilMs - nowMs)
  return waitMs > BREAKER_OPEN_MS ? 0 : waitMs
}
