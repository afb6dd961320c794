// The part of <terminal-desk> with everything that is known of a row, and the place of its refund. It is loaded after the first drawing.
import { web, type DeskRow } from '@tapboard/contract'
import { html, nothing, type CSSResult, type TemplateResult } from 'lit'
import { button } from '../shared/controls.ts'
import { Later } from '../shared/later.ts'
import { DETAILS_STYLES } from './details.styles.ts'
import { DETAILS_ENGLISH, type DetailsStrings } from './details.strings.ts'
import { renderLater } from './late.view.ts'
import type { Refunder } from './refund.part.ts'
import type { Scene } from './scene.ts'
import type { TerminalDeskController } from './terminal-desk.controller.ts'
import { OPEN, type Refunding } from './terminal-desk.machine.ts'
import type { BaseStrings } from './terminal-desk.strings.ts'

/** What is left of an approved sale after its refunds. A refund that may still be approved counts, too. */
export const remainingOf = (sale: DeskRow, rows: readonly DeskRow[]): number =>
  rows.reduce(
    (rest, { refundOf, state, amountMinor }) =>
      refundOf === sale.id && (OPEN.has(state) || state === 'approved') ? rest - amountMinor : rest,
    sale.amountMinor,
  )

/**
 * The reference of the next refund of a sale: its number among the approved ones. Two managers at once suggest the same one, and the BFF
 * pays each reference back once.
 */
export function nextReference(sale: DeskRow, rows: readonly DeskRow[]): string {
  const approved = new Set(
    rows.flatMap(({ refundOf, state, refund }) =>
      refundOf === sale.id && state === 'approved' ? [refund] : [],
    ),
  )
  let number = approved.size + 1
  while (approved.has(`refund-${number}`)) number += 1
  return `refund-${number}`
}

const isPaid = ({ kind, state }: DeskRow): boolean => kind === 'sale' && state === 'approved'

// A person's word about a sale has no reference that a refund could name (D-131).
const isRefundable = (row: DeskRow): boolean => isPaid(row) && row.by === 'upstream' && row.reference !== null

/** The refunds of no sale. */
const UNREAD = { id: '', minor: null, reference: '' }

/** The details of a row. */
export class Details {
  readonly #refunder: Later<Refunder>
  readonly #desk: TerminalDeskController
  /** The rest of the sale whose order was read last, and the reference of its next refund. */
  #rest: { readonly id: string; readonly minor: number | null; readonly reference: string } = UNREAD

  constructor(desk: TerminalDeskController) {
    this.#desk = desk
    this.#refunder = new Later(
      async () => (await import('./refund.part.ts')).Refunder.make(desk),
      () => desk.redraw(),
    )
  }

  /** Styles after the first drawing. */
  get styles(): readonly CSSResult[] {
    return [DETAILS_STYLES, ...(this.#refunder.part?.styles ?? [])]
  }

  /** A refund in place of the list, so that news of other sales moves nothing under the hands of the person. */
  renderRefund(scene: Scene, refunding: Refunding): TemplateResult {
    const { text } = scene
    const { id, order } = refunding.sale
    const close = (): void => void this.#show(null, `row-${id}`)
    this.#refunder.foresee()
    return html`<section class="refund" part="refund" aria-labelledby="refunding">
      <div class="row">
        <h3 class="grow" id="refunding" tabindex="-1">
          <bdi>${order}</bdi> <span class="count">${text.refund}</span>
        </h3>
        ${button(text.close, close)}
      </div>
      ${renderLater(scene, this.#refunder, (refunder) => refunder.render(scene, refunding, close))}
    </section>`
  }

  /** Labels and values; a value that is not known is not shown. Below them, what can be done. */
  render({ formats, text: base, view }: Scene, row: DeskRow): TemplateResult {
    const text: BaseStrings & DetailsStrings = { ...DETAILS_ENGLISH, ...base }
    const { attempt, reference, approvalCode, externalId, settledAtMs, message, reason } = row
    const { person, requestedBy, device, currency } = row
    const mayRefund = view.desk!.rights.includes('refund') && isPaid(row)
    const rest = mayRefund && isRefundable(row) ? this.#restOf(row) : null
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
      ${rest ? button(text.refund, () => this.#refund({ sale: row, remainingMinor: rest, reference: this.#rest.reference })) : nothing}
      ${mayRefund && !isRefundable(row) ? html`<p><bdi>${text.refundElsewhere}</bdi></p>` : nothing}`
  }

  /** The rest of a sale; `null` until the refunds of its order are read, once for each opened row. */
  #restOf(row: DeskRow): number | null {
    if (this.#rest.id !== row.id) void this.#readRest(row)
    return this.#rest.minor
  }

  async #readRest(row: DeskRow): Promise<void> {
    this.#rest = { ...UNREAD, id: row.id }
    const desk = this.#desk
    const signal = desk.run('rest')
    const query = { order: row.order, limit: '500' }
    const answer = await desk.client().call(web.listDeskSales, { query, signal })
    if (signal.aborted || !answer.ok) return
    const { sales } = answer.value
    this.#rest = { id: row.id, minor: remainingOf(row, sales), reference: nextReference(row, sales) }
    desk.redraw()
  }

  #refund(refunding: Refunding): void {
    const { sale, remainingMinor } = refunding
    const { order, id, currency } = sale
    const isOurs = this.#desk.dispatch('terminal-desk-refund', { order, sale: id, remainingMinor, currency })
    // The refunds are read again at the next drawing.
    this.#rest = UNREAD
    if (isOurs) void this.#show(refunding, 'refunding')
  }

  /** Opens a refund, or shows the list again; the focus goes to the node with this ID. */
  async #show(refunding: Refunding | null, id: string): Promise<void> {
    const { host } = this.#desk
    this.#desk.step({ type: 'refunding', refunding })
    await host.updateComplete
    host.shadowRoot!.getElementById(id)?.focus()
  }
}
