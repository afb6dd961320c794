// The part of <terminal-desk> with everything that is known of a row. It is loaded after the first drawing.
import { web, type DeskRow } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { button } from '../shared/controls.ts'
import { DETAILS_STYLES } from './details.styles.ts'
import { DETAILS_ENGLISH, type DetailsStrings } from './details.strings.ts'
import type { Scene } from './scene.ts'
import type { TerminalDeskController } from './terminal-desk.controller.ts'
import { OPEN } from './terminal-desk.machine.ts'
import type { BaseStrings } from './terminal-desk.strings.ts'

/** What is left of an approved sale after its refunds. A refund that may still be approved counts, too. */
export const remainingOf = (sale: DeskRow, rows: readonly DeskRow[]): number =>
  rows.reduce(
    (rest, { refundOf, state, amountMinor }) =>
      refundOf === sale.id && (OPEN.has(state) || state === 'approved') ? rest - amountMinor : rest,
    sale.amountMinor,
  )

/** A person's word about a sale has no reference that a refund could name. */
const isRefundable = ({ kind, state, by, reference }: DeskRow): boolean =>
  kind === 'sale' && state === 'approved' && by === 'upstream' && reference !== null

/** The details of a row. */
export class Details {
  /** Styles after the first drawing. */
  readonly styles = DETAILS_STYLES
  readonly #desk: TerminalDeskController
  /** The rest of the sale whose order was read last. */
  #rest: { readonly id: string; readonly minor: number | null } = { id: '', minor: null }

  constructor(desk: TerminalDeskController) {
    this.#desk = desk
  }

  /** Labels and values; a value that is not known is not shown. Below them, what can be done. */
  render({ formats, text: base, view }: Scene, row: DeskRow): TemplateResult {
    const text: BaseStrings & DetailsStrings = { ...DETAILS_ENGLISH, ...base }
    const { attempt, reference, approvalCode, externalId, settledAtMs, message, reason } = row
    const { person, requestedBy, device, currency } = row
    const rest = view.desk!.rights.includes('refund') && isRefundable(row) ? this.#restOf(row) : null
    const facts: readonly (readonly [string, unknown])[] = [
      [text.attempt, formats.number(attempt)],
      [text.reference, reference],
      [text.approvalCode, approvalCode],
      [text.ourReference, externalId],
      [text.ended, settledAtMs && formats.moment(settledAtMs)],
      [text.message, (reason && text.reasons[reason]) || message],
      [text.settledBy, person],
      [text.requestedBy, requestedBy],
      [text.terminal, `${device.make} · ${device.serialEnding}`],
      [text.refundable, rest === null ? null : formats.money(rest, currency)],
    ]
    return html`<dl>
        ${facts.map(([name, value]) =>
          value
            ? html`<div>
                <dt>${name}</dt>
                <dd><bdi>${value}</bdi></dd>
              </div>`
            : nothing,
        )}
      </dl>
      ${rest ? button(text.refund, () => this.#refund(row, rest)) : nothing}`
  }

  /** The rest of a sale; `null` until the refunds of its order are read, once for each opened row. */
  #restOf(row: DeskRow): number | null {
    if (this.#rest.id !== row.id) void this.#readRest(row)
    return this.#rest.minor
  }

  async #readRest(row: DeskRow): Promise<void> {
    this.#rest = { id: row.id, minor: null }
    const desk = this.#desk
    const signal = desk.run('rest')
    const query = { order: row.order, limit: '500' }
    const answer = await desk.client().call(web.listDeskSales, { query, signal })
    if (signal.aborted || !answer.ok) return
    this.#rest = { id: row.id, minor: remainingOf(row, answer.value.sales) }
    desk.redraw()
  }

  #refund({ order, id: sale, currency }: DeskRow, remainingMinor: number): void {
    this.#desk.dispatch('terminal-desk-refund', { order, sale, remainingMinor, currency })
    // The refunds are read again at the next drawing.
    this.#rest = { id: '', minor: null }
  }
}
