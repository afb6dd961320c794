// The part of <terminal-desk> that refunds a sale: a form for the amount, then <terminal-pay> with a token for this refund. It is loaded
// when a person opens a refund.
import { css, html, nothing, type TemplateResult } from 'lit'
import { button } from '../shared/controls.ts'
import type { BffHost } from '../shared/bff-controller.ts'
import type { TapboardElement } from '../shared/tapboard-element.ts'
import type { GetToken } from '../shared/token-source.ts'
import type { TerminalPayEvent } from '../terminal-pay/terminal-pay.events.ts'
import { PAY } from './load-pay.ts'
import { decimalAmount, readTypedAmount, typedAmount } from './refund.amount.ts'
import { REFUND_ENGLISH, type RefundStrings } from './refund.strings.ts'
import type { Scene } from './scene.ts'
import type { TerminalDeskController } from './terminal-desk.controller.ts'
import type { Refunding } from './terminal-desk.machine.ts'
import type { BaseStrings } from './terminal-desk.strings.ts'

const REFUND_STYLES = css`
  .refund form {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 6px;
  }
  .refund label {
    font-weight: 600;
  }
  .refund small {
    color: var(--quiet);
    font-size: 0.875rem;
  }
  .refund small.bad {
    color: var(--bad);
  }
  .refund [aria-invalid='true'] {
    border-color: var(--bad);
  }
  .refund .main {
    margin-block-start: 6px;
  }
`

/** The look that the page has chosen. */
type Look = Pick<TapboardElement<string>, 'theme' | 'density'>

/** Refunds one sale of the desk at a time. */
export class Refunder {
  /** The styles that the form adds to the element. */
  readonly styles = [REFUND_STYLES]
  readonly #desk: TerminalDeskController
  #refunding: Refunding | null = null
  #isWrong = false
  /** Asks the page for a token of the chosen refund; `null` while the form is shown. */
  #getToken: GetToken | null = null

  private constructor(desk: TerminalDeskController) {
    this.#desk = desk
  }

  /** Makes the part once <terminal-pay> is there. */
  static async make(desk: TerminalDeskController): Promise<Refunder> {
    // The page's own copy serves as well.
    if (!customElements.get('terminal-pay')) await PAY.load!()
    return new Refunder(desk)
  }

  /** The form for the amount, then the refund; `close` shows the list again. */
  render(scene: Scene, refunding: Refunding, close: () => void): TemplateResult {
    if (this.#refunding !== refunding) {
      this.#refunding = refunding
      this.#isWrong = false
      this.#getToken = null
    }
    return this.#getToken ? this.#renderPay(scene, refunding, close) : this.#renderForm(scene, refunding)
  }

  #renderForm({ formats, lang, text: base }: Scene, refunding: Refunding): TemplateResult {
    const text: BaseStrings & RefundStrings = { ...REFUND_ENGLISH, ...base }
    const { remainingMinor, sale } = refunding
    const { currency } = sale
    const isWrong = this.#isWrong
    const most = formats.money(remainingMinor, currency)
    return html`<form
      novalidate
      @input=${() => this.#show(false)}
      @submit=${(event: SubmitEvent) => this.#submit(event, refunding)}
    >
      <label for="refund-amount">${text.refundAmount}</label>
      <small id="refund-note" class=${isWrong ? 'bad' : ''}>
        ${isWrong ? text.refundWrong(most) : text.refundMost(most)}
      </small>
      <input
        id="refund-amount"
        name="amount"
        dir="ltr"
        inputmode="decimal"
        autocomplete="off"
        maxlength="16"
        value=${typedAmount(lang, remainingMinor, currency)}
        aria-describedby="refund-note"
        aria-invalid=${isWrong ? 'true' : 'false'}
      />
      ${button(text.refundNext, null, false, 'main')}
    </form>`
  }

  #renderPay({ lang, view }: Scene, { sale }: Refunding, close: () => void): TemplateResult {
    const { bffUrl, density, fetcher, theme } = this.#desk.host as BffHost & Look
    return html`<terminal-pay
      exportparts="button, main-button, notice"
      lang=${lang}
      theme=${theme ?? nothing}
      density=${density ?? nothing}
      ?resolve=${view.desk!.rights.includes('resolve')}
      .bffUrl=${bffUrl}
      .fetcher=${fetcher}
      .getToken=${this.#getToken}
      .refund=${sale.id}
      @terminal-pay-settled=${({ detail }: TerminalPayEvent<'terminal-pay-settled'>) => {
        if (detail.outcome === 'approved')
          this.#desk.dispatch('terminal-desk-refunded', { refund: detail.sale })
      }}
      @terminal-pay-done=${close}
      @terminal-pay-close=${close}
    ></terminal-pay>`
  }

  #show(isWrong: boolean): void {
    this.#isWrong = isWrong
    this.#desk.redraw()
  }

  #submit(event: SubmitEvent, refunding: Refunding): void {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const { remainingMinor, reference, sale } = refunding
    const { order, currency } = sale
    const field = form.querySelector('input')!
    const minor = readTypedAmount(field.value, remainingMinor, currency)
    if (minor === null) {
      field.focus()
      return this.#show(true)
    }
    const chosen = { order, amount: decimalAmount(minor, currency), currency, refund: reference }
    // Every token of this refund has the same terms; a page may exchange its callback meanwhile.
    this.#getToken = (wish) =>
      this.#desk.host.getToken!(wish.kind === 'refund' ? { ...wish, ...chosen } : wish)
    // The form goes: the focus stays with the refund.
    form.closest('section')!.querySelector('h3')!.focus()
    this.#desk.redraw()
  }
}
