// Time until an element is usable, beside a bare-Lit floor of the same shape, in interleaved rounds.
import { median, ratio, summarise, withSpread } from '../common/figures.ts'
import { seeded, shuffled } from '../common/order.ts'
import { gated } from '../common/quiet.ts'
import type { BenchOptions, Finding, Section, Table } from '../common/report.ts'
import { measureShifts, measureStartup, type StartupRun } from './measure.ts'
import { MEASURED, startupPages, type MeasuredElement } from './pages.ts'
import { openSite, type Site } from './site.ts'
import { traceTable } from './trace.ts'

type Pages = Awaited<ReturnType<typeof startupPages>>

/** A run with the load of the machine during it. */
type StoredText = StartupRun & { readonly foreign: number; readonly tries: number; readonly round: number }

/** Runs of one speed by page. */
type Runs = ReadonlyMap<string, readonly StoredText[]>

const RATIO_MAX = 1.35

async function rounds(site: Site, pages: Pages, slowdown: number, count: number, options: BenchOptions) {
  const chance = seeded(options.seed)
  const runs = new Map<string, StoredText[]>(pages.map(({ name }) => [name, []]))
  for (let round = 0; round < count; round += 1) {
    for (const page of shuffled(pages, chance)) {
      const { value, foreign, tries } = await gated(options, (over) =>
        measureStartup(site, pages.indexOf(page), page, { slowdown, trace: false }, over),
      )
      runs.get(page.name)?.push({ ...value, foreign, tries, round })
      options.note(
        `  ${slowdown}× round ${round + 1}/${count} ${page.name}: control ${value.control.toFixed(1)} ms, ` +
          `ready ${value.ready.toFixed(1)} ms, others ${(foreign * 100).toFixed(0)} %, try ${tries}`,
      )
    }
  }
  return runs
}

type Figure = 'control' | 'ready' | 'painted' | 'taskMs' | 'scriptMs' | 'layoutMs'
const figures = (runs: Runs, page: string, figure: Figure): number[] =>
  (runs.get(page) ?? []).map((run) => run[figure])

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

/** The two names of one page and their figures together: every run of a page counts once. */
function both(runs: Runs, name: string, figure: Figure): number[] {
  return [...figures(runs, name, figure), ...figures(runs, `${name} (again)`, figure)]
}

function ratiosTable(element: MeasuredElement, bySpeed: readonly (readonly [number, Runs])[]): Table {
  const line = (title: string, of: (runs: Runs) => string): string[] => [
    title,
    ...bySpeed.map(([, runs]) => of(runs)),
  ]
  const against = (figure: Figure) => (runs: Runs) =>
    withSpread(ratio(both(runs, element, figure), both(runs, 'floor', figure)), 2)
  const again = (page: string) => (runs: Runs) =>
    withSpread(ratio(figures(runs, page, 'ready'), figures(runs, `${page} (again)`, 'ready')), 2)
  return {
    title: 'Ratios of medians ± half IQR of the rounds',
    head: ['', ...bySpeed.map(([slowdown]) => `${slowdown}×`)],
    rows: [
      line(`first control with data: ${element} ÷ floor`, against('ready')),
      line(`first control of any kind: ${element} ÷ floor`, against('control')),
      line(`noise: ${element} ÷ itself`, again(element)),
      line('noise: floor ÷ itself', again('floor')),
    ],
  }
}

async function measure(element: MeasuredElement, options: BenchOptions): Promise<Finding> {
  const pages = await startupPages(element)
  const site = await openSite(pages)
  try {
    const full = await rounds(site, pages, 1, options.rounds, options)
    const slow = await rounds(site, pages, 4, options.slowRounds, options)
    const traced = await traceTable(site, pages, options)
    const shifts = []
    for (const page of pages.filter(({ name }) => !name.endsWith('(again)')))
      shifts.push({ name: page.name, ...(await measureShifts(site, pages.indexOf(page), page, 4)) })
    const asked = (slow.get(element) ?? []).map(({ requests }) => requests)
    const most = (kind: string): number =>
      Math.max(...asked.map((requests) => requests.filter((request) => request.kind === kind).length))
    const ratioOf = (figure: Figure) => ratio(both(slow, element, figure), both(slow, 'floor', figure))
    const ready = ratioOf('ready')
    const early = ratioOf('control')
    const ours = shifts.find(({ name }) => name === element)?.afterControl ?? Number.NaN
    return {
      method:
        `New Chromium with an empty profile per run, an idle host page, then the widget's own tags go in; observers on the ` +
        `document and all shadow roots find the first control that is enabled, visible and hit. Interleaved rounds in an ` +
        `order of chance (seed ${options.seed}); a run with over 12 % foreign load is repeated (4 tries). Real loopback HTTP, ` +
        `brotli, one origin, token answered in the page. "With data": the control shows what the API answered ` +
        `(ours: a terminal to choose, the pay button or a row; floor: a select with the terminals, or a row).`,
      tables: [
        timesTable(full, 1),
        timesTable(slow, 4),
        ratiosTable(element, [
          [1, full],
          [4, slow],
        ]),
        traced.table,
        {
          title: 'Layout shift of a whole page at 4× with text below the widget',
          head: ['page', 'all', 'after the first control'],
          rows: shifts.map(({ name, all, afterControl }) => [name, all.toFixed(4), afterControl.toFixed(4)]),
        },
      ],
      targets: [
        {
          what: 'first usable control with data ÷ floor at 4×',
          limit: `≤ ${RATIO_MAX}`,
          measured: withSpread(ready, 2),
          held: ready.median <= RATIO_MAX,
        },
        {
          what: 'first usable control of any kind ÷ floor at 4× (the floor draws an empty choice before its API answers)',
          limit: `≤ ${RATIO_MAX}`,
          measured: withSpread(early, 2),
          held: early.median <= RATIO_MAX,
        },
        {
          what: 'requests until it can be used',
          limit: '1 script + 1 API',
          measured: `${most('script')} script + ${most('api')} API`,
          held: most('script') === 1 && most('api') === 1 && most('other') === 0,
        },
        {
          what: 'layout shift after the first control',
          limit: '0',
          measured: ours.toFixed(4),
          held: ours === 0,
        },
      ],
      raw: {
        full: Object.fromEntries(full),
        slow: Object.fromEntries(slow),
        shifts,
        trace: traced.raw,
        foreign: median([...slow.values()].flat().map(({ foreign }) => foreign)),
      },
    }
  } finally {
    await site.close()
  }
}

/** The elements, one after the other. */
async function run(options: BenchOptions): Promise<Finding> {
  const found: [MeasuredElement, Finding][] = []
  for (const element of MEASURED) found.push([element, await measure(element, options)])
  return {
    method: found.map(([, { method }]) => method)[0] ?? '',
    tables: found.flatMap(([element, { tables }]) =>
      tables.map((table) => ({ ...table, title: `<${element}>: ${table.title}` })),
    ),
    targets: found.flatMap(([element, { targets }]) =>
      targets.map((target) => ({ ...target, what: `<${element}>: ${target.what}` })),
    ),
    raw: Object.fromEntries(found.map(([element, { raw }]) => [element, raw])),
  }
}

/** The section `startup`. */
export const startup: Section = { name: 'startup', run }
