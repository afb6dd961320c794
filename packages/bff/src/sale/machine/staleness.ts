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
export interface StaleDetector {
  /** A request starts; its answer may regularly take `patienceMs` (a held read). Default 0. */
  requested(patienceMs?: number): void
  answered(): void
  /** The request that started at `atMs` got no usable answer. */
  failed(atMs: number): void
  /** Returns true if the last request failed and the page is not notified of it yet. */
  hasUnreportedFault(): boolean
  /** Local time of the first fault after the page is notified; else `null`. */
  sinceMs(): number | null
  close(): void
}

interface StaleDetectorDeps {
  readonly clock: Clock
  /** `sinceMs` of the previous holder. */
  readonly sinceMs?: number | null
  /** Called when answers are missing for 3 s, and with `null` when they resume. */
  readonly changed: (sinceMs: number | null) => void
}

/** Creates a detector without a pending request. */
export function createStaleDetector({
  clock,
  sinceMs: known = null,
  changed,
}: StaleDetectorDeps): StaleDetector {
  let failedAtMs = known
  let since = known
  let answeredAtMs: number | null = null
  let cancel: (() => void) | null = null
  const cancelTimer = (): void => {
    cancel?.()
    cancel = null
  }
  /** Reports at `reportAtMs` that answers are missing since `atMs`. */
  const schedule = (atMs: number, reportAtMs: number): void => {
    cancelTimer()
    const report = (): void => {
      failedAtMs = atMs
      since = atMs
      changed(atMs)
    }
    cancel = clock.after(Math.max(0, Math.min(reportAtMs - clock.now(), 60_000)), report)
  }
  return {
    requested(patienceMs = 0) {
      if (failedAtMs !== null || cancel !== null) return
      const atMs = clock.now() + patienceMs
      schedule(atMs, atMs + STALE_AFTER_MS)
    },
    answered() {
      cancelTimer()
      failedAtMs = null
      answeredAtMs = clock.now()
      if (since === null) return
      since = null
      changed(null)
    },
    failed(atMs) {
      if (failedAtMs !== null) return
      failedAtMs = atMs
      // 3 s after the last answer, but not before the next request could be answered.
      const reportAtMs = Math.max((answeredAtMs ?? atMs) + STALE_AFTER_MS, atMs + AGAIN_MS)
      schedule(atMs, Math.min(reportAtMs, atMs + STALE_AFTER_MS))
    },
    hasUnreportedFault: () => failedAtMs !== null && since === null,
    sinceMs: () => since,
    close: cancelTimer,
  }
}

/** Returns true if the page waits for the payment service's answer about this sale. */
export const expectsNews = ({ state, sessionId }: Pick<Sale, 'state' | 'sessionId'>): boolean =>
  state === 'intent' ||
  state === 'sending' ||
  state === 'started' ||
  (state === 'in_doubt' && sessionId !== null)

/** Columns that show whether a process follows a sale. */
type FollowedColumns = Pick<SaleRow, 'state' | 'sessionId' | 'staleSinceMs' | 'leaseUntilMs' | 'nextAtMs'>

/** Store time since which a due sale has no lease; `null` if no look is due. */
const unheldSinceMs = (row: FollowedColumns): number | null =>
  row.nextAtMs === null || !expectsNews({ state: row.state, sessionId: row.sessionId })
    ? null
    : Math.max(row.leaseUntilMs ?? row.nextAtMs, row.nextAtMs)

/** Returns true if the sale is overdue for so long that its owner must be dead, by this clock. */
export const isAbandoned = (row: FollowedColumns, nowMs: number): boolean => {
  const sinceMs = unheldSinceMs(row)
  return sinceMs !== null && nowMs - sinceMs > STALE_AFTER_MS
}

/** Returns the store time since which the sale is stale, from its row; `null` if it is not. */
export function staleSinceMs(row: FollowedColumns, nowMs: number): number | null {
  if (!expectsNews({ state: row.state, sessionId: row.sessionId })) return null
  if (row.staleSinceMs !== null) return row.staleSinceMs
  return isAbandoned(row, nowMs) ? unheldSinceMs(row) : null
}
