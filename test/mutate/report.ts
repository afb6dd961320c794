/** The table of a mutation run, and its survivors as lines. */
import { FOLDERS, folderOf } from './folders.ts'
import type { Verdict } from './judge.ts'
import type { Mutant } from './mutants.ts'

/** The figures of one folder. */
export interface Row {
  readonly folder: string
  /** All mutants of the folder. */
  readonly all: number
  readonly run: number
  readonly killed: number
  readonly timeout: number
  readonly compiler: number
  readonly survived: number
  readonly explained: number
  /** Noticed mutants in percent of those that were run. */
  readonly score: number
  readonly goal: number
}

/** Counts the verdicts of each folder; `sizes` has the number of all mutants per folder. */
export function rowsOf(
  verdicts: readonly Verdict[],
  sizes: ReadonlyMap<string, { readonly all: number; readonly explained: number }>,
): readonly Row[] {
  return [...sizes].map(([folder, { all, explained }]) => {
    const own = verdicts.filter(({ mutant }) => folderOf(mutant.file) === folder)
    const count = (kind: Verdict['kind']): number => own.filter((verdict) => verdict.kind === kind).length
    const survived = count('survived')
    const score = own.length === 0 ? 100 : (100 * (own.length - survived)) / own.length
    const goal = FOLDERS.find(({ name }) => name === folder)?.goal ?? 90
    const [killed, timeout, compiler] = [count('killed'), count('timeout'), count('compiler')]
    return { folder, all, run: own.length, killed, timeout, compiler, survived, explained, score, goal }
  })
}

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    [
      `\`${row.folder}\``,
      ...[row.all, row.run, row.killed, row.timeout, row.compiler, row.survived, row.explained].map(String),
      `${row.score.toFixed(1)} %`,
      `${row.goal} %`,
    ].join(' | '),
  )
  const head =
    '| folder | mutants | run | killed by a test | by time-out | by the compiler | survived | explained | score | goal |'
  return [head, '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|', ...lines.map((line) => `| ${line} |`)].join('\n')
}

const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 100)

/** One mutant on one line: where, the mistake, before and after. */
export function lineOf({ id, file, line, operator, original, replacement }: Mutant): string {
  return `${id} ${file}:${line} ${operator}: ${short(original)} → ${short(replacement) || '(nothing)'}`
}

/** A survivor with the reason. */
export function survivorOf({ mutant, by, ran, left }: Verdict): string {
  const tests = left === 0 ? `${ran.length} test files` : `${ran.length} test files, ${left} more not run`
  return `${lineOf(mutant)}\n    in: ${mutant.statement}\n    ${by} (${tests})`
}
