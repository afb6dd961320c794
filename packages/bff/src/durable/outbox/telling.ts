// The report of one try to tell the host of an event.
import type { Target, ToldType } from './outbox-row.ts'

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

/** Receives reports of tries; must not throw and must not wait. */
export interface TellingObserver {
  told(telling: Telling): void
}
