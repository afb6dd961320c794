/**
 * Loads node:test without its async hook. To find the test of an uncaught error, node:test watches every promise of the process from
 * its creation to its collection, which took 40 % of the processor time of tests with a database. An AsyncLocalStorage, which
 * Node keeps without a hook, finds the test here. A sample of this folder fails if a release of Node needs the hook again.
 */
import {
  AsyncLocalStorage,
  executionAsyncId,
  executionAsyncResource,
  type AsyncHook,
  type HookCallbacks,
} from 'node:async_hooks'
import { createRequire, syncBuiltinESMExports } from 'node:module'

type Callback = (this: unknown, ...args: unknown[]) => unknown

/** A function of node:test that registers a test, a suite or a hook. */
export type Register = (...args: unknown[]) => unknown

/** The async ID of the running test, suite or hook. */
const running = new AsyncLocalStorage<number>()

/** Callbacks of the hook that node:test creates. */
let callbacks: HookCallbacks = {}

const INERT: AsyncHook = { enable: () => INERT, disable: () => INERT }

/** Runs `callback`, which node:test calls in the async scope of its test, so that errors and registrations inside find this test. */
function inTest(callback: Callback): Callback {
  const wrapped: Callback = function (this: unknown, ...args) {
    const id = executionAsyncId()
    callbacks.init?.(id, 'Test', 0, executionAsyncResource())
    return running.run(id, () => callback.apply(this, args))
  }
  // The number of parameters tells node:test whether the function takes a callback; the name is the title of a test without one.
  return Object.defineProperties(wrapped, {
    length: { value: callback.length },
    name: { value: callback.name },
  })
}

/** Returns the exports of node:test. Must run before any other import of it. */
export function loadNodeTest(): Record<string, Register> {
  const load = createRequire(import.meta.url)
  const hooks = load('node:async_hooks') as {
    createHook: (own: HookCallbacks) => AsyncHook
    executionAsyncId: () => number
  }
  const original = { createHook: hooks.createHook, executionAsyncId: hooks.executionAsyncId }
  hooks.createHook = (own) => {
    callbacks = own
    return INERT
  }
  hooks.executionAsyncId = () => running.getStore() ?? original.executionAsyncId()
  const runner = load('node:test') as Record<string, Register>
  Object.assign(hooks, original)
  for (const word of ['test', 'it', 'describe', 'suite', 'before', 'after', 'beforeEach', 'afterEach']) {
    const register = runner[word]
    if (register === undefined) continue
    const wrapping: Register = (...args) =>
      register(
        ...args.map((argument) => (typeof argument === 'function' ? inTest(argument as Callback) : argument)),
      )
    runner[word] = Object.assign(wrapping, register)
  }
  syncBuiltinESMExports()
  return runner
}
