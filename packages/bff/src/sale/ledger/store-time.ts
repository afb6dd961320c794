// The store's time as this process knows it, and whether the store answers (D-45, D-91). Learnt from the claims that every
// process makes once a second, so that it costs no statement of its own.
import type { Clock } from '../../ports.ts'
import type { LedgerStore } from './ledger-store.ts'
import { createSight, type Sight } from '../machine/sight.ts'
import { LEASE_MS } from '../machine/states.ts'

/** The store's clock and whether it answers. */
export interface StoreTime {
  /** Store time, as near as this process can say. */
  now(): number
  /** Asks the store. */
  refresh(): Promise<void>
  /** Since when the store has not answered this process, store time; `null` while it does. */
  awaySinceMs(): number | null
  /** The same store, with its claims listened to. */
  readonly store: LedgerStore
  close(): void
}

/** Listens to the claims of a store. */
export function createStoreTime(store: LedgerStore, clock: Clock, flipped: () => void): StoreTime {
  let offsetMs = 0
  const sight: Sight = createSight({ clock, flipped })
  const watched = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    const atMs = clock.now()
    sight.asking()
    try {
      const result = await ask()
      sight.seen()
      return result
    } catch (error) {
      sight.lost(atMs)
      throw error
    }
  }
  return {
    now: () => clock.now() + offsetMs,
    async refresh() {
      offsetMs = (await store.now()) - clock.now()
    },
    awaySinceMs: () => {
      const sinceMs = sight.sinceMs()
      return sinceMs === null ? null : sinceMs + offsetMs
    },
    store: {
      ...store,
      async claimDue(claim) {
        const rows = await watched(() => store.claimDue(claim))
        const until = rows[0]?.lease_until_ms ?? null
        if (until !== null) offsetMs = until - LEASE_MS - clock.now()
        return rows
      },
      renew: (owner, ids, untilMs) => watched(() => store.renew(owner, ids, untilMs)),
    },
    close: () => sight.close(),
  }
}
