/**
 * What belongs to the running code, on Node: a value that follows it through every await, and a turn of the event loop.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

/** A value that the code inside of `run` finds again, and nobody else. */
export class Carried<Value> {
  readonly #storage = new AsyncLocalStorage<Value>()

  /** The value of the innermost `run` that the caller is inside of. */
  get(): Value | undefined {
    return this.#storage.getStore()
  }

  /** Runs work with a value. */
  run<Result>(value: Value, work: () => Promise<Result>): Promise<Result> {
    return this.#storage.run(value, work)
  }
}

/** Gives a function that runs work as if it were called here. */
export const snapshot = (): (<Result>(work: () => Promise<Result>) => Promise<Result>) =>
  AsyncLocalStorage.snapshot()

/** Lets timers and requests run once. */
export const turn = (): Promise<void> => setImmediate()
