// Notifications for a person or a metric: sales that need a person, and the results of deliveries to the host. The log
// has the same facts in words; nothing here decides.
import type { SaleReason, SaleState } from '@tapboard/contract'
import type { DeliveryObserver } from '../durable/outbox/delivery-report.ts'
import type { Meters } from './meters.ts'

/** A sale that needs a person. */
export interface Alert {
  readonly merchant: string
  readonly saleId: string
  readonly state: SaleState
  readonly reason: SaleReason
}

/** Receives alerts and delivery reports; must return at once and not throw. */
export interface Observer extends DeliveryObserver {
  alert(alert: Alert): void
}

export const silentObserver: Observer = { alert() {}, attempted() {} }

export const meteredObserver = (meters: Pick<Meters, 'alerted' | 'deliveryAttempted'>): Observer => ({
  alert: ({ reason }) => meters.alerted(reason),
  attempted: ({ target, outcome }) => meters.deliveryAttempted(target, outcome),
})
