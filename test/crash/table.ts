// The table of a campaign as Markdown: runs, breaches, and the time from the crash to the correct state, per failpoint, way to go
// on and engine.
import { FAILPOINTS } from '../../packages/bff/src/sale/failpoint.ts'
import { quantile } from '../kit/limits.ts'
import type { RunResult } from './lane.ts'
import { POINTS } from './points.ts'

const seconds = (ms: number): string => (Number.isNaN(ms) ? '–' : (ms / 1000).toFixed(1))

function cell(results: readonly RunResult[]): string {
  if (results.length === 0) return '–'
  const times = results.flatMap(({ recoveryMs }) => recoveryMs ?? [])
  const breaches = results.filter((result) => result.breaches.length > 0).length
  return `${results.length} · ${breaches} · ${seconds(quantile(times, 0.5))} · ${seconds(quantile(times, 1))}`
}

/** Each cell: runs · runs with a violation · seconds to the right state p50 · max. */
export function tableOf(results: readonly RunResult[]): string {
  const columns = (['sqlite', 'postgres'] as const).flatMap((engine) =>
    (['same', 'other'] as const).map((mode) => ({ engine, mode })),
  )
  const used = columns.filter(({ engine, mode }) =>
    results.some((result) => result.engine === engine && result.mode === mode),
  )
  const names = { sqlite: 'embedded', postgres: 'PostgreSQL' }
  const lines = [
    `| runs · violations · s p50 · s max | ${used.map(({ engine, mode }) => `${names[engine]}, ${mode} instance`).join(' | ')} |`,
    `|---|${used.map(() => '--:').join('|')}|`,
  ]
  const row = (title: string, of: readonly RunResult[]): void => {
    const cells = used.map(({ engine, mode }) =>
      cell(of.filter((result) => result.engine === engine && result.mode === mode)),
    )
    lines.push(`| ${title} | ${cells.join(' | ')} |`)
  }
  for (const point of POINTS) {
    const of = results.filter((result) => result.point === point)
    if (of.length > 0) row(`FP${FAILPOINTS[point]} ${point.replaceAll('_', ' ')}`, of)
  }
  row('all', results)
  return lines.join('\n')
}
