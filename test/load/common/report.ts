// The report of a section: one line for each measured promise, with the target, the measured value and the verdict.
import { existsSync, readFileSync } from 'node:fs'

/** One promise, measured. */
export interface Line {
  /** Number of the promise and what was done, for example `P81 50 new sales a second, embedded store`. */
  readonly promise: string
  readonly wanted: string
  readonly measured: string
  readonly held: Held
}

/** StoredText; missed by no more than the factor that a busy machine gets; or missed. */
export type Held = boolean | 'nearly'

/** Factor for times when other work uses the machine; memory hardly depends on it. */
export const TIME_FACTOR = 2
export const MEMORY_FACTOR = 1.25

/** Judges a figure that has an upper limit. */
export const atMost = (measured: number, limit: number, factor: number): Held =>
  measured <= limit || (measured <= limit * factor && 'nearly')

/** The worst of several. */
export const allHeld = (...held: readonly Held[]): Held =>
  held.every((one) => one !== false) && (held.includes('nearly') ? 'nearly' : true)

/** The options of the command line. */
export interface LoadOptions {
  /** How long sales are sold (P81). */
  readonly minutes: number
  /** New sales a second (P81). */
  readonly perSecond: number
  readonly watchers: number
  /** Uses a hundredth of the load, to try the sections out. */
  readonly quick: boolean
  /** Says where a long run is. */
  readonly note: (text: string) => void
}

/** A part that can be run alone. */
export interface Section {
  readonly name: string
  run(options: LoadOptions): Promise<readonly Line[]>
}

/** Resident memory of a process, MiB; NaN without /proc. */
export function residentMiB(pid: number | undefined): number {
  const path = `/proc/${pid}/status`
  if (!existsSync(path)) return Number.NaN
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(path, 'utf8'))?.[1]) / 1024
}

/** Processor time of a process so far, seconds; NaN without /proc. */
export function cpuSeconds(pid: number | undefined): number {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return Number.NaN
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Sum of all values of a metric whose labels contain `labels`; 0 without a match. */
export async function readMetric(url: string, name: string, labels = ''): Promise<number> {
  const text = await (await fetch(url)).text()
  return text
    .split('\n')
    .filter((line) => new RegExp(`^${name}[{ ]`).test(line) && line.includes(labels))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

/** `1.2 ms`. */
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`

/** `{}` as `none`, else as `2 × start 503`. */
export const countsOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${count} × ${what}`)
    .join(', ') || 'none'

/** The report as a table. */
export const writeLines = (lines: readonly Line[]): string =>
  [
    '| promise | wanted | measured | held |',
    '|---|---|---|---|',
    ...lines.map(
      ({ promise, wanted, measured, held }) =>
        `| ${promise} | ${wanted} | ${measured} | ${held === 'nearly' ? 'nearly' : held ? 'yes' : '**no**'} |`,
    ),
  ].join('\n')

/** The last line of a run: `20 of 21 held, 1 nearly; missed: P81 …`. */
export function summary(lines: readonly Line[]): string {
  const nearly = lines.filter(({ held }) => held === 'nearly').length
  const missed = lines.filter(({ held }) => held === false).map(({ promise }) => promise)
  return [
    `${lines.length - nearly - missed.length} of ${lines.length} held`,
    ...(nearly > 0 ? [`${nearly} nearly`] : []),
    ...(missed.length > 0 ? [`missed: ${missed.join('; ')}`] : []),
  ].join(', ')
}
