// Our elements beside bare-Lit floors of the same shape and, where they have been built, peers: time until they are usable, bytes,
// requests, memory and updates, in interleaved rounds. The comparison is written for the documentation.
import { fileURLToPath } from 'node:url'
import { ratio, summarise, withSpread, type Summary } from '../common/figures.ts'
import { seeded, shuffled } from '../common/order.ts'
import { gated } from '../common/quiet.ts'
import {
  machine,
  type BenchOptions,
  type Finding,
  type Section,
  type Table,
  type Target,
} from '../common/report.ts'
import { measure, measureShifts, type Figure, type Run, type Subject } from './measure.ts'
import { MEASURED, peerPages, startupPages, type BenchPage, type MeasuredElement } from './pages.ts'
import { writeRecord, type Row } from './record.ts'
import { serve } from './serve.ts'
import { traceTable } from './trace.ts'

/** The documentation reads the record here. A run that did not wait for a quiet machine is not recorded. */
const DATA = 'demo/docs/data'
const TRIED = 'node_modules/.cache/bench'

const RATIO_MAX = 1.35

/** Runs of one speed by the name of the page, with the load of the machine during each. */
type Runs = ReadonlyMap<string, readonly (Run & { readonly foreign: number; readonly tries: number })[]>

/** Both speeds: full, and a quarter. */
interface Speeds {
  readonly full: Runs
  readonly slow: Runs
}

/** Our pages are measured twice: the difference between two equal pages is the noise. */
const AGAIN = ' (again)'

/** Measures every page once per round, in an order of chance. A page that fails is reported and left out of that round. */
async function rounds(
  subjects: readonly Subject[],
  slowdown: number,
  count: number,
  options: BenchOptions,
): Promise<Runs> {
  const chance = seeded(options.seed)
  const runs = new Map<string, (Run & { foreign: number; tries: number })[]>(
    subjects.map(({ page }) => [page.name, []]),
  )
  for (let round = 0; round < count; round += 1)
    for (const subject of shuffled(subjects, chance)) {
      const { name } = subject.page
      const where = `  ${slowdown}× round ${round + 1}/${count} ${name}`
      try {
        const { value, foreign, tries } = await gated(options, (over) => measure(subject, { slowdown }, over))
        runs.get(name)?.push({ ...value, foreign, tries })
        options.note(
          `${where}: control ${value.control.toFixed(1)} ms, ready ${value.ready.toFixed(1)} ms, ` +
            `others ${(foreign * 100).toFixed(0)} %, try ${tries}`,
        )
      } catch (error) {
        options.note(`${where}: failed: ${String(error).split('\n', 1)[0]}`)
      }
    }
  return runs
}

const figures = (runs: Runs, page: string, figure: Figure): number[] =>
  (runs.get(page) ?? []).map((run) => run[figure])

/** The two names of one page and their figures together: every run of a page counts once. */
const both = (runs: Runs, name: string, figure: Figure): number[] => [
  ...figures(runs, name, figure),
  ...figures(runs, name + AGAIN, figure),
]

function timesTable(runs: Runs, slowdown: number): Table {
  const columns: readonly Figure[] = ['control', 'ready', 'painted', 'taskMs', 'scriptMs', 'layoutMs']
  return {
    title: `At ${slowdown}× CPU throttle, ms (median ± half IQR)`,
    head: [
      'page',
      'first control',
      'first with data',
      'painted',
      'main thread',
      'script',
      'style and layout',
      'runs',
    ],
    rows: [...runs].map(([name, all]) => [
      name,
      ...columns.map((figure) => withSpread(summarise(figures(runs, name, figure)))),
      `${all.length}`,
    ]),
  }
}

/** An element and its floor at both speeds. */
interface Compared {
  readonly element: MeasuredElement
  readonly floor: string
  readonly speeds: Speeds
}

function ratiosTable({ element, floor, speeds }: Compared): Table {
  const line = (title: string, of: (runs: Runs) => Summary): string[] => [
    title,
    ...[speeds.full, speeds.slow].map((runs) => withSpread(of(runs), 2)),
  ]
  const against = (figure: Figure) => (runs: Runs) =>
    ratio(both(runs, element, figure), both(runs, floor, figure))
  const again = (page: string) => (runs: Runs) =>
    ratio(figures(runs, page, 'ready'), figures(runs, page + AGAIN, 'ready'))
  return {
    title: `<${element}>: ratios of medians ± half IQR of the rounds`,
    head: ['', '1×', '4×'],
    rows: [
      line(`first control with data: ${element} ÷ floor`, against('ready')),
      line(`first control of any kind: ${element} ÷ floor`, against('control')),
      line(`noise: ${element} ÷ itself`, again(element)),
      line('noise: floor ÷ itself', again(floor)),
    ],
  }
}

