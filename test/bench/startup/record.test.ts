import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Summary } from '../common/figures.ts'
import { chart, recordText, writeRecord, type Comparison, type Figures, type Row } from './record.ts'

const at = (median: number): Summary => ({ count: 7, median, halfIqr: 1 })
const NONE: Summary = { count: 0, median: Number.NaN, halfIqr: Number.NaN }

const row = (name: string, kind: string, figures: Partial<Figures>): Row => ({
  name,
  kind,
  figures: {
    files: NONE,
    bytes: NONE,
    control: NONE,
    controlSlow: NONE,
    heap: NONE,
    heapMore: NONE,
    update: NONE,
    ...figures,
  },
})

const COMPARISON: Comparison = {
  measuredAt: '2026-11-21T18:00:00.000Z',
  machine: '2 cores',
  method: 'm',
  rows: [
    row('a "peer" <widget>', 'peer form', { bytes: at(102_400), controlSlow: at(400) }),
    row('terminal-pay', 'ours', { bytes: at(16_384), controlSlow: at(120), update: at(2) }),
    row('bare Lit', 'floor', { bytes: at(6_144) }),
  ],
}

/** `[class, width]` of the bars in document order. */
const bars = (svg: string): readonly (readonly [string, number])[] =>
  [...svg.matchAll(/<rect class="(\w+)"[^>]* width="([\d.]+)"/g)].map(([, kind = '', width]) => [
    kind,
    Number(width),
  ])

describe('the chart of the benchmark', () => {
  test('has a proportional bar per measured figure, the smallest first', () => {
    const [floor, ours, peer, ...rest] = bars(chart(COMPARISON))
    assert.deepEqual([floor?.[0], ours?.[0], peer?.[0]], ['floor', 'ours', 'peer'])
    assert.ok(Math.abs(peer![1] / ours![1] - 102_400 / 16_384) < 0.01)
    // First control: two pages. Heap: no values, so no panel. Update: one page.
    assert.equal(rest.length, 3)
    assert.doesNotMatch(chart(COMPARISON), /JavaScript heap/)
  })

  test('has its figures as text, and escapes page names', () => {
    const svg = chart(COMPARISON)
    assert.match(svg, /<desc[^>]*>Measured 2026-11-21: terminal-pay 16\.0 KB/)
    assert.match(svg, /a &quot;peer&quot; &lt;widget&gt;/)
    assert.match(svg, />100 KB</)
  })

  test('draws an empty record', () => {
    assert.match(chart({ measuredAt: '2026', rows: [] }), /<svg[^>]*viewBox="0 0 720 1"/)
  })
})

test('writes the record as JSON with null for missing figures, and the chart', () => {
  const read = JSON.parse(recordText(COMPARISON)) as Comparison
  assert.equal(read.rows[0]?.figures.heap.median, null)
  assert.equal(read.rows[1]?.figures.bytes.median, 16_384)
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-bench-'))
  try {
    writeRecord(join(folder, 'data'), COMPARISON)
    assert.equal(readFileSync(join(folder, 'data/bench.json'), 'utf8'), recordText(COMPARISON))
    assert.equal(readFileSync(join(folder, 'data/bench.svg'), 'utf8'), chart(COMPARISON))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
