// The system's clock and randomness, on Node and on runtimes with web APIs only.
import type { Clock, Logger, Random } from './ports.ts'

/** The system's clock. On Node its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer: unknown = setTimeout(callback, delayMs)
    if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as NodeJS.Timeout).unref()
    return () => clearTimeout(timer as NodeJS.Timeout)
  },
}

/** Random bytes from Web Crypto. */
export const systemRandom: Random = (length) => crypto.getRandomValues(new Uint8Array(length))

/** A log that discards everything. */
export const silentLog: Logger<object> = { info() {}, warn() {}, error() {} }
