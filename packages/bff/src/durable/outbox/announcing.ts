// The port through which a feature gets the targets of its events and reports that it wrote outbox rows.
import type { Target } from './outbox-row.ts'

/** The targets of a merchant's events, and the signal that rows were written. */
export interface Announcing {
  targets(merchant: string): readonly Target[]
  /** Called after a commit that wrote rows. A hint; the rows are authoritative. */
  written(): void
}

export const NO_TARGETS: Announcing = { targets: () => [], written() {} }
