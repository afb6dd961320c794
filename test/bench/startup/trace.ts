// The time of a start, step by step, with the processor slowed down by four. These are separate runs, because the recording
// itself costs time.
import { median } from '../common/figures.ts'
import { gated } from '../common/quiet.ts'
import type { BenchOptions, Table } from '../common/report.ts'
import { measureStartup } from './measure.ts'
import type { BenchPage } from './pages.ts'
import type { Site } from './site.ts'

const RUNS = 5
const SLOWDOWN = 4

/** Median time of every step of both pages, in the order they happen. */
export async function traceTable(
  site: Site,
  pages: readonly BenchPage[],
  options: BenchOptions,
): Promise<{ readonly table: Table; readonly raw: unknown }> {
  const rows: string[][] = []
  const raw: Record<string, unknown> = {}
  for (const page of pages.filter(({ name }) => !name.endsWith('(again)'))) {
    const runs = []
    for (let count = 0; count < RUNS; count += 1) {
      const mode = { slowdown: SLOWDOWN, trace: true }
      const { value } = await gated(options, (over) =>
        measureStartup(site, pages.indexOf(page), page, mode, over),
      )
      runs.push([...value.marks, ['first control', value.control], ['first with data', value.ready]] as const)
    }
    options.note(`  traced ${page.name}`)
    const steps = new Map<string, number[]>()
    for (const run of runs) {
      const seen = new Map<string, number>()
      for (const [name, at] of run) {
        const nth = (seen.get(name) ?? 0) + 1
        seen.set(name, nth)
        const step = nth === 1 ? name : `${name} (${nth})`
        steps.set(step, [...(steps.get(step) ?? []), at])
      }
    }
    const ordered = [...steps].map(([name, at]) => ({ name, at: median(at) })).toSorted((a, b) => a.at - b.at)
    raw[page.name] = ordered
    for (const { name, at } of ordered) rows.push([`${page.name}: ${name}`, at.toFixed(1)])
  }
  return {
    table: {
      title: `Steps of a start at ${SLOWDOWN}× (median of ${RUNS} runs)`,
      head: ['step', 'at ms'],
      rows,
    },
    raw,
  }
}
