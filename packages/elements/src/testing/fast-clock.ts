// Timers and the monotonic clock of the test page run faster, so that a test does not wait for the delays of an element.

/** Hooks of the test runner; this package has no types of one. */
declare const before: (hook: () => void) => void
declare const after: (hook: () => void) => void

/** A delay of 400 ms takes 40 ms. Larger factors would come near to the time that a drawing takes. */
const FACTOR = 10

/** The limit of a command of the test runner. */
const COMMAND_MS = 20_000

/** Whether the test runner calls: its limit of 20 s for a command, such as a new size of the window, is one of real time. */
const isOfRunner = (): boolean => new Error('called').stack?.includes('web-dev-server__web-socket') === true

/**
 * In the surrounding `describe`, `setTimeout`, `setInterval` and `performance.now()` run ten times as fast. Their order and their
 * ratio stay the same. `Date` and animation frames are unchanged.
 */
export function useFastClock(): void {
  const { setTimeout: later, setInterval: often } = globalThis
  const { now } = performance
  before(() => {
    const fromMs = now.call(performance)
    const faster =
      (start: typeof later | typeof often) =>
      (callback: TimerHandler, ms = 0, ...values: readonly unknown[]): number =>
        start(callback, ms === COMMAND_MS && isOfRunner() ? ms : ms / FACTOR, ...values)
    Object.assign(globalThis, { setTimeout: faster(later), setInterval: faster(often) })
    performance.now = () => fromMs + (now.call(performance) - fromMs) * FACTOR
  })
  after(() => {
    Object.assign(globalThis, { setTimeout: later, setInterval: often })
    performance.now = now
  })
}
