// Who may write to the rows in memory: one transaction at a time, in the order they came.

/** Lets other transactions run until something has happened. */
export type Lend = (wait: Promise<void>) => Promise<void>

/** The turns of writers. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `work` when its turn has come; one that lends its turn takes its place at the end. */
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
