// The page's estimate of the BFF's clock. Each answer is delayed by the network, so that every estimate is late. The largest
// estimate is the best, and none is ahead of the BFF: a deadline that has passed here has passed there.

/** Longer than any network delay: an estimate that is later still means that the BFF's clock was set back. */
const SET_BACK_MS = 20_000

/** Estimates the BFF's clock from the times in its answers. */
export class BffClock {
  readonly #now: () => number
  #offset: number | null = null

  /** `now` is a monotonic clock, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Updates the estimate; the BFF's clock shows `nowMs`. */
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
