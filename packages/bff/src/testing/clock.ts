// A clock that a test moves: timers run when their time is passed, in order.
import type { Clock } from '../ports.ts'

/** A {@link Clock} under the test's hand. */
export interface TestClock extends Clock {
  /** Moves time forward, running what falls due on the way, and lets promises settle after each. */
  advance(ms: number): Promise<void>
  /** Timers that wait. */
  readonly pending: number
}

/** Lets everything that is ready run. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A clock that stands at `startMs`. */
export function createTestClock(startMs = Date.UTC(2026, 10, 20, 12)): TestClock {
  let nowMs = startMs
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>()
  return {
    now: () => nowMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async advance(ms) {
      const endMs = nowMs + ms
      for (;;) {
        const due = [...timers].filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs)[0]
        if (due === undefined) break
        timers.delete(due)
        nowMs = Math.max(nowMs, due.atMs)
        due.run()
        await settle()
      }
      nowMs = endMs
      await settle()
    },
    get pending() {
      return timers.size
    },
  }
}
