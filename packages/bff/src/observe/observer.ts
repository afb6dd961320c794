// One place where the process hears what a person or a metric should hear: sales that need somebody, and how telling
// the host goes. The log says the same in words; nothing here decides.
import type { SaleReason, SaleState } from '@tapboard/contract'
import type { Meters } from './meters.ts'
import type { Target, ToldType } from '../durable/outbox/outbox-row.ts'

/** A sale that needs a person. */
export interface Alert {
  readonly merchant: string
  readonly saleId: string
  readonly state: SaleState
  readonly reason: SaleReason
}

/** One try to tell the host of an event. */
export interface Telling {
  readonly merchant: string
  readonly target: Target
  readonly type: ToldType
  /** `dead`: given up after 24 hours, nothing more is tried. */
  readonly outcome: 'delivered' | 'failed' | 'dead'
  /** From the commit of the event to this try, milliseconds. */
  readonly ageMs: number
}

/** Hears of both; must not throw and must not wait. */
export interface Observer {
  alert(alert: Alert): void
  told(telling: Telling): void
}

/** Nobody listens. */
export const silentObserver: Observer = { alert() {}, told() {} }

/** Counts what is observed. */
export const meteredObserver = (meters: Pick<Meters, 'alerted' | 'told'>): Observer => ({
  alert: ({ reason }) => meters.alerted(reason),
  told: ({ target, outcome }) => meters.told(target, outcome),
})
