// The machine's clock, which a journey can put forward: what is waited for by the hour of the clock comes at once, and
// nothing that is on the wire is late by it.
import type { Clock } from '@tapboard/bff'

/** See the head of this file. */
export class LeapClock implements Clock {
  #aheadMs = 0

  /** The time it shows. */
  now(): number {
    return Date.now() + this.#aheadMs
  }

  /** Calls back after so long, leaps not counted. */
  after(delayMs: number, callback: () => void): () => void {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  }

  /** Puts it forward. */
  leap(ms: number): void {
    this.#aheadMs += ms
  }
}
