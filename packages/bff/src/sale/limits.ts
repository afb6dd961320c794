// Limits of the sales in one process, and their use.
import type { ShareLimits } from '../token/shares.ts'
import type { GateUsage } from './runner/gate.ts'
import type { WatchLimits } from './watch/channels.ts'

export interface SalesLimits extends WatchLimits {
  /** Sales that one process follows concurrently. */
  readonly sales: number
  /** Starts that one process works on concurrently. */
  readonly starts: number
  /** Merchants of this process, read at each use; with several, one of them has at most as many sales and starts as are free for the others. */
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

/** The limits with their defaults. The number of merchants is read at each use. */
export function limitsOf(given: Partial<SalesLimits> = {}): SalesLimits {
  return {
    ...DEFAULT_SALES_LIMITS,
    ...given,
    get merchants() {
      return given.merchants ?? DEFAULT_SALES_LIMITS.merchants
    },
  }
}

/** The concurrent starts: in total, per merchant, and per order. */
export const startShares = (limits: SalesLimits): ShareLimits => ({
  total: limits.starts,
  perKey: Math.ceil(limits.starts / 2),
  get merchants() {
    return limits.merchants
  },
})

/** Metrics of this process, for the operator. */
export interface SalesFigures extends GateUsage {
  /** Sales whose lease this process holds. */
  readonly followed: number
  readonly followedMax: number
  /** Merchants with open sales that are not configured in this process. */
  readonly missing: number
  /** Sales with at least one watcher. */
  readonly watched: number
  /** The loops that fail repeatedly: the process is not ready. */
  readonly failing: Readonly<Record<'claim' | 'renew', boolean>>
}
