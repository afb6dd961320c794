/**
 * Async context on runtimes that cannot follow code through an await: there is no context. A store then sends
 * its notices before the commit, which is safe on one connection because listeners read after it. A query of
 * `store.db` inside of a transaction waits for itself until its timeout, while Node rejects it at once.
 */

/** Same interface as on Node, without a value. */
export class AsyncContext<Value> {
  /** Always undefined: the caller is unknown. */
  get(): Value | undefined {
    return undefined
  }

  /** Runs `work` and ignores the value. */
  run<Result>(_value: Value, work: () => Promise<Result>): Promise<Result> {
    return work()
  }
}

/** Returns a function that runs work unchanged. */
export const snapshot = (): (<Result>(work: () => Promise<Result>) => Promise<Result>) => (work) => work()

/** Yields one turn of the event loop. Uses a message, because browsers throttle nested timers. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const done = (): void => {
      port1.close()
      resolve()
    }
    port1.addEventListener('message', done, { once: true })
    port1.start()
    port2.postMessage(null)
  })
