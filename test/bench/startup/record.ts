// The documentation's record of the comparison: the figures as JSON, and a chart of the four most important ones as SVG. Pure
// except for the one function that writes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Summary } from '../common/figures.ts'

/** Figures of one page; a median of `NaN` where a figure is missing. */
export interface Figures {
  /** Files until the first usable control. */
  readonly files: Summary
  readonly bytes: Summary
  /** First usable control, ms, at full speed and at a quarter of it. */
  readonly control: Summary
  readonly controlSlow: Summary
  /** JavaScript heap over the empty page, KiB, and that of each further instance. */
  readonly heap: Summary
  readonly heapMore: Summary
  /** A change of data until it is painted, ms. */
  readonly update: Summary
}

/** One page of the comparison; `kind` is `ours`, `floor …` or `peer …`. */
export interface Row {
  readonly name: string
  readonly kind: string
  readonly figures: Figures
}

/** One run of the comparison. */
export interface Comparison {
  readonly measuredAt: string
  readonly machine: string
  readonly method: string
  readonly rows: readonly Row[]
}

const PANELS: readonly {
  readonly title: string
  readonly figure: keyof Figures
  readonly unit: string
  readonly scale: number
}[] = [
  { title: 'Brotli until the first control', figure: 'bytes', unit: 'KB', scale: 1024 },
  { title: 'First control, processor at a quarter', figure: 'controlSlow', unit: 'ms', scale: 1 },
  { title: 'JavaScript heap', figure: 'heap', unit: 'KB', scale: 1 },
  { title: 'One update until it is painted', figure: 'update', unit: 'ms', scale: 1 },
]

const WIDTH = 720
const LABEL = 190
const BAR = 20
const ROW = 26
const HEAD = 40
const GAP = 18
/** Room for the figure behind the longest bar. */
const FIGURE = 90

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Three digits that mean something. */
const figureText = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

/** Our bars are highlighted; those of peers are lighter than the floor. Attributes only: a page's policy does not block these. */
const LOOKS = {
  ours: 'fill="#2f7be8"',
  floor: 'fill="currentColor" fill-opacity="0.55"',
  peer: 'fill="currentColor" fill-opacity="0.22"',
}

const whose = (kind: string): keyof typeof LOOKS =>
  kind === 'ours' ? 'ours' : kind.startsWith('floor') ? 'floor' : 'peer'

/**
 * The chart: a panel per figure, a bar per page, the smallest first. It is inlined into a page and uses the page's text colour.
 */
export function chart({ rows, measuredAt }: Pick<Comparison, 'rows' | 'measuredAt'>): string {
  let y = 0
  const panels = PANELS.flatMap(({ title, figure, unit, scale }) => {
    const bars = rows
      .map(({ name, kind, figures }) => ({ name, kind, value: figures[figure].median / scale }))
      .filter(({ value }) => Number.isFinite(value))
      .toSorted((one, other) => one.value - other.value)
    if (bars.length === 0) return []
    const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
    const top = y
    y += HEAD + bars.length * ROW + GAP
    const lines = bars.map(({ name, kind, value }, index) => {
      const at = top + HEAD + index * ROW
      const width = Math.max(1, (value / most) * (WIDTH - LABEL - FIGURE))
      const middle = at + BAR / 2
      return (
        `<text text-anchor="end" x="${LABEL - 10}" y="${middle}">${escaped(name)}</text>` +
        `<rect class="${whose(kind)}" ${LOOKS[whose(kind)]} x="${LABEL}" y="${at}" width="${width.toFixed(1)}" height="${BAR}" rx="3"/>` +
        `<text x="${(LABEL + width + 8).toFixed(1)}" y="${middle}">${figureText(value)} ${unit}</text>`
      )
    })
    return [`<text font-weight="600" x="0" y="${top + 22}">${title}</text>`, ...lines]
  })
  const said = rows
    .filter(({ kind }) => kind === 'ours')
    .map(({ name, figures }) => `${name} ${figureText(figures.bytes.median / 1024)} KB`)
    .join(', ')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${Math.max(y, 1)}" role="img" aria-labelledby="bench-title bench-about" fill="currentColor" font-family="system-ui, sans-serif" font-size="14" dominant-baseline="central">`,
    `<title id="bench-title">Tapboard beside peers and floors</title>`,
    `<desc id="bench-about">Measured ${escaped(measuredAt.slice(0, 10))}: ${escaped(said)}. The table has every figure.</desc>`,
    ...panels,
    '</svg>',
    '',
  ].join('\n')
}

/** The JSON; a figure that a page does not have is `null`. */
export const recordText = (record: Comparison): string =>
  `${JSON.stringify(record, (_, value: unknown) => (typeof value === 'number' && Number.isNaN(value) ? null : value), 2)}\n`

/** Writes `bench.json` and `bench.svg` into a folder. */
export function writeRecord(folder: string, record: Comparison): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'bench.json'), recordText(record))
  writeFileSync(join(folder, 'bench.svg'), chart(record))
}
