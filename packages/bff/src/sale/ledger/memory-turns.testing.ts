// Serializes writes to the in-memory rows: one transaction at a time, first come, first served.

/** Lets other transactions run until a promise settles. */
export type Lend = (wait: Promise<void>) => Promise<void>

/** A FIFO mutex that a holder can lend. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `work` when its turn comes. A holder that lends its turn queues again at the end. */
  take<Result>(work: (lend: Lend) => Promise<Result>): Promise<Result> {
    let end = (): void => {}
    const wait = (): Promise<unknown> => {
      const before = this.#last
      this.#last = new Promise<void>((resolve) => (end = resolve))
      return before
    }
    const lend: Lend = async (happens) => {
      end()
      await happens.catch(() => {})
      await wait()
    }
    const done = wait().then(() => work(lend))
    return done.finally(() => end())
  }
}
