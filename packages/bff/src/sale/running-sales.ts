// The sales of a process with their metrics. Types only; `create-sales.ts` makes them.
import type { MerchantUpstream } from '../upstream/terminal/merchant.ts'
import type { GateUsage } from './runner/gate.ts'
import type { Sales } from './sales.ts'

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

/** {@link Sales} with metrics. */
export interface RunningSales extends Sales {
  /** Drops the read budget of an upstream whose merchant is forgotten. */
  forget(upstream: MerchantUpstream): void
  /** Returns the current metrics. */
  figures(): SalesFigures
}
