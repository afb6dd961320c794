// A clock that a test moves: timers run when their time is passed, in order.
import type { Clock } from '../ports.ts'

/** A clock that stands until it is told to go on. */
export class ManualClock implements Clock {
  #nowMs: number
  readonly #timers = new Set<{ readonly atMs: number; readonly callback: () => void }>()

  constructor(startMs = Date.UTC(2026, 0, 31, 10, 15)) {
    this.#nowMs = startMs
  }

  /** Timers that wait. */
  get pending(): number {
    return this.#timers.size
  }

  /** The time it shows. */
  now(): number {
    return this.#nowMs
  }

  /** Calls back when the clock was moved that far. */
  after(delayMs: number, callback: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, callback }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** Moves on, timer by timer, letting the work of each go on before the next. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms
    await turn()
    for (;;) {
      const [due] = [...this.#timers]
        .filter((timer) => timer.atMs <= endMs)
        .toSorted((a, b) => a.atMs - b.atMs)
      if (due === undefined) break
      this.#timers.delete(due)
      this.#nowMs = Math.max(this.#nowMs, due.atMs)
      due.callback()
      await turn()
    }
    this.#nowMs = endMs
    await turn()
  }

  /** Shows a later time without what would have happened in between, as after a sleep; timers come due at the next move. */
  jump(ms: number): void {
    this.#nowMs += ms
  }

  /** Moves on in small steps until `done` says so; fails after `limitMs` of its own time. */
  async until(done: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
    const endMs = this.#nowMs + limitMs
    await turn()
    while (!(await done())) {
      if (this.#nowMs >= endMs) throw new Error('what the test waits for did not happen')
      await this.advance(100)
    }
  }
}

/** Lets everything that waits for nothing but its turn go on. */
export async function turn(): Promise<void> {
  for (let count = 0; count < 12; count += 1) await new Promise((resolve) => setImmediate(resolve))
}
