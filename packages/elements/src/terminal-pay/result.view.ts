// The result of a sale: approved, unpaid, unknown, or contradictory, with all facts that a person may have to pass on.
import { isSettled, shortReference } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { button, type Part } from '../shared/controls.ts'
import { phrase, phrases } from './choice.phrases.ts'
import { buttons, MAIN, message, sentences, unbroken, type Presses } from './controls.ts'
import { money } from './format.ts'
import { Guide } from './guide.view.ts'
import { printReceipt } from './receipt.ts'
import { endButtons, salePresses } from './sale.buttons.ts'
import type { SaleScene } from './scene.ts'
import { conflictOf } from './terminal-pay.machine.ts'
import type { TerminalPayController } from './terminal-pay.controller.ts'

/** Name and value; `ltr` is the end of the value that stays left-to-right between right-to-left words. */
type Row = readonly [name: string, value: string | null, ltr?: string]

const table = (rows: readonly Row[]): TemplateResult =>
  html`<dl part="facts">
    ${rows.map(
      ([name, value, ltr]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}${ltr ? html`<bdi dir="ltr">${ltr}</bdi>` : nothing}</dd>
        </div>`,
    )}
  </dl>`

/** Facts of the order as a list. Its state and number are in the title, the header and the copied text. */
const facts = (scene: SaleScene): readonly Row[] => {
  const { text, lang, view, sale: part } = scene
  const sale = view.sale!
  const { device } = sale
  const time = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' })
  const rows: readonly Row[] = [
    [text.amount, money(lang, sale.amountMinor, sale.currency)],
    [text.approvalCode, sale.approvalCode],
    [text.reference, sale.reference],
    [text.ourReference, sale.reference ? null : sale.externalId],
    ...part.paymentOf(scene),
    [text.earlier, conflictOf(view)],
    [text.session, isSettled(sale.state) ? null : sale.sessionId],
    [text.card, sale.card],
    [text.terminal, `${device.name} · ${device.make} · `, device.serialEnding],
    [text.time, time.format(sale.settledAtMs ?? sale.createdAtMs)],
  ]
  return rows.filter(([, value]) => value)
}

/** The rows of the payment service's report, once requested. */
const reportOf = ({ sale }: SaleScene): readonly Row[] =>
  sale.details?.rows.map(({ name, value }) => [name, value]) ?? []

/** The section for a decision, once its part is loaded; empty if the page does not permit decisions. */
const decision = (scene: SaleScene): Part => {
  const { resolve, text } = scene
  if (!resolve) return nothing
  if (resolve.part) return resolve.part.render(scene)
  return resolve.failed
    ? message(
        'bad',
        text.missingPart,
        button(text.tryAgain, () => resolve.load()),
      )
    : nothing
}

/** Text of the last check's result; empty before a check and once the result is not unknown any more. */
const checkedText = ({ row, text, sale }: SaleScene): string =>
  (row.phase === 'doubt' && { 200: text.uncheckable, 202: text.checked }[sale.checked]) || ''

/** Facts as lines of text. */
const textOf = (rows: readonly Row[]): string =>
  rows.map(([name, value, ltr = '']) => [name, value + ltr].filter(Boolean).join(': ')).join('\n')

/** Opens the dialog of the system that sends the facts of the sale elsewhere; a person may close it. */
const share = ({ view }: SaleScene, text: string): Promise<void> =>
  navigator.share({ title: view.checkout!.merchant.name, text }).catch(() => undefined)

/** The open form of a manager has the main button. */
const NONE = /^$/

/** Renders the result of a sale. */
export class Results {
  readonly #pay: TerminalPayController
  readonly #guide = new Guide()
  /** ID of the sale whose facts are in the clipboard. */
  #copied = ''
  /** ID of the paid sale whose facts are shown. */
  #opened = ''

  constructor(pay: TerminalPayController) {
    this.#pay = pay
  }

  /** Text for the live region instead of the title: the answer to a check, or the safe action. */
  spoken(scene: SaleScene): string {
    return checkedText(scene) || (scene.row.phase === 'doubt' && this.#guide.advice(scene)) || ''
  }

  /** Renders the content below the stage. */
  render(scene: SaleScene): Part {
    const { view, row } = scene
    if (view.press) return html`${sentences(scene)}${endButtons(scene, salePresses(scene))}`
    if (row.phase === 'closed') return html`<div class="row">${buttons(scene, salePresses(scene))}</div>`
    const checked = checkedText(scene)
    const rows = facts(scene)
    const presses = salePresses(scene, this.#presses(scene, rows))
    const details = row.actions.includes('details') ? this.#detailsButton(scene) : nothing
    // A manager settles the sale before reading on: the section is in the first view, above the facts.
    return html`${this.#guide.render(scene)} ${this.#sentences(scene)}
    ${scene.offered.includes('resolve') ? decision(scene) : nothing}
    ${
      /approved|unpaid/.test(row.phase)
        ? endButtons(scene, presses, details)
        : html`<div class="row">
            ${buttons(scene, presses, scene.resolve?.part?.open ? NONE : MAIN)} ${details}
          </div>`
    }
    ${checked && view.fault === null ? html`<p class="quiet">${checked}</p>` : nothing}
    ${this.#isOpen(scene) ? table([...rows, ...reportOf(scene)]) : nothing}`
  }

  /** Checks whether the facts are shown: those of an unknown sale always, those of a paid one on request. */
  #isOpen(scene: SaleScene): boolean {
    const { view, row } = scene
    if (row.actions.includes('details')) return this.#opened === view.sale!.id
    return row.actions.includes('copy')
  }

  #detailsButton(scene: SaleScene): TemplateResult {
    return html`<button
      part="button"
      type="button"
      aria-expanded=${this.#isOpen(scene)}
      @click=${() => this.#toggle(scene)}
    >
      ${scene.text.details}
    </button>`
  }

  /** Opens or closes the facts; asks for the report of the payment service when they are opened. */
  #toggle(scene: SaleScene): void {
    const { sale, view } = scene
    const isOpen = this.#isOpen(scene)
    this.#opened = isOpen ? '' : view.sale!.id
    // The payment service finds a report by the reference; a manager may have entered an approval code only.
    const isReported = view.checkout!.features.details && view.sale!.reference
    if (!isOpen && !sale.details && isReported && view.link === 'alive') void sale.ask('details')
    this.#pay.redraw()
  }

  #sentences(scene: SaleScene): Part {
    const { row, view } = scene
    // The stage has the reason of an end without a payment.
    const keys = row.phase === 'unpaid' ? ['amountNow'] : row.sentences
    const [first, ...rest] = phrases(keys, scene)
    if (!first) return nothing
    const code = shortReference(view.sale?.externalId ?? '')
    const lines = rest.map((line) => html`<bdi>${unbroken(line, code)}</bdi><br />`)
    if (row.notice) return message(row.notice, first, lines)
    return html`<p><bdi>${first}</bdi><br />${lines}</p>`
  }

  #presses(scene: SaleScene, rows: readonly Row[]): Presses {
    const { text, actions, row, sale, situation, view } = scene
    const { id, order } = view.sale!
    const busy = view.asking !== null
    const all: readonly Row[] = [[text.order(order), ''], [text.state, phrase(row.title, scene)], ...rows]
    return {
      // The earlier attempt decides: the checkout shows it and whether the order can be charged again.
      check:
        situation === 'unpaid-paid-before'
          ? [text.checkNow, () => actions.load()]
          : [text.checkNow, () => sale.ask('check'), busy || situation === 'doubt-resending'],
      done: [text.done, () => actions.step({ type: 'dismissed' })],
      copy: [
        this.#copied === id ? text.copied : row.notice === 'warn' ? text.copyDetails : text.copy,
        () => void this.#copy(id, all),
      ],
      print: [text.print, () => printReceipt(scene, table(rows.filter(([name]) => name !== text.amount)))],
      share: 'share' in navigator ? [text.share, () => void share(scene, textOf(all))] : null,
    }
  }

  /** Copies the facts of the sale if the browser permits it. */
  async #copy(id: string, rows: readonly Row[]): Promise<void> {
    this.#copied = await navigator.clipboard.writeText(textOf(rows)).then(
      () => id,
      () => '',
    )
    this.#pay.redraw()
  }
}
