// Estimates the store's time and detects a store outage (D-45, D-91). Uses the claims that every process makes once a
// second, so it needs no extra statement.
import type { Clock } from '../../ports.ts'
import type { LedgerStore } from './ledger-store.ts'
import { createStaleDetector, type StaleDetector } from '../machine/staleness.ts'
import { LEASE_MS } from '../machine/states.ts'

/** The store's clock and whether it answers. */
export interface StoreTime {
  /** Returns the estimated store time. */
  now(): number
  /** Reads the store's clock and corrects the estimate. */
  refresh(): Promise<void>
  /** Store time since which the store does not answer this process; `null` while it answers. */
  awaySinceMs(): number | null
  /** The store with instrumented claims and renewals. */
  readonly store: LedgerStore
  close(): void
}

/** Wraps a store to observe its claims and renewals. */
export function createStoreTime(store: LedgerStore, clock: Clock, changed: () => void): StoreTime {
  let offsetMs = 0
  const detector: StaleDetector = createStaleDetector({ clock, changed })
  const watched = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    const atMs = clock.now()
    detector.requested()
    try {
      const result = await ask()
      detector.answered()
      return result
    } catch (error) {
      detector.failed(atMs)
      throw error
    }
  }
  return {
    now: () => clock.now() + offsetMs,
    async refresh() {
      offsetMs = (await store.now()) - clock.now()
    },
    awaySinceMs: () => {
      const sinceMs = detector.sinceMs()
      return sinceMs === null ? null : sinceMs + offsetMs
    },
    store: {
      ...store,
      async claimDue(claim) {
        const rows = await watched(() => store.claimDue(claim))
        const until = rows[0]?.leaseUntilMs ?? null
        if (until !== null) offsetMs = until - LEASE_MS - clock.now()
        return rows
      },
      renew: (owner, ids, untilMs) => watched(() => store.renew(owner, ids, untilMs)),
    },
    close: () => detector.close(),
  }
}
