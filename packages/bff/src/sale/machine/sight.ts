// Since when nobody has had news of a sale (D-91): a payment service or a store that gives no usable answer for more than 3 s,
// or an owner that is dead. Only the time is judged here; who is told, and where it is written, others decide.
import type { Sale } from '@tapboard/contract'
import type { Clock } from '../../ports.ts'
import type { SaleRow } from './row.ts'

/** No answer for so long, and the page is told. */
export const STALE_AFTER_MS = 3_000

/** A fault that the next question puts right is no outage: it comes a second later (`pace.ts`). */
const AGAIN_MS = 1_500

/** Whether somebody is expected to answer, and since when nobody has. */
export interface Sight {
  /** A question is asked now, whose answer may take `patienceMs` in good order (a held read). */
  asking(patienceMs?: number): void
  /** A usable answer came. */
  seen(): void
  /** No usable answer came to a question of `atMs`. */
  lost(atMs: number): void
  /** No usable answer came last, and the page has not been told yet. */
  isBlurred(): boolean
  /** Local time of the first fault, once that is more than 3 s ago; else `null`. */
  sinceMs(): number | null
  /** Nobody looks any more. */
  close(): void
}

/** What a sight needs. */
export interface SightPorts {
  readonly clock: Clock
  /** What was known before: `sinceMs` of the last holder. */
  readonly sinceMs?: number | null
  /** Told when news has been missing for 3 s, and when it is back (`null`). */
  readonly flipped: (sinceMs: number | null) => void
}

/** Makes a sight. */
export function createSight({ clock, sinceMs: known = null, flipped }: SightPorts): Sight {
  let lostAtMs = known
  let since = known
  let seenAtMs: number | null = null
  let cancel: (() => void) | null = null
  const rest = (): void => {
    cancel?.()
    cancel = null
  }
  /** Tells at `tellAtMs` that there has been no news since `atMs`. */
  const arm = (atMs: number, tellAtMs: number): void => {
    rest()
    const flip = (): void => {
      cancel = null
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
      // The last news is older than the first fault: 3 s after it, unless the next question could still be answered.
      const tellAtMs = Math.max((seenAtMs ?? atMs) + STALE_AFTER_MS, atMs + AGAIN_MS)
      arm(atMs, Math.min(tellAtMs, atMs + STALE_AFTER_MS))
    },
    isBlurred: () => lostAtMs !== null && since === null,
    sinceMs: () => since,
    close: rest,
  }
}

/** Is the sale one of which a page expects news from the payment service? */
export const expectsNews = ({ state, sessionId }: Pick<Sale, 'state' | 'sessionId'>): boolean =>
  state === 'intent' ||
  state === 'sending' ||
  state === 'started' ||
  (state === 'in_doubt' && sessionId !== null)

/** Columns that say whether somebody looks at a sale. */
export type Looked = Pick<
  SaleRow,
  'state' | 'session_id' | 'stale_since_ms' | 'lease_until_ms' | 'next_at_ms'
>

/** When the sale was due and nobody held it, on the store's clock; `null` where nobody should look. */
export const unheldSinceMs = (row: Looked): number | null =>
  row.next_at_ms === null || !expectsNews({ state: row.state, sessionId: row.session_id })
    ? null
    : Math.max(row.lease_until_ms ?? 0, row.next_at_ms)

/** Is the sale due for so long that its owner must be dead, as far as this clock tells? */
export const isAbandoned = (row: Looked, nowMs: number): boolean => {
  const sinceMs = unheldSinceMs(row)
  return sinceMs !== null && nowMs - sinceMs > STALE_AFTER_MS
}

/** Since when nobody has had news of the sale, as far as its row says (store time). */
export function staleSinceMs(row: Looked, nowMs: number): number | null {
  if (!expectsNews({ state: row.state, sessionId: row.session_id })) return null
  if (row.stale_since_ms !== null) return row.stale_since_ms
  return isAbandoned(row, nowMs) ? unheldSinceMs(row) : null
}
