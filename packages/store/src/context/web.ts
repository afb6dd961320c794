/**
 * What belongs to the running code where nothing follows it through an await: nothing is carried. A store then tells its notices
 * before the commit, which is no harm on one connection (whoever hears one reads after it), and a query of `store.db` inside
 * of a transaction waits for itself until it is refused, where Node refuses it at once.
 */

/** As the one of Node, but never found again. */
export class Carried<Value> {
  /** Nothing: it is not known who asks. */
  get(): Value | undefined {
    return undefined
  }

  /** Runs work; the value is dropped. */
  run<Result>(_value: Value, work: () => Promise<Result>): Promise<Result> {
    return work()
  }
}

/** Gives a function that runs work. */
export const snapshot = (): (<Result>(work: () => Promise<Result>) => Promise<Result>) => (work) => work()

/** Lets timers and requests run once; a message, because browsers stretch timers that beget timers. */
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
