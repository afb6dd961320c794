// Reports options that do not exist, with the name that was probably meant: a misspelled name would leave a default in force
// without a word.
import { suggestion } from '@tapboard/server'
import type { ConfigProblem } from './config-rules.ts'
import { placed } from './option-row.ts'
import { OPTIONS } from './option-table.ts'

const PATHS: readonly (readonly string[])[] = placed(OPTIONS).map(({ path }) => path.split('.'))

/** Names of the options inside of another one. */
const namesIn = (above: readonly string[]): readonly string[] =>
  PATHS.filter((path) => path.slice(0, -1).join('.') === above.join('.')).map((path) => path.at(-1) ?? '')

/** The problems of names that the object at `path` does not have. */
export function unknownOptions(path: readonly string[], names: readonly string[]): readonly ConfigProblem[] {
  // An index of a list is no option.
  const known = namesIn(path.filter((part) => !/^\d+$/.test(part)))
  return names.map((name) => ({
    option: [...path, name].join('.'),
    message: `is not an option; see the table of options.${suggestion(name, known)}`,
  }))
}
