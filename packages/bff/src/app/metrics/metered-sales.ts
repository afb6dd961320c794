// Subscribes metrics to the sales: their ledger is timed, failed rounds are counted, figures become gauges.
import type { SalesDeps, SalesFigures } from '../../sale/create-sales.ts'
import type { Meters } from '../../observe/meters.ts'
import { MeteredLedger } from './metered-ledger.ts'

/** The dependencies by which the sales are measured. */
export const meterSales = (meters: Meters): Pick<SalesDeps, 'loopFailed' | 'openLedger'> => ({
  loopFailed: (name) => meters.loopFailed(name),
  openLedger: (store, announcing) => new MeteredLedger(store, meters, announcing),
})

/** Gives the gauges of the sales their source. */
export function exposeSales(meters: Meters, figures: () => SalesFigures): void {
  meters.expose('sales_followed', () => figures().followed)
  meters.expose('claim_healthy', () => Number(!figures().failing.claim))
  meters.expose('renew_healthy', () => Number(!figures().failing.renew))
  meters.expose('sales_followed_limit', () => figures().followedMax)
  meters.expose('sales_watched', () => figures().watched)
  meters.expose('poll_budget_waiting', () => figures().waiting)
  meters.expose('poll_budget_blocked_keys', () => figures().blockedKeys)
  meters.expose('poll_budget_busiest_ratio', () => figures().busiest)
}
