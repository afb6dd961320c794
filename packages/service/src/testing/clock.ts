/** A clock for tests that moves when it is told to. */
import type { Clock } from '../ports.ts'

/** A clock that stands until it is told to go on. */
export class ManualClock implements Clock {
  #nowMs: number
  readonly #timers = new Set<{ readonly atMs: number; readonly callback: () => void }>()

  constructor(nowMs = Date.UTC(2026, 0, 31, 10, 15)) {
    this.#nowMs = nowMs
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

  /** How many timers wait. */
  get timers(): number {
    return this.#timers.size
  }

  /** Moves on at once, as a sleeping machine does; timers notice afterwards. */
  jump(ms: number): void {
    this.#nowMs += ms
  }

  /** Moves on, timer by timer, letting the work of each go on before the next. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms
    for (;;) {
      const due = [...this.#timers]
        .filter((timer) => timer.atMs <= endMs)
        .toSorted((a, b) => a.atMs - b.atMs)[0]
      if (due === undefined) break
      this.#timers.delete(due)
      this.#nowMs = Math.max(this.#nowMs, due.atMs)
      due.callback()
      await turn()
    }
    this.#nowMs = endMs
    await turn()
  }
}

/** Lets everything that waits for nothing but its turn go on. */
export async function turn(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await new Promise((resolve) => setImmediate(resolve))
}
