// What this tab remembers of a sale that may be running: its order, its terminal and the time, by order, in `sessionStorage`; no amount, no
// token, no person (D-107). A page that cannot read the order says so first. Storage may be full, forbidden or absent.

const KEY = 'tapboard:sale'
/** A terminal has ended its prompt long before; what became of the sale is the order's to say. */
const RECENT_MS = 3_600_000

/** A sale that may be running. */
export interface Running {
  readonly order: string
  /** Name of the terminal. */
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
    // A browser that keeps nothing cannot say after a reload that a sale may be running.
  }
}

/** The newest sale that this tab cannot exclude. */
export const maybeRunning = (nowMs: number): Running | null =>
  read().findLast(({ atMs }) => nowMs - atMs < RECENT_MS) ?? null

/** A sale of this order is about to start, or is open. */
export function keepRunning(order: string, terminal: string, nowMs: number): void {
  const others = read().filter((kept) => kept.order !== order)
  write([...others, { order, terminal, atMs: nowMs }])
}

/** The order has no open sale. */
export const dropRunning = (order: string): void => write(read().filter((kept) => kept.order !== order))
