/**
 * Mutants that no test needs to kill, with the reason: `explained.txt`. They are excluded from the count. An entry without an existing
 * mutant fails the run. Entries contain no line numbers, so code may move.
 */
import { readFileSync } from 'node:fs'
import type { Mutant } from './mutants.ts'

/** One mutant and why it may survive. */
export interface Explained extends Pick<Mutant, 'file' | 'statement' | 'places' | 'operator' | 'occurrence'> {
  /** Why no test can notice it, in one line. */
  readonly why: string
}

const FILE = /^(packages|demo)\/\S+\.ts$/
const PLACES = /^in (\d+) places: (.+)$/
const MUTANTS = /^ {4}([a-z ]+(?: \d)?(?:, [a-z ]+(?: \d)?)*): (.+)$/

/** Reads a list in the form of `explained.txt`. Throws for a line of another form, and for mutants without a file and statement. */
export function readExplained(text: string): readonly Explained[] {
  const entries: Explained[] = []
  let [file, statement, places] = ['', '', 1]
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('# '))) {
    if (FILE.test(line)) [file, statement] = [line, '']
    else if (!line.startsWith(' ')) {
      const [, count = '1', repeated = line] = PLACES.exec(line) ?? []
      ;[statement, places] = [repeated, Number(count)]
    } else {
      const [, operators, why = ''] = MUTANTS.exec(line) ?? []
      if (operators === undefined || file === '' || statement === '')
        throw new Error(`explained.txt cannot be read at: ${line}`)
      for (const each of operators.split(', ')) {
        const [, operator = '', occurrence = '0'] = /^(.*?)(?: (\d))?$/.exec(each) ?? []
        entries.push({ file, statement, places, operator, occurrence: Number(occurrence), why })
      }
    }
  }
  return entries
}

export const EXPLAINED = readExplained(readFileSync(new URL('explained.txt', import.meta.url), 'utf8'))

/** Whether the entry means this mutant. */
export const means = (entry: Explained, mutant: Mutant): boolean =>
  entry.file === mutant.file &&
  entry.operator === mutant.operator &&
  entry.statement === mutant.statement &&
  entry.places === mutant.places &&
  entry.occurrence === mutant.occurrence

/** Entries that match no mutant of their file: their code was changed, removed, or repeated at another place. */
export function outdated(entries: readonly Explained[], mutants: readonly Mutant[]): readonly Explained[] {
  return entries.filter((entry) => !mutants.some((mutant) => means(entry, mutant)))
}

/** An entry for this mutant, to be completed and put into the list. */
export const entryFor = ({ file, statement, places, operator, occurrence }: Mutant): string =>
  `${file}\n${places === 1 ? '' : `in ${places} places: `}${statement}\n    ${operator}${occurrence === 0 ? '' : ` ${occurrence}`}: `
