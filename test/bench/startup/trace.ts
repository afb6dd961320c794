// The time of a start, step by step, with the processor slowed down by four. These are separate runs, because the recording
// itself costs time.
import { median } from '../common/figures.ts'
import { gated } from '../common/quiet.ts'
import type { BenchOptions, Table } from '../common/report.ts'
import { measure, type Subject } from './measure.ts'

const RUNS = 5
const SLOWDOWN = 4

/** Median time of every step of each page, in the order they happen. */
export async function traceTable(subjects: readonly Subject[], options: BenchOptions): Promise<Table> {
  const rows: string[][] = []
  for (const subject of subjects) {
    const { name: page } = subject.page
    const steps = new Map<string, number[]>()
    for (let count = 0; count < RUNS; count += 1) {
      const { value } = await gated(options, (over) =>
        measure(subject, { slowdown: SLOWDOWN, trace: true }, over),
      )
      const seen = new Map<string, number>()
      for (const [name, at] of [
        ...value.marks,
        ['first control', value.control] as const,
        ['first with data', value.ready] as const,
      ]) {
        const nth = (seen.get(name) ?? 0) + 1
        seen.set(name, nth)
        const step = nth === 1 ? name : `${name} (${nth})`
        steps.set(step, [...(steps.get(step) ?? []), at])
      }
    }
    options.note(`  traced ${page}`)
    const ordered = [...steps].map(([name, at]) => ({ name, at: median(at) })).toSorted((a, b) => a.at - b.at)
    for (const { name, at } of ordered) rows.push([`${page}: ${name}`, at.toFixed(1)])
  }
  return { title: `Steps of a start at ${SLOWDOWN}× (median of ${RUNS} runs)`, head: ['step', 'at ms'], rows }
}
