/**
 * Mutants that no test can or need notice, with the reason. They count as no mutants. An entry whose mutant does not exist any
 * more fails the run; line numbers play no part, so code may move.
 */
import type { Mutant } from './mutants.ts'

/** One mutant and why it may survive. */
export interface Explained extends Pick<Mutant, 'file' | 'statement' | 'operator'> {
  /** Which of the mutants with the same statement and operator; default the first, 0. */
  readonly occurrence?: number
  /** Why no test can notice it, in one line. */
  readonly why: string
}

/** The entries, by file. */
export const EXPLAINED: readonly Explained[] = []

/** Whether the entry means this mutant. */
export function means(entry: Explained, mutant: Mutant): boolean {
  return (
    entry.file === mutant.file &&
    entry.operator === mutant.operator &&
    entry.statement === mutant.statement &&
    (entry.occurrence ?? 0) === mutant.occurrence
  )
}

/** Entries that fit none of the mutants of their file: what they explain was changed or removed. */
export function outdated(entries: readonly Explained[], mutants: readonly Mutant[]): readonly Explained[] {
  return entries.filter((entry) => !mutants.some((mutant) => means(entry, mutant)))
}

/** An entry for this mutant, to be completed and put into the list. */
export function entryFor({ file, statement, operator, occurrence }: Mutant): string {
  const quoted = [file, statement, operator].map((text) => JSON.stringify(text))
  return `{ file: ${quoted[0]}, statement: ${quoted[1]}, operator: ${quoted[2]}, occurrence: ${occurrence}, why: '' },`
}
