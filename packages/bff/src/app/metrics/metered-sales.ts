// Adds metrics to the sales: times of the ledger, failed rounds of loops, gauges.
import type { SalesDeps } from '../../sale/sales-deps.ts'
import type { SalesFigures } from '../../sale/limits.ts'
import type { Meters } from '../../observe/meters.ts'
import { MeteredLedger } from './metered-ledger.ts'

/** Dependencies of the sales that report metrics. */
export const meterSales = (meters: Meters): Required<Pick<SalesDeps, 'loopFailed' | 'openLedger'>> => ({
  loopFailed: (name) => meters.loopFailed(name),
  openLedger: (store, announcing) => new MeteredLedger(store, meters, announcing),
})

/** Connects the gauges of the sales to their source. */
export function exposeSales(meters: Meters, figures: () => SalesFigures): void {
  meters.expose('sales_followed', () => figures().followed)
  meters.expose('claim_healthy', () => Number(!figures().failing.claim))
  meters.expose('renew_healthy', () => Number(!figures().failing.renew))
  meters.expose('sales_followed_limit', () => figures().followedMax)
  meters.expose('sales_watched', () => figures().watched)
  meters.expose('merchants_missing', () => figures().missing)
  meters.expose('poll_budget_waiting', () => figures().waiting)
  meters.expose('poll_budget_blocked_keys', () => figures().blockedKeys)
  meters.expose('poll_budget_busiest_ratio', () => figures().busiest)
}
