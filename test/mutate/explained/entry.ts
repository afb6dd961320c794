/** An entry of the list of mutants that no test needs to kill. */
import type { Mutant } from '../mutants.ts'

/** One mutant and why it may survive. */
export interface Explained extends Pick<Mutant, 'file' | 'statement' | 'operator'> {
  /** Which of the mutants with the same statement and operator; default the first, 0. */
  readonly occurrence?: number
  /** Why no test can notice it, in one line. */
  readonly why: string
}

/** Entries of one statement with the same reason; an operator may name its occurrence: `number 1`. */
export const inStatement = (
  file: string,
  statement: string,
  operators: readonly string[],
  why: string,
): readonly Explained[] =>
  operators.map((text) => {
    const [, operator = text, occurrence = '0'] = /^(.*) (\d)$/.exec(text) ?? []
    return { file, statement, operator, occurrence: Number(occurrence), why }
  })
