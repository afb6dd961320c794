// Counts requests in progress, so that a stop waits for them and no page notices a restart (P85).
import type { Clock } from '../ports.ts'

/** Longest wait: no answer takes longer than a call to the upstream. */
const LONGEST_MS = 5_000

export class InFlight {
  readonly #clock: Clock
  readonly #waiting = new Set<() => void>()
  #count = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts `answer` until it settles. */
  async count<Result>(answer: () => Promise<Result>): Promise<Result> {
    this.#count += 1
    try {
      return await answer()
    } finally {
      this.#count -= 1
      if (this.#count === 0) for (const wake of this.#waiting) wake()
    }
  }

  /** Resolves when no answer is in progress, at the latest after {@link LONGEST_MS}. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done)
        cancel()
        resolve()
      }
      const cancel = this.#clock.after(LONGEST_MS, done)
      this.#waiting.add(done)
      if (this.#count === 0) done()
    })
  }
}
