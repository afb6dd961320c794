/**
 * Mutants that no test needs to kill, with the reason. They are excluded from the count. An entry without an existing
 * mutant fails the run. Entries contain no line numbers, so code may move.
 */
import { BFF_LEDGER } from './explained/bff-ledger.ts'
import { BFF_SALE } from './explained/bff-sale.ts'
import { BFF } from './explained/bff.ts'
import { CONTRACT } from './explained/contract.ts'
import type { Explained } from './explained/entry.ts'
import { STORE } from './explained/store.ts'
import type { Mutant } from './mutants.ts'

export const EXPLAINED: readonly Explained[] = [...BFF, ...BFF_SALE, ...BFF_LEDGER, ...STORE, ...CONTRACT]

/** Whether the entry means this mutant. */
export function means(entry: Explained, mutant: Mutant): boolean {
  return (
    entry.file === mutant.file &&
    entry.operator === mutant.operator &&
    entry.statement === mutant.statement &&
    (entry.occurrence ?? 0) === mutant.occurrence
  )
}

/** Entries that match no mutant of their file: their code was changed or removed. */
export function outdated(entries: readonly Explained[], mutants: readonly Mutant[]): readonly Explained[] {
  return entries.filter((entry) => !mutants.some((mutant) => means(entry, mutant)))
}

/** An entry for this mutant, to be completed and put into the list. */
export function entryFor({ file, statement, operator, occurrence }: Mutant): string {
  const quoted = [file, statement, operator].map((text) => JSON.stringify(text))
  return `{ file: ${quoted[0]}, statement: ${quoted[1]}, operator: ${quoted[2]}, occurrence: ${occurrence}, why: '' },`
}
