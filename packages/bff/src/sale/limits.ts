// Limits of the sales in one process.
import type { WatchLimits } from './watch/channels.ts'

export interface SalesLimits extends WatchLimits {
  /** Sales followed concurrently. */
  readonly sales: number
  /** Starts processed concurrently. */
  readonly starts: number
  /** Merchants of this process; with several, one of them has at most as many sales and starts as are free for the others. */
  readonly merchants: number
}

/** Default limits; they fit the measured load of 10,000 watchers in one process, half of them on one sale. */
export const DEFAULT_SALES_LIMITS: SalesLimits = {
  perSale: 5_000,
  perProcess: 12_000,
  sales: 2_000,
  starts: 100,
  merchants: 1,
}
