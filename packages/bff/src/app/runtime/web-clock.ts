// The clock of a runtime without Node.
import type { Clock } from '../../ports.ts'

/** The system's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}
