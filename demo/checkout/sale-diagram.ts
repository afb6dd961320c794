// `<sale-diagram>`: the states of a sale with the current state and its path highlighted. The container's
// width selects a wide or a narrow drawing; the caption contains all facts as text.
import { html, LitElement, svg, type SVGTemplateResult, type TemplateResult } from 'lit'
import { property } from 'lit/decorators.js'
import { SALE_STATES, type SaleState } from '@tapboard/contract'
import { OWN_TEXT } from '../shared/own-text.styles.ts'
import { diagramStyles } from './sale-diagram.styles.ts'
import { STATES, WAYS, type Place } from './states.ts'

/** The displayed data of a sale. */
interface ShownSale {
  readonly state: SaleState
  readonly reason: string | null
  readonly phase: string
  readonly attempt: number
}

const BOX = { width: 116, height: 36, columnGap: 44, rowGap: 26, edge: 8 } as const

interface Layout {
  readonly name: 'wide' | 'narrow'
  readonly width: number
  readonly height: number
}

const sizeOf = (columns: number, rows: number): { width: number; height: number } => ({
  width: columns * BOX.width + (columns - 1) * BOX.columnGap + 2 * BOX.edge,
  height: rows * BOX.height + (rows - 1) * BOX.rowGap + 2 * BOX.edge,
})

const LAYOUTS: readonly Layout[] = [
  { name: 'wide', ...sizeOf(4, 4) },
  { name: 'narrow', ...sizeOf(2, 6) },
]

/** Ways that a sale can go, and those that it went. */
const KINDS = ['open', 'gone'] as const

const corner = ([column, row]: Place): readonly [number, number] => [
  BOX.edge + column * (BOX.width + BOX.columnGap),
  BOX.edge + row * (BOX.height + BOX.rowGap),
]

/** Path between two boxes: along the row, down the column, or between their sides. */
function wayPath(from: Place, to: Place): string {
  const [fromX, fromY] = corner(from)
  const [toX, toY] = corner(to)
  const half = BOX.height / 2
  if (from[0] === to[0]) {
    const x = fromX + BOX.width / 2
    if (Math.abs(to[1] - from[1]) === 1)
      return `M${x} ${toY > fromY ? fromY + BOX.height : fromY}V${toY > fromY ? toY : toY + BOX.height}`
    const side = fromX - BOX.edge + 2
    return `M${fromX} ${fromY + half}H${side}V${toY + half}H${toX}`
  }
  const rightwards = toX > fromX
  const startX = rightwards ? fromX + BOX.width : fromX
  const endX = rightwards ? toX : toX + BOX.width
  const middle = rightwards ? endX - BOX.columnGap / 2 : endX + BOX.columnGap / 2
  return from[1] === to[1]
    ? `M${startX} ${fromY + half}H${endX}`
    : `M${startX} ${fromY + half}H${middle}V${toY + half}H${endX}`
}

/** Draws the state of a sale. */
export class SaleDiagramElement extends LitElement {
  static override readonly styles = [OWN_TEXT, diagramStyles]

  /** The displayed sale; `null` before a sale starts. */
  @property({ attribute: false }) sale: ShownSale | null = null
  /** States of the sale on this page in order, the current one last. */
  @property({ attribute: false }) visited: readonly SaleState[] = []

  override render(): TemplateResult {
    const { sale } = this
    const info = sale === null ? null : STATES[sale.state]
    return html`
      <h3>State of the sale</h3>
      ${LAYOUTS.map((layout) => this.#drawing(layout))}
      <p class="caption">
        ${
          info === null || sale === null
            ? 'No sale yet. Press the button to start one.'
            : html`<b class=${info.tone}>${info.label}</b> ${info.meaning}
                <span class="facts"
                  >Attempt
                  ${sale.attempt}${sale.state === 'started' ? ` · ${sale.phase.replace('_', ' ')}` : ''}${
                    sale.reason === null ? '' : ` · ${sale.reason.replaceAll(/[_-]/g, ' ')}`
                  }</span
                >`
        }
      </p>
    `
  }

  #drawing({ name, width, height }: Layout): TemplateResult {
    return html`<svg class=${name} viewBox="0 0 ${width} ${height}" aria-hidden="true">
      <defs>
        ${KINDS.map(
          (kind) =>
            svg`<marker id="${name}-${kind}" class=${kind} viewBox="0 0 10 10" refX="10" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L10 5L0 10z" /></marker>`,
        )}
      </defs>
      ${[WAYS, this.#taken].map((ways, index) =>
        ways.map(
          ([from, to]) =>
            svg`<path class="path ${KINDS[index]}" marker-end="url(#${name}-${KINDS[index]})" d=${wayPath(STATES[from][name], STATES[to][name])} />`,
        ),
      )}
      ${SALE_STATES.map((state) => this.#box(state, corner(STATES[state][name])))}
    </svg>`
  }

  #box(state: SaleState, [x, y]: readonly [number, number]): SVGTemplateResult {
    const { label, tone } = STATES[state]
    const now = this.sale?.state === state
    return svg`<g class="box ${tone} ${now ? 'now' : this.#wasIn(state) ? 'was' : ''}">
      <rect x=${x} y=${y} width=${BOX.width} height=${BOX.height} rx="10" />
      <text x=${x + BOX.width / 2} y=${y + BOX.height / 2 + 5} text-anchor="middle">${label}</text></g>`
  }

  /** The transitions of the sale, including rare ones that are drawn only then. */
  get #taken(): typeof WAYS {
    return this.visited.slice(1).map((to, index) => [this.visited[index] ?? to, to] as const)
  }

  #wasIn(state: SaleState): boolean {
    return this.visited.includes(state)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sale-diagram': SaleDiagramElement
  }
}
