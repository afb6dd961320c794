// The port by which a feature learns who is to be told of its events, and says that it wrote some.
import type { Target } from './outbox-row.ts'

/** Who is to be told of a merchant's sales, and that something was written. */
export interface Announcing {
  targets(merchant: string): readonly Target[]
  /** Called after a commit that wrote rows; a hint, the rows are the truth. */
  written(): void
}

/** Nobody is to be told. */
export const TELL_NOBODY: Announcing = { targets: () => [], written() {} }
