/** Async context on Node: a value that follows the running code through every await, and a turn of the event loop. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

/** A value that only code inside of `run` can read. */
export class AsyncContext<Value> {
  readonly #storage = new AsyncLocalStorage<Value>()

  /** The value of the innermost enclosing `run`. */
  get(): Value | undefined {
    return this.#storage.getStore()
  }

  /** Runs `work` with `value` as its context. */
  run<Result>(value: Value, work: () => Promise<Result>): Promise<Result> {
    return this.#storage.run(value, work)
  }
}

/** Returns a function that runs work in the current async context. */
export const snapshot = (): (<Result>(work: () => Promise<Result>) => Promise<Result>) =>
  AsyncLocalStorage.snapshot()

/** Yields one turn of the event loop, so that timers and requests run. */
export const turn = (): Promise<void> => setImmediate()
