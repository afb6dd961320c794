// A wall clock that a journey can advance. A wait until a time of day is over at once after a leap; a wait for a duration is not
// affected, so messages on the wire do not become late.
import type { Clock } from '@tapboard/bff'

/** The machine's clock plus the leaps. */
export class LeapClock implements Clock {
  #aheadMs = 0

  now(): number {
    return Date.now() + this.#aheadMs
  }

  /** Calls back after a duration; leaps do not count. */
  after(delayMs: number, callback: () => void): () => void {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  }

  leap(ms: number): void {
    this.#aheadMs += ms
  }
}
