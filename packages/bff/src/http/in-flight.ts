// Counts the requests that are being answered, so that a stop waits for them and no page sees a restart (P85).
import type { Clock } from '../ports.ts'
import type { FetchHandler } from '@tapboard/server'

/** Longest wait: an answer takes at most as long as the upstream is asked for. */
const LONGEST_MS = 5_000

/** A counted handler. */
export interface InFlight {
  readonly fetch: FetchHandler['fetch']
  /** Resolves when nothing is under way, at the latest after {@link LONGEST_MS}. An open stream is not under way. */
  idle(): Promise<void>
}

/** Counts what `handle` is doing. */
export function createInFlight(handle: FetchHandler['fetch'], clock: Clock): InFlight {
  let count = 0
  const waiting = new Set<() => void>()
  return {
    async fetch(request, peer) {
      count += 1
      try {
        return await handle(request, peer)
      } finally {
        count -= 1
        if (count === 0) for (const wake of waiting) wake()
      }
    },
    idle: () =>
      new Promise((resolve) => {
        const done = (): void => {
          waiting.delete(done)
          cancel()
          resolve()
        }
        const cancel = clock.after(LONGEST_MS, done)
        waiting.add(done)
        if (count === 0) done()
      }),
  }
}