/** The promises about the start of an element; `shift` is its layout shift after the first control. */
function targetsOf({ element, floor, speeds: { slow } }: Compared, shift: number): readonly Target[] {
  const asked = (slow.get(element) ?? []).map(({ requests }) => requests)
  const most = (kind: string): number =>
    Math.max(...asked.map((requests) => requests.filter((request) => request.kind === kind).length))
  const beside = (figure: Figure) => ratio(both(slow, element, figure), both(slow, floor, figure))
  const [ready, early] = [beside('ready'), beside('control')]
  const of = (what: string): string => `<${element}>: ${what}`
  return [
    {
      what: of('first usable control with data ÷ floor at 4×'),
      limit: `≤ ${RATIO_MAX}`,
      measured: withSpread(ready, 2),
      held: ready.median <= RATIO_MAX,
    },
    {
      what: of(
        'first usable control of any kind ÷ floor at 4× (the floor draws an empty choice before its API answers)',
      ),
      limit: `≤ ${RATIO_MAX}`,
      measured: withSpread(early, 2),
      held: early.median <= RATIO_MAX,
    },
    {
      what: of('requests until it can be used'),
      limit: '1 script + 1 API',
      measured: `${most('script')} script + ${most('api')} API`,
      held: most('script') === 1 && most('api') === 1 && most('other') === 0,
    },
    {
      what: of('layout shift after the first control'),
      limit: '0',
      measured: shift.toFixed(4),
      held: shift === 0,
    },
  ]
}

const COLUMNS = [
  ['files', 'files', 0],
  ['bytes', 'brotli B', 0],
  ['control', 'first control 1×, ms', 1],
  ['controlSlow', 'first control 4×, ms', 1],
  ['heap', 'heap KiB', 0],
  ['heapMore', 'KiB per further instance', 1],
  ['update', 'update to paint, ms', 2],
] as const

/** A row of the record. */
function rowOf({ name, kind }: BenchPage, { full, slow }: Speeds): Row {
  const of = (figure: Figure, runs = full): Summary => summarise(figures(runs, name, figure))
  return {
    name,
    kind,
    figures: {
      files: of('files'),
      bytes: of('bytes'),
      control: of('control'),
      controlSlow: of('control', slow),
      heap: of('heap'),
      heapMore: of('heapMore'),
      update: of('update'),
    },
  }
}

const besideTable = (rows: readonly Row[]): Table => ({
  title: 'Beside peers and floors (median ± half IQR)',
  head: ['page', 'kind', ...COLUMNS.map(([, title]) => title)],
  rows: rows.map(({ name, kind, figures: of }) => [
    name,
    kind,
    ...COLUMNS.map(([figure, , digits]) =>
      Number.isNaN(of[figure].median) ? '–' : withSpread(of[figure], digits),
    ),
  ]),
})

const methodOf = ({ seed, rounds: fast, slowRounds }: BenchOptions): string =>
  `New Chromium with an empty profile per run, an idle host page, then the widget's own tags go in; observers on the document and all ` +
  `shadow roots find the first control that is enabled, visible and hit. Interleaved rounds in an order of chance (seed ${seed}), ` +
  `${fast} at full speed and ${slowRounds} with the processor at a quarter; a run with over 12 % foreign load is repeated (4 tries). ` +
  `"With data": the control shows what the API answered. Files and brotli bytes are scripts, styles and fonts until ` +
  `that control. Heap is JavaScript's, over the empty page, after a collection; an update is a change of one property until it is painted, ` +
  `without waiting for a screen. APIs are answered on the same machine.`

async function run(options: BenchOptions): Promise<Finding> {
  const own = (await Promise.all(MEASURED.map(startupPages))).flat()
  const first = [...own, ...(await peerPages(options.peers))]
  const twins = own.map((page) => ({ ...page, name: page.name + AGAIN }))
  const subjects = await Promise.all(
    [...first, ...twins].map(async (page): Promise<Subject> => ({ page, served: await serve(page) })),
  )
  try {
    const full = await rounds(subjects, 1, options.rounds, options)
    const slow = await rounds(subjects, 4, options.slowRounds, options)
    const speeds: Speeds = { full, slow }
    const ours = subjects.slice(0, own.length)
    const traced = await traceTable(ours, options)
    const shifts = new Map<string, { readonly all: number; readonly afterControl: number }>()
    for (const subject of ours) shifts.set(subject.page.name, await measureShifts(subject, 4))
    const compared = MEASURED.map((element): Compared => {
      const floor = own.find((page) => page.element === element && page.kind === 'floor')?.name ?? ''
      return { element, floor, speeds }
    })
    const rows = first.map((page) => rowOf(page, speeds))
    const method = methodOf(options)
    const folder = options.wait ? DATA : TRIED
    const measuredAt = new Date().toISOString()
    const record = { measuredAt, machine: machine(), method, rows }
    writeRecord(fileURLToPath(new URL(`../../../${folder}`, import.meta.url)), record)
    options.note(`  written to ${folder}`)
    return {
      method,
      tables: [
        timesTable(full, 1),
        timesTable(slow, 4),
        ...compared.map(ratiosTable),
        besideTable(rows),
        traced,
        {
          title: 'Layout shift of a whole page at 4× with text below the widget',
          head: ['page', 'all', 'after the first control'],
          rows: Array.from(shifts, ([name, { all, afterControl }]) => [
            name,
            all.toFixed(4),
            afterControl.toFixed(4),
          ]),
        },
      ],
      targets: compared.flatMap((one) => targetsOf(one, shifts.get(one.element)?.afterControl ?? Number.NaN)),
      raw: { full: [...full], slow: [...slow], shifts: [...shifts], trace: traced.rows },
    }
  } finally {
    for (const { served } of subjects) await served.close()
  }
}

export const startup: Section = { name: 'startup', run }
