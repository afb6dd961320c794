// Waiting that can be cut short: by the signal (give up) or by a poke (look now).
import type { Timer } from './outbox.ts'

/** A wait that others may end early. */
export interface Poke {
  /** Ends the wait under way, if any; else the next one returns at once. */
  poke(): void
  /** Waits `delayMs`, or until poked or aborted. */
  pause(delayMs: number, signal: AbortSignal): Promise<void>
}

/** Makes a {@link Poke} on a clock. */
export function createPoke(clock: Timer): Poke {
  let wake: (() => void) | null = null
  let poked = false
  return {
    poke() {
      if (wake === null) poked = true
      else wake()
    },
    pause(delayMs, signal) {
      if (signal.aborted) return Promise.resolve()
      if (poked) {
        poked = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const done = (): void => {
          cancel()
          signal.removeEventListener('abort', done)
          wake = null
          resolve()
        }
        const cancel = clock.after(Math.max(0, delayMs), done)
        signal.addEventListener('abort', done, { once: true })
        wake = done
      })
    },
  }
}
