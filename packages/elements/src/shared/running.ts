// Remembers in this tab the sales that may be running: order, terminal and time, by order, in `sessionStorage`; no amount, no
// token, no person (D-107). A page that cannot read the order warns of such a sale. Storage may be full, forbidden or absent.

const KEY = 'tapboard:sale'
/** Longer than any prompt of a terminal; after it, only the order tells the result of the sale. */
const RECENT_MS = 3_600_000

/** A sale that may be running. */
export interface Running {
  readonly order: string
  readonly terminal: string
  /** Wall clock of this browser. */
  readonly atMs: number
}

const isRunning = (value: unknown): value is Running => {
  const { order, terminal, atMs } = (value ?? {}) as Record<string, unknown>
  return typeof order === 'string' && typeof terminal === 'string' && typeof atMs === 'number'
}

function read(): readonly Running[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRunning) : []
  } catch {
    return []
  }
}

function write(all: readonly Running[]): void {
  try {
    if (all.length) sessionStorage.setItem(KEY, JSON.stringify(all))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage the page cannot warn of a running sale after a reload.
  }
}

/** The newest sale that may still be running. */
export const maybeRunning = (nowMs: number): Running | null =>
  read().findLast(({ atMs }) => nowMs - atMs < RECENT_MS) ?? null

/** Remembers that a sale of this order is starting or open. */
export function keepRunning(order: string, terminal: string, nowMs: number): void {
  const others = read().filter((kept) => kept.order !== order)
  write([...others, { order, terminal, atMs: nowMs }])
}

/** Forgets the sale: the order has no open one. */
export const dropRunning = (order: string): void => write(read().filter((kept) => kept.order !== order))
