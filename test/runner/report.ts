/** The report of a part of `npm test` to its parent, and its lines for people. */
import { writeFileSync } from 'node:fs'
import type { Failure, FileResult } from './judge.ts'

/** The environment variable that names the file for the report of a part. */
export const REPORT_ENV = 'TAPBOARD_PART_REPORT'

/** Number of tests by result. */
interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** The result of one part. */
export interface PartReport extends Counts {
  readonly part: string
  readonly seconds: number
  readonly failures: readonly Failure[]
}

/** A CI log is cut in the middle, so an error has to fit into the end that is kept. */
const ERROR_LINES = 60
const OUTPUT_LINES = 20

/** At most `most` lines of a text; the middle is left out, because an error begins with its message and ends with its cause. */
export function bounded(text: string, most: number): string {
  const lines = text.split('\n')
  if (lines.length <= most) return text
  const head = Math.ceil((most * 2) / 3)
  return [
    ...lines.slice(0, head),
    `… ${lines.length - most} lines left out …`,
    ...lines.slice(head - most),
  ].join('\n')
}

const indented = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : by + line))
    .join('\n')

/** A failing test as it is printed, with at most 60 lines of its error. */
export const failureText = ({ file, title, error }: Failure): string =>
  `✖ ${file}: ${title}\n${indented(bounded(error, ERROR_LINES), '    ')}`

/** Counts the tests of files; a fault of a file counts as one failing test. */
export function countOf(results: readonly FileResult[]): Counts {
  const outcomes = results.flatMap(({ tests }) => tests.map(({ outcome }) => outcome))
  const of = (wanted: string): number => outcomes.filter((outcome) => outcome === wanted).length
  const faults = results.flatMap(({ failures, tests }) => {
    const failing = new Set(tests.filter(({ outcome }) => outcome === 'failed').map(({ title }) => title))
    return failures.filter(({ title }) => !failing.has(title))
  })
  return { passed: of('passed'), failed: of('failed') + faults.length, skipped: of('skipped') }
}

const MARKS = { passed: '✔', failed: '✖', skipped: '-' } as const
const secondsOf = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** The lines about one file; `each` lists its tests and prints all of its output. */
export function fileText(result: FileResult, each: boolean): string {
  const { passed, failed, skipped } = countOf([result])
  const counts = [`${passed} passed`, ...(failed ? [`${failed} failed`] : [])]
  if (skipped > 0) counts.push(`${skipped} skipped`)
  const mark = failed > 0 ? MARKS.failed : MARKS.passed
  const tests = result.tests.map(
    ({ title, outcome, ms }) => `  ${MARKS[outcome]} ${title} (${secondsOf(ms)})`,
  )
  const output = each || failed > 0 ? result.output : bounded(result.output, OUTPUT_LINES)
  return [
    `${mark} ${result.file}: ${counts.join(', ')}, ${result.seconds.toFixed(1)} s`,
    ...(each ? tests : []),
    ...result.notes.map((note) => indented(note, '  ℹ ')),
    ...(output === '' ? [] : [indented(output, '  │ ')]),
    ...result.failures.map((failure) => indented(failureText(failure), '  ')),
  ].join('\n')
}

/** `node: 3172 passed, 0 failed, 0 skipped, 214 s` */
export const closingLine = ({ part, passed, failed, skipped, seconds }: PartReport): string =>
  `${part}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${Math.round(seconds)} s`

/** Sends the report to the parent process, if any. */
export function handOver(report: PartReport): void {
  const file = process.env[REPORT_ENV]
  if (file !== undefined) writeFileSync(file, JSON.stringify(report))
}

const sumOf = (reports: readonly PartReport[]): Counts => ({
  passed: reports.reduce((sum, { passed }) => sum + passed, 0),
  failed: reports.reduce((sum, { failed }) => sum + failed, 0),
  skipped: reports.reduce((sum, { skipped }) => sum + skipped, 0),
})

/** One row per part and one for all, which have taken `seconds` together. */
function table(reports: readonly PartReport[], seconds: number): string {
  const head = ['part', 'tests', 'passed', 'failed', 'skipped', 'seconds']
  const all = { part: 'all', ...sumOf(reports), seconds }
  const rows = [...reports, all].map(({ part, passed, failed, skipped, seconds }) =>
    [part, passed + failed + skipped, passed, failed, skipped, Math.round(seconds)].map(String),
  )
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  return [line(head), ...rows.map(line)].join('\n')
}

/** The end of a run of `seconds`: failing tests once more, the table, and the line that a CI reads. */
export function ending(reports: readonly PartReport[], seconds: number): string {
  const failures = reports.flatMap((report) => report.failures)
  const { passed, failed, skipped } = sumOf(reports)
  return [
    ...(failures.length > 0 ? [`${failures.length} failures`, ...failures.map(failureText), ''] : []),
    table(reports, seconds),
    '',
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join('\n')
}
