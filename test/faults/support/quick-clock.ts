// A clock that can run faster than the machine's, for real sockets with long timeouts: at speed 20, a wait of 20 s takes one. A
// test speeds it up only while no message is on the wire that a slow machine could delay.
import type { Clock } from '@tapboard/bff'

interface Timer {
  readonly atMs: number
  readonly callback: () => void
}

/** A clock of whole milliseconds that begins now, at the machine's speed. */
export class QuickClock implements Clock {
  #speed = 1
  #baseMs = Date.now()
  #realMs = performance.now()
  #armed: ReturnType<typeof setTimeout> | undefined
  readonly #timers = new Set<Timer>()

  /** The time it shows. */
  now(): number {
    return Math.floor(this.#baseMs + (performance.now() - this.#realMs) * this.#speed)
  }

  /** Calls back after this time on its own clock; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void {
    const timer = { atMs: this.now() + delayMs, callback }
    this.#timers.add(timer)
    this.#arm()
    return () => void this.#timers.delete(timer)
  }

  /** Runs so many times as fast as the machine's from now on. */
  hurry(speed: number): void {
    this.#baseMs = this.now()
    this.#realMs = performance.now()
    this.#speed = speed
    this.#arm()
  }

  #arm(): void {
    clearTimeout(this.#armed)
    if (this.#timers.size === 0) return
    const dueMs = Math.min(...[...this.#timers].map(({ atMs }) => atMs))
    this.#armed = setTimeout(() => this.#fire(), Math.max(1, (dueMs - this.now()) / this.#speed))
    this.#armed.unref()
  }

  #fire(): void {
    const nowMs = this.now()
    const due = [...this.#timers].filter(({ atMs }) => atMs <= nowMs).toSorted((a, b) => a.atMs - b.atMs)
    for (const timer of due) if (this.#timers.delete(timer)) timer.callback()
    this.#arm()
  }
}
