// Our elements beside bare-Lit floors and, where they have been built, peers: bytes, requests, start-up, memory and updates, in
// interleaved rounds. The results are written for the documentation.
import { fileURLToPath } from 'node:url'
import { summarise, withSpread, type Summary } from '../common/figures.ts'
import { seeded, shuffled } from '../common/order.ts'
import { gated } from '../common/quiet.ts'
import { machine, type BenchOptions, type Finding, type Section, type Table } from '../common/report.ts'
import { measureBeside, type BesideFigure, type BesideRun } from './measure.ts'
import { ownPages, peerPages, type BesidePage } from './page.ts'
import { writeRecord, type Figures, type Row } from './record.ts'
import { serve, type Served } from './serve.ts'

/** The documentation reads the record here. A run that did not wait for a quiet machine is not recorded. */
const DATA = 'demo/docs/data'
const TRIED = 'node_modules/.cache/bench'

type Runs = ReadonlyMap<string, readonly BesideRun[]>

/** Measures every page once per round, in random order. A page that fails is reported and left out of that round. */
async function rounds(
  pages: readonly (readonly [BesidePage, Served])[],
  slowdown: number,
  count: number,
  options: BenchOptions,
): Promise<Runs> {
  const chance = seeded(options.seed)
  const runs = new Map<string, BesideRun[]>(pages.map(([{ name }]) => [name, []]))
  for (let round = 0; round < count; round += 1)
    for (const [page, served] of shuffled(pages, chance)) {
      const where = `  ${slowdown}× round ${round + 1}/${count} ${page.name}`
      try {
        const { value } = await gated(options, (over) => measureBeside(page, served, slowdown, over))
        runs.get(page.name)?.push(value)
        options.note(`${where}: control ${value.control.toFixed(1)} ms`)
      } catch (error) {
        options.note(`${where}: failed: ${String(error).split('\n', 1)[0]}`)
      }
    }
  return runs
}

const of = (runs: Runs, name: string, figure: BesideFigure): Summary =>
  summarise((runs.get(name) ?? []).map((run) => run[figure]))

/** The figures of a page. */
function figuresOf(name: string, full: Runs, slow: Runs): Figures {
  return {
    files: of(full, name, 'files'),
    bytes: of(full, name, 'bytes'),
    control: of(full, name, 'control'),
    controlSlow: of(slow, name, 'control'),
    heap: of(full, name, 'heap'),
    heapMore: of(full, name, 'heapMore'),
    update: of(full, name, 'update'),
  }
}

const shown = (figure: Summary, digits: number): string =>
  Number.isNaN(figure.median) ? '–' : withSpread(figure, digits)

/** The table of the report. */
const tableOf = (rows: readonly Row[]): Table => ({
  title: 'Beside peers and floors (median ± half IQR)',
  head: [
    'page',
    'kind',
    'files',
    'brotli B',
    'first control 1×, ms',
    'first control 4×, ms',
    'heap KiB',
    'KiB per further instance',
    'update to paint, ms',
  ],
  rows: rows.map(({ name, kind, figures }) => [
    name,
    kind,
    shown(figures.files, 0),
    shown(figures.bytes, 0),
    shown(figures.control, 1),
    shown(figures.controlSlow, 1),
    shown(figures.heap, 0),
    shown(figures.heapMore, 1),
    shown(figures.update, 2),
  ]),
})

async function run(options: BenchOptions): Promise<Finding> {
  const all = [...(await ownPages()), ...(await peerPages(options.peers))]
  const pages = await Promise.all(all.map(async (page) => [page, await serve(page)] as const))
  try {
    const full = await rounds(pages, 1, options.rounds, options)
    const slow = await rounds(pages, 4, options.slowRounds, options)
    const rows = all.map(({ name, kind }): Row => ({ name, kind, figures: figuresOf(name, full, slow) }))
    const method =
      `New Chromium with an empty profile per run, an idle host page, then the widget's own tags go in; observers on the document and all ` +
      `shadow roots find the first control that is enabled, visible and hit. Interleaved rounds in an order of chance (seed ${options.seed}), ` +
      `${options.rounds} at full speed and ${options.slowRounds} with the processor at a quarter. Files and brotli bytes are scripts, styles and fonts until ` +
      `that control. Heap is JavaScript's, over the empty page, after a collection; an update is a change of one property until it is painted, ` +
      `without waiting for a screen. APIs are answered on the same machine.`
    const folder = options.wait ? DATA : TRIED
    const measuredAt = new Date().toISOString()
    writeRecord(fileURLToPath(new URL(`../../../${folder}`, import.meta.url)), {
      measuredAt,
      machine: machine(),
      method,
      rows,
    })
    options.note(`  written to ${folder}`)
    return { method, tables: [tableOf(rows)], targets: [], raw: { full: [...full], slow: [...slow] } }
  } finally {
    for (const [, served] of pages) await served.close()
  }
}

/** The section `peers`. */
export const peers: Section = { name: 'peers', run }
