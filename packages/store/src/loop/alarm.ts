// An interruptible wait: a wake-up or an abort ends it early.
import type { Timer } from '../shared-types.ts'

/** A wait that other code can end early. */
export interface Alarm {
  /** Ends the current pause; without one, the next pause returns at once. */
  wake(): void
  /** Waits `delayMs`, or until woken or aborted. */
  pause(delayMs: number, signal: AbortSignal): Promise<void>
}

/** Creates an {@link Alarm} on a clock. */
export function createAlarm(clock: Timer): Alarm {
  let resume: (() => void) | null = null
  let pending = false
  return {
    wake() {
      if (resume === null) pending = true
      else resume()
    },
    pause(delayMs, signal) {
      if (signal.aborted) return Promise.resolve()
      if (pending) {
        pending = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const done = (): void => {
          cancel()
          signal.removeEventListener('abort', done)
          resume = null
          resolve()
        }
        const cancel = clock.after(Math.max(0, delayMs), done)
        signal.addEventListener('abort', done, { once: true })
        resume = done
      })
    },
  }
}

/** Waits until all promises have settled, at most `limitMs`. */
export async function settledWithin(
  limitMs: number,
  promises: Iterable<Promise<unknown>>,
  clock: Timer,
): Promise<void> {
  const ended = new AbortController()
  await Promise.race([Promise.allSettled(promises), createAlarm(clock).pause(limitMs, ended.signal)])
  ended.abort()
}
