// A page whose screens do not change by themselves: a stopped clock, equal pauses, and timers that can be held.
import { SETTLE_MS } from '../../terminal-pay/choice.situation.ts'

let isHeld = false

/** A complete screen does not change: pauses before a retry do not end, because the countdown would then start from another number. */
export function holdTimers(held: boolean): void {
  isHeld = held
}

/** Stops the clocks of the page. The delayed text of the live region appears at once. */
export function stopClock(): void {
  // How long ago a thing was stays the same, however slow the machine.
  const began = performance.now()
  performance.now = () => began
  // The pauses between tries are as long each time.
  const fill = crypto.getRandomValues.bind(crypto)
  crypto.getRandomValues = ((array: Uint32Array<ArrayBuffer>) =>
    array instanceof Uint32Array ? array.fill(2 ** 31) : fill(array)) as typeof crypto.getRandomValues
  const wait = globalThis.setTimeout
  globalThis.setTimeout = ((act: () => void, ms = 0) =>
    wait(
      () => (isHeld && ms > SETTLE_MS ? undefined : act()),
      ms === SETTLE_MS ? 0 : ms,
    )) as typeof globalThis.setTimeout
}
