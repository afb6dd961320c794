// A clock that can run faster than the machine's, for real sockets with long timeouts: at speed 20, a wait of 20 s takes one. A
// test speeds it up only while no message is on the wire that a slow machine could delay. While this process gets no processor, the
// clock stops: otherwise the machine's other programs would use up the time limit of an exchange within the process.
import type { Clock } from '@tapboard/bff'

interface Timer {
  readonly atMs: number
  readonly callback: () => void
}

/** While timers are armed, the clock looks at the machine's so often, and takes over at most twice as much. */
const STEP_MS = 5

/** A clock of whole milliseconds that begins now, at the machine's speed. */
export class QuickClock implements Clock {
  #speed = 1
  #nowMs = Date.now()
  #realMs = performance.now()
  #armed: ReturnType<typeof setTimeout> | undefined
  readonly #timers = new Set<Timer>()

  now(): number {
    const realMs = performance.now()
    const passedMs = realMs - this.#realMs
    this.#realMs = realMs
    this.#nowMs += this.#speed * (this.#armed === undefined ? passedMs : Math.min(passedMs, STEP_MS * 2))
    return Math.floor(this.#nowMs)
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
    this.now()
    this.#speed = speed
    this.#arm()
  }

  #arm(): void {
    clearTimeout(this.#armed)
    const nowMs = this.now()
    this.#armed = undefined
    if (this.#timers.size === 0) return
    const dueMs = Math.min(...[...this.#timers].map(({ atMs }) => atMs))
    const waitMs = Math.min(STEP_MS, Math.max(1, (dueMs - nowMs) / this.#speed))
    this.#armed = setTimeout(() => this.#fire(), waitMs)
    this.#armed.unref()
  }

  #fire(): void {
    const nowMs = this.now()
    const due = [...this.#timers].filter(({ atMs }) => atMs <= nowMs).toSorted((a, b) => a.atMs - b.atMs)
    for (const timer of due) if (this.#timers.delete(timer)) timer.callback()
    this.#arm()
  }
}
