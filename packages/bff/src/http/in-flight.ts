// Counts the requests that are being answered, so that a stop waits for them and no page sees a restart (P85).
import type { Clock } from '../ports.ts'
import type { FetchHandler } from '@tapboard/server'

/** Longest wait: no answer takes longer than a call to the upstream. */
const LONGEST_MS = 5_000

/** A counted handler. */
export interface InFlight {
  readonly fetch: FetchHandler['fetch']
  /** Resolves when no request is in progress, at the latest after {@link LONGEST_MS}. Open streams do not count. */
  idle(): Promise<void>
}

/** Wraps `handle` and counts its calls. */
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
