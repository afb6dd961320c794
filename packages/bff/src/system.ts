// The real clock and the real randomness: the only place of this package that asks the system for them.
import { randomBytes } from 'node:crypto'
import type { Clock, Random } from './ports.ts'

/** The system's clock; its timers do not keep a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Random bytes of the system. */
export const systemRandom: Random = (length) => new Uint8Array(randomBytes(length))
