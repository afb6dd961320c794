// The port by which a feature learns who is to be told of its events, and says that it wrote some.
import type { Target } from './outbox-row.ts'

/** The targets of a merchant's events, and the signal that rows were written. */
export interface Announcing {
  targets(merchant: string): readonly Target[]
  /** Called after a commit that wrote rows; a hint, the rows are the truth. */
  written(): void
}

/** No targets. */
export const TELL_NOBODY: Announcing = { targets: () => [], written() {} }
