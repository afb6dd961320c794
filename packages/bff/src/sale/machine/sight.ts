// Detects a stale sale (D-91): the payment service or the store gives no usable answer for more than 3 s, or the owner is
// dead. Decides only the time; the callers notify and persist.
import type { Sale } from '@tapboard/contract'
import type { Clock } from '../../ports.ts'
import type { SaleRow } from './row.ts'

/** The page is notified after this time without an answer. */
const STALE_AFTER_MS = 3_000

/** A single fault is not an outage: the next request follows after about 1 s (`pace.ts`) and may succeed. */
const AGAIN_MS = 1_500

/** Tracks pending requests and the time since the last usable answer. */
export interface Sight {
  /** A request starts; its answer may regularly take `patienceMs` (a held read). */
  asking(patienceMs?: number): void
  /** A usable answer arrived. */
  seen(): void
  /** The request of `atMs` got no usable answer. */
  lost(atMs: number): void
  /** Returns true if the last request failed and the page is not notified yet. */
  isBlurred(): boolean
  /** Local time of the first fault after the page is notified; else `null`. */
  sinceMs(): number | null
  /** Cancels the timer. */
  close(): void
}

interface SightPorts {
  readonly clock: Clock
  /** `sinceMs` of the previous holder. */
  readonly sinceMs?: number | null
  /** Called when answers are missing for 3 s, and with `null` when they resume. */
  readonly flipped: (sinceMs: number | null) => void
}

/** Creates a sight without a pending request. */
export function createSight({ clock, sinceMs: known = null, flipped }: SightPorts): Sight {
  let lostAtMs = known
  let since = known
  let seenAtMs: number | null = null
  let cancel: (() => void) | null = null
  const rest = (): void => {
    cancel?.()
    cancel = null
  }
  /** Reports at `tellAtMs` that answers are missing since `atMs`. */
  const arm = (atMs: number, tellAtMs: number): void => {
    rest()
    const flip = (): void => {
      lostAtMs = atMs
      since = atMs
      flipped(atMs)
    }
    cancel = clock.after(Math.max(0, Math.min(tellAtMs - clock.now(), 60_000)), flip)
  }
  return {
    asking(patienceMs = 0) {
      if (lostAtMs !== null || cancel !== null) return
      const atMs = clock.now() + patienceMs
      arm(atMs, atMs + STALE_AFTER_MS)
    },
    seen() {
      rest()
      lostAtMs = null
      seenAtMs = clock.now()
      if (since === null) return
      since = null
      flipped(null)
    },
    lost(atMs) {
      if (lostAtMs !== null) return
      lostAtMs = atMs
      // 3 s after the last answer, but not before the next request could be answered.
      const tellAtMs = Math.max((seenAtMs ?? atMs) + STALE_AFTER_MS, atMs + AGAIN_MS)
      arm(atMs, Math.min(tellAtMs, atMs + STALE_AFTER_MS))
    },
    isBlurred: () => lostAtMs !== null && since === null,
    sinceMs: () => since,
    close: rest,
  }
}

/** Returns true if the page waits for the payment service's answer about this sale. */
export const expectsNews = ({ state, sessionId }: Pick<Sale, 'state' | 'sessionId'>): boolean =>
  state === 'intent' ||
  state === 'sending' ||
  state === 'started' ||
  (state === 'in_doubt' && sessionId !== null)

/** Columns that show whether a process follows a sale. */
type Looked = Pick<SaleRow, 'state' | 'sessionId' | 'staleSinceMs' | 'leaseUntilMs' | 'nextAtMs'>

/** Store time since which a due sale has no lease; `null` if no look is due. */
const unheldSinceMs = (row: Looked): number | null =>
  row.nextAtMs === null || !expectsNews({ state: row.state, sessionId: row.sessionId })
    ? null
    : Math.max(row.leaseUntilMs ?? row.nextAtMs, row.nextAtMs)

/** Returns true if the sale is overdue for so long that its owner must be dead, by this clock. */
export const isAbandoned = (row: Looked, nowMs: number): boolean => {
  const sinceMs = unheldSinceMs(row)
  return sinceMs !== null && nowMs - sinceMs > STALE_AFTER_MS
}

/** Returns the store time since which the sale is stale, from its row; `null` if it is not. */
export function staleSinceMs(row: Looked, nowMs: number): number | null {
  if (!expectsNews({ state: row.state, sessionId: row.sessionId })) return null
  if (row.staleSinceMs !== null) return row.staleSinceMs
  return isAbandoned(row, nowMs) ? unheldSinceMs(row) : null
}
