// The results of a full run: the table printed at its end, and the table of the documentation page of results.
import type { Part } from './parts.ts'

export interface Result {
  readonly name: string
  readonly ok: boolean
  readonly figures: readonly string[]
  readonly seconds: number
  /** Average number of runnable processes. */
  readonly load: number
}

/** The heading of the results. */
export const HEADING = '## The full suite'

const HEAD = ['part', 'shows', 'date', 'result', 'figures', 'seconds', 'load']

/** The figures in the output of a part: the last match of each pattern, or all matches of a global one. */
export const figuresOf = ({ figures }: Part, output: string): string[] =>
  figures.flatMap((figure) => {
    const found = [...output.matchAll(new RegExp(figure, `${figure.flags.replace('g', '')}g`))]
    return (figure.global ? found : found.slice(-1)).map(
      ([all, ...groups]) => groups.join(' ').trim() || all.trim(),
    )
  })

const rowOf = (part: Part, { ok, figures, seconds, load }: Result, date: string): string[] => [
  `\`${part.name}\``,
  part.shows,
  date,
  ok ? 'passed' : '**failed**',
  figures.join('; ').replaceAll('|', '/'),
  Math.round(seconds).toLocaleString('en-US'),
  load.toFixed(1),
]

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const tableOf = (rows: readonly string[]): string =>
  [line(HEAD), `|${'---|'.repeat(HEAD.length - 2)}--:|--:|`, ...rows].join('\n')

/** The table of a run. */
export const writeResults = (parts: readonly Part[], results: readonly Result[], date: string): string =>
  tableOf(
    parts.flatMap((part) => {
      const result = results.find(({ name }) => name === part.name)
      return result === undefined ? [] : [line(rowOf(part, result, date))]
    }),
  )

/** The last line of a run. */
export function closingLine(results: readonly Result[], seed: number): string {
  const failed = results.filter(({ ok }) => !ok).map(({ name }) => name)
  const seconds = Math.round(results.reduce((sum, result) => sum + result.seconds, 0))
  const names = failed.length > 0 ? ` (${failed.join(', ')})` : ''
  return `test:full: ${results.length - failed.length} parts passed, ${failed.length} failed${names}, ${seconds} s, seed ${seed}`
}

/** The circumstances that a record adds to the results. */
interface Circumstances {
  readonly date: string
  readonly machine: string
}

/** The page with the results in its section; rows of parts that did not run stay as they are. */
export function recorded(
  page: string,
  parts: readonly Part[],
  results: readonly Result[],
  { date, machine }: Circumstances,
): string {
  const from = page.indexOf(`${HEADING}\n`)
  if (from < 0) throw new Error(`The page has no section "${HEADING}".`)
  const next = page.slice(from + 1).search(/\n##+ /)
  const to = next < 0 ? page.length : from + 1 + next
  const kept = page.slice(from, to).split('\n')
  const rows = parts.flatMap((part) => {
    const result = results.find(({ name }) => name === part.name)
    if (result !== undefined) return [line(rowOf(part, result, date))]
    return kept.filter((row) => row.startsWith(`| \`${part.name}\` |`))
  })
  const section = [
    HEADING,
    '',
    `\`npm run test:full -- --record\` runs it and writes this table: ${machine}, everything on one machine. The load is the average number of`,
    'processes that wanted to run. What a test asserts of a promise, and in which suite, is in `test/PROMISES.md`.',
    '',
    tableOf(rows),
    '',
  ].join('\n')
  return page.slice(0, from) + section + page.slice(to)
}
