// The report of one attempt to deliver an event to the host.
import type { Target, OutboxEventType } from './outbox-row.ts'

/** One attempt to deliver an event to the host. */
export interface DeliveryReport {
  readonly merchant: string
  readonly target: Target
  readonly type: OutboxEventType
  /** `dead`: given up after 24 hours. */
  readonly outcome: 'delivered' | 'failed' | 'dead'
  /** Time from the commit of the event to this attempt, in ms. */
  readonly ageMs: number
}

/** Receives reports of attempts; must return at once and not throw. */
export interface DeliveryObserver {
  attempted(report: DeliveryReport): void
}
