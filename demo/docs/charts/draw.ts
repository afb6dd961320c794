// A chart of states as SVG for a page, with the same content as a table. It has no styles: colours are classes.
import { escapeHtml, markdownTable } from '../build/html.ts'
import { layOut, MEASURES, type Point } from './layout.ts'

/** What kind of state it is; the drawing shows it by line and fill as well as by colour. */
export type Tone = 'way' | 'good' | 'bad' | 'doubt'

export interface ChartState {
  readonly id: string
  readonly tone: Tone
  readonly meaning: string
}

/** A way from state to state, or back to the same. */
export interface ChartWay {
  readonly from: string
  readonly to: string
  /** What happened, in a few words. */
  readonly what: string
  /** Whether the way is rare; it is drawn thinner. */
  readonly aside?: boolean
}

export interface Chart {
  readonly id: string
  readonly title: string
  /** The first is the initial state. */
  readonly states: readonly ChartState[]
  readonly ways: readonly ChartWay[]
}

const LETTER = 7.6
const label = (id: string): string => id.replaceAll('_', ' ')
const widthOf = (id: string): number => Math.round(label(id).length * LETTER + 30)

/** From the lower edge of a box down to the upper edge of another, or up where it leads back; both ways lie side by side. */
function linePath(points: readonly Point[], beside: boolean): string {
  const first = points[0]!
  const last = points.at(-1)!
  const down = last[1] > first[1]
  const shift = beside ? (down ? -9 : 9) : 0
  const half = MEASURES.height / 2
  const all: readonly Point[] = points.map(([x, y], index) => [
    x + shift,
    index === 0
      ? y + (down ? half : -half)
      : index === points.length - 1
        ? y - (down ? half + 7 : -half - 7)
        : y,
  ])
  let path = `M${all[0]!.join(' ')}`
  for (const [index, [x, y]] of all.entries()) {
    if (index === 0) continue
    const [fromX, fromY] = all[index - 1]!
    const bend = (y - fromY) / 2
    path += `C${fromX} ${fromY + bend} ${x} ${y - bend} ${x} ${y}`
  }
  return path
}

const unique = (ways: readonly ChartWay[]): readonly (readonly [string, string])[] => [
  ...new Map(
    ways.filter(({ from, to }) => from !== to).map(({ from, to }) => [`${from}→${to}`, [from, to] as const]),
  ).values(),
]

export function drawChart({ id, title, states, ways }: Chart): string {
  const edges = unique(ways)
  const { width, height, places, lines } = layOut({
    nodes: states.map((state) => ({ id: state.id, width: widthOf(state.id) })),
    edges,
  })
  const beside = (from: string, to: string): boolean =>
    edges.some((edge) => edge[0] === to && edge[1] === from)
  const paths = edges.map(([from, to], number) => {
    const what = [...new Set(ways.filter((way) => way.from === from && way.to === to).map((way) => way.what))]
    const aside = ways.filter((way) => way.from === from && way.to === to).every((way) => way.aside)
    return `<path class="way-line${aside ? ' aside' : ''}" d="${linePath(lines[number]!, beside(from, to))}" marker-end="url(#${id}-tip)"><title>${escapeHtml(`${label(from)} → ${label(to)}: ${what.join('; ').replaceAll('`', '')}`)}</title></path>`
  })
  const boxes = states.map(({ id: state, tone, meaning }) => {
    const [x, y] = places.get(state)!
    const boxWidth = widthOf(state)
    return `<g class="state ${tone}"><title>${escapeHtml(meaning.replaceAll('`', ''))}</title><rect x="${x - boxWidth / 2}" y="${y - MEASURES.height / 2}" width="${boxWidth}" height="${MEASURES.height}" rx="10"/><text x="${x}" y="${y + 5}" text-anchor="middle">${escapeHtml(label(state))}</text></g>`
  })
  return `<figure class="chart"><svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title"><title id="${id}-title">${escapeHtml(`${title}: ${states.length} states. The table below says the same in words.`)}</title><defs><marker id="${id}-tip" viewBox="0 0 8 8" refX="1" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0 8 4 0 8z"/></marker></defs>${paths.join('')}${boxes.join('')}</svg><figcaption><span class="key way">on its way</span><span class="key good">the good end</span><span class="key bad">over without</span><span class="key doubt">a person looks</span></figcaption></figure>`
}

/** The states of a chart in words. */
export const tableOfStates = ({ states }: Chart): string =>
  markdownTable(
    ['State', 'Meaning'],
    states.map(({ id, meaning }) => [`\`${id}\``, meaning]),
  )

/** The transitions of a chart in words: one row for each pair of states. */
export function tableOfWays({ ways }: Chart): string {
  const reasons = new Map<
    string,
    { readonly from: string; readonly to: string; readonly what: Set<string> }
  >()
  for (const { from, to, what } of ways) {
    const key = `${from}→${to}`
    reasons.set(key, { from, to, what: new Set([...(reasons.get(key)?.what ?? []), what]) })
  }
  const rows = new Map<
    string,
    { readonly from: string; readonly what: string; readonly to: readonly string[] }
  >()
  for (const { from, to, what } of reasons.values()) {
    const said = [...what].join('<br>')
    const key = `${from}|${said}`
    rows.set(key, { from, what: said, to: [...(rows.get(key)?.to ?? []), to] })
  }
  return markdownTable(
    ['From', 'What happened', 'To'],
    [...rows.values()].map(({ from, what, to }) => [
      `\`${from}\``,
      what,
      to.map((each) => (each === from ? 'stays' : `\`${each}\``)).join('<br>'),
    ]),
  )
}
