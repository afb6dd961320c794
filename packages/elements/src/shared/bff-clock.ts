// The page's estimate of the BFF's clock. An answer is as old as its way here, so that every estimate is late: the largest one
// is the best, and none runs ahead of the BFF. A deadline that passed here has passed there.

/** An answer is never on its way this long: an estimate that is later still means that the clock was set back. */
const SET_BACK_MS = 20_000

/** See the head of this file. */
export class BffClock {
  readonly #now: () => number
  #offset: number | null = null

  /** `now` is a monotonic clock, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The BFF said that its clock shows `nowMs`. */
  hear(nowMs: number): void {
    const offset = nowMs - this.#now()
    const old = this.#offset
    if (old === null || offset > old || offset < old - SET_BACK_MS) this.#offset = offset
  }

  /** The BFF's time, or an earlier one. */
  now(): number {
    return this.#now() + (this.#offset ?? 0)
  }
}
