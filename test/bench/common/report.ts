// The report of a section: tables, targets that are met or missed, and all raw figures. Printed as Markdown, kept as JSON.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'

/** Rows under a head; the first column is text, the others figures. */
export interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A target and the measured value. */
export interface Target {
  readonly what: string
  readonly limit: string
  readonly measured: string
  readonly held: boolean
}

/** The findings of one section. */
export interface Finding {
  /** How it was measured, in a sentence or two. */
  readonly method: string
  readonly tables: readonly Table[]
  readonly targets: readonly Target[]
  /** Every single figure, for the file. */
  readonly raw: unknown
}

/** A part of the benchmark that can be run alone. */
export interface Section {
  readonly name: string
  run(options: BenchOptions): Promise<Finding>
}

/** The options of the command line. */
export interface BenchOptions {
  /** Rounds of the start-up section at full speed. */
  readonly rounds: number
  /** The same with the processor throttled to a quarter: noisier, so more of them. */
  readonly slowRounds: number
  readonly sales: number
  readonly seed: number
  /** Folder with the built pages of peers; absent when only our own pages are compared. */
  readonly peers: string | undefined
  /** Wait for an idle machine, and repeat disturbed measurements. */
  readonly wait: boolean
  /** Reports the progress of a long run. */
  readonly note: (text: string) => void
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const writeTable = ({ title, head, rows }: Table): string =>
  [
    `**${title}**`,
    '',
    row(head),
    row(head.map((_, index) => (index ? '---:' : '---'))),
    ...rows.map(row),
  ].join('\n')

export const writeFinding = (name: string, finding: Finding): string =>
  [
    `## ${name}`,
    finding.method,
    ...finding.tables.map(writeTable),
    finding.targets
      .map(
        ({ what, limit, measured, held }) =>
          `- ${held ? 'holds' : '**MISSED**'}: ${what}: ${measured} (target ${limit})`,
      )
      .join('\n'),
  ].join('\n\n')

/** The relevant properties of the machine, without its name. */
export const machine = (): string =>
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB of memory, Node ${process.version}`

/** Folder of the results of one day. */
export class Archive {
  readonly #base: string

  constructor(folder: string, date: Date) {
    mkdirSync(folder, { recursive: true })
    this.#base = path.join(folder, date.toISOString().slice(0, 10))
  }

  /** Appends one finding, one JSON document per line, so an interrupted run keeps its results. */
  add(name: string, finding: Finding, at: Date): void {
    const entry = { section: name, at: at.toISOString(), machine: machine(), ...finding }
    appendFileSync(`${this.#base}.json`, `${JSON.stringify(entry)}\n`)
  }

  /** Writes the summary; gives its path. */
  summarise(markdown: string): string {
    writeFileSync(`${this.#base}.md`, markdown)
    return `${this.#base}.md`
  }
}
