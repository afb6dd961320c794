// Notifications for a person or a metric: sales that need a person, and the results of deliveries to the host. The log
// has the same facts in words; nothing here decides.
import type { SaleReason, SaleState } from '@tapboard/contract'
import type { TellingObserver } from '../durable/outbox/telling.ts'
import type { Meters } from './meters.ts'

/** A sale that needs a person. */
export interface Alert {
  readonly merchant: string
  readonly saleId: string
  readonly state: SaleState
  readonly reason: SaleReason
}

/** Hears of both; must not throw and must not wait. */
export interface Observer extends TellingObserver {
  alert(alert: Alert): void
}

/** Discards every observation. */
export const silentObserver: Observer = { alert() {}, told() {} }

/** Counts alerts and deliveries. */
export const meteredObserver = (meters: Pick<Meters, 'alerted' | 'told'>): Observer => ({
  alert: ({ reason }) => meters.alerted(reason),
  told: ({ target, outcome }) => meters.told(target, outcome),
})
