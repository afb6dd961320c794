// Remembers in this tab the sales and refunds that may be running: order, terminal, time and the refunded sale, in `sessionStorage`;
// no amount, no token, no person (D-107). A page that cannot read the order warns of such a sale; `running.keep.ts` writes them. Storage may be
// full, forbidden or absent.

/** Key in `sessionStorage`. */
export const KEY = 'tapboard:sale'
/** Longer than any prompt of a terminal; after it, only the order tells the result of the sale. */
const RECENT_MS = 3_600_000

/** A sale or refund that may be running. */
export interface Running {
  readonly order: string
  /** ID of the sale that a refund pays back; absent for a sale. */
  readonly refund?: string | undefined
  readonly terminal: string
  /** Wall clock of this browser. */
  readonly atMs: number
}

const isRunning = (value: unknown): value is Running => {
  const { order, terminal, atMs } = (value ?? {}) as Record<string, unknown>
  return typeof order === 'string' && typeof terminal === 'string' && typeof atMs === 'number'
}

/** The stored sales. */
export function readRunning(): readonly Running[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRunning) : []
  } catch {
    return []
  }
}

/** The newest sale that may still be running. */
export const maybeRunning = (nowMs: number): Running | null =>
  readRunning().findLast(({ atMs }) => nowMs - atMs < RECENT_MS) ?? null
