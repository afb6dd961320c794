// The part of <terminal-desk> with which a person settles a sale: the form of <terminal-pay> beside a row of the desk. It is loaded
// when a sale may need it.
import type { DeskRow } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { Resolver, type ResolveNews } from '../terminal-pay/resolve.part.ts'
import type { Scene } from './scene.ts'
import { SETTLE_ENGLISH, type SettleStrings } from './settle.strings.ts'
import { SETTLE_STYLES } from './settle.styles.ts'
import type { TerminalDeskController } from './terminal-desk.controller.ts'
import type { BaseStrings } from './terminal-desk.strings.ts'

/** The note about a decision; `null` if the sale is still unresolved. */
function noteOf({ type, sale }: ResolveNews): 'settledPaid' | 'settledUnpaid' | 'alreadySettled' | null {
  if (type === 'refused') return 'alreadySettled'
  return sale.state === 'approved' ? 'settledPaid' : sale.state === 'closed_unpaid' ? 'settledUnpaid' : null
}

/** Settles one sale of the desk at a time. */
export class Settler {
  /** Styles of the form. */
  readonly styles = SETTLE_STYLES
  readonly #desk: TerminalDeskController
  readonly #resolver: Resolver
  #text: SettleStrings = SETTLE_ENGLISH

  constructor(desk: TerminalDeskController) {
    this.#desk = desk
    this.#resolver = new Resolver({
      view: {
        get sale(): DeskRow | null {
          return desk.view.settling
        },
      },
      redraw: () => desk.redraw(),
      run: (name) => desk.run(name),
      client: () => desk.client(),
      step: (news) => this.#hear(news),
    })
  }

  /** Text for the live region about the rendered form; empty if the title is enough. */
  takeSpoken(): string {
    return this.#resolver.takeSpoken().trim()
  }

  /** The form below a row. */
  render({ lang, nowMs, payTexts, text: base, view }: Scene, { kind }: DeskRow): TemplateResult {
    const text: BaseStrings & SettleStrings = { ...SETTLE_ENGLISH, ...base }
    this.#text = text
    const form = {
      view: { sale: view.settling },
      text: { ...payTexts, problems: text.problems },
      lang,
      nowMs,
    }
    return html`${kind === 'refund' ? html`<p>${text.refundNote}</p>` : nothing}
    ${this.#resolver.render(form)}`
  }

  #hear(news: ResolveNews): void {
    const { sale } = news
    const desk = this.#desk
    const { settling } = desk.view
    if (settling?.id !== sale.id) return
    const { state, reason, reference, approvalCode, by, settledAtMs, deviceFreeAtMs, version } = sale
    const row = {
      ...settling,
      state,
      reason,
      reference,
      approvalCode,
      by,
      settledAtMs,
      deviceFreeAtMs,
      version,
    }
    desk.step({ type: 'row', row })
    const note = noteOf(news)
    if (!note) return
    const kind = note === 'alreadySettled' ? 'warn' : 'good'
    desk.step({ type: 'settled', note: { kind, text: this.#text[note](row.order) } })
    if (note !== 'alreadySettled')
      desk.dispatch('terminal-desk-settled', {
        outcome: note === 'settledPaid' ? 'paid' : 'unpaid',
        sale: row,
      })
  }
}
