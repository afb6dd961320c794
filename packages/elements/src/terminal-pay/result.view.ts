// What became of a sale: approved, unpaid, unknown, or contradictory; with everything a person may have to pass on.
import { html, nothing, type TemplateResult } from 'lit'
import { renderRefusal } from './choosing.view.ts'
import { money, type Scene } from './scene.ts'

type Row = readonly [name: string, value: string | null]

const table = (rows: readonly Row[]): TemplateResult =>
  html`<dl part="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`

const facts = ({ text, lang, view }: Scene): readonly Row[] => {
  const sale = view.sale!
  const { device } = sale
  const time = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' })
  const rows: readonly Row[] = [
    [text.amount, money(lang, sale.amountMinor, sale.currency)],
    [text.approvalCode, sale.approvalCode],
    [text.reference, sale.reference],
    [text.ourReference, sale.reference ? null : sale.externalId],
    [text.card, sale.card],
    [text.terminal, `${device.name} · ${device.make} · ${device.serialEnding}`],
    [text.time, time.format(sale.settledAtMs ?? sale.createdAtMs)],
  ]
  return rows.filter(([, value]) => value)
}

const copyButton = (scene: Scene): TemplateResult => {
  const { text, actions } = scene
  const lines = facts(scene).map((row) => row.join(': '))
  return html`<button part="button" @click=${() => actions.copy(lines.join('\n'))}>
    ${actions.copied ? text.copied : text.copy}
  </button>`
}

/** Approved, with the reporting rows when asked for. */
export function renderApproved(scene: Scene): TemplateResult {
  const { view, text, actions } = scene
  const sale = view.sale!
  return html`${sale.by === 'person' ? html`<p class="quiet">${text.byPerson}</p>` : nothing}
    ${table(facts(scene))}
    ${actions.details ? table(actions.details.rows.map(({ name, value }) => [name, value])) : nothing}
    ${renderRefusal(scene)}
    <div class="row">
      ${copyButton(scene)}
      <button part="button" @click=${() => print()}>${text.print}</button>
      ${
        view.checkout!.features.details && !actions.details
          ? html`<button part="button" ?disabled=${view.asking} @click=${() => actions.ask('details')}>
              ${text.details}
            </button>`
          : nothing
      }
    </div>
    <button class="main" part="button main-button" @click=${() => actions.step({ type: 'dismissed' })}>
      ${text.done}
    </button>`
}

/** Unknown, said honestly. */
export function renderDoubt(scene: Scene): TemplateResult {
  const { view, text, actions } = scene
  return html`<p class="notice warn" part="notice">${text.doubtNote}</p>
    ${table(facts(scene))} ${renderRefusal(scene)}
    <button
      class="main"
      part="button main-button"
      ?disabled=${view.asking}
      @click=${() => actions.ask('check')}
    >
      ${text.checkNow}
    </button>
    <div class="row">${copyButton(scene)}</div>`
}

/** The evidence contradicts itself: a person has to look. */
export function renderReview(scene: Scene): TemplateResult {
  const { view, text } = scene
  return html`<p class="notice warn" part="notice">
      <b>${text.reasons[view.sale!.reason ?? '']}</b> ${text.reviewNote}
    </p>
    ${table(facts(scene))}
    <div class="row">${copyButton(scene)}</div>`
}

/** Over without a payment. */
export function renderUnpaid(scene: Scene): TemplateResult {
  const { view, text, actions } = scene
  const sale = view.sale!
  return html`<p>${sale.message ?? text.reasons[sale.reason ?? '']} ${text.notCharged}</p>
    ${renderRefusal(scene)}
    ${
      scene.headless
        ? nothing
        : html`<button class="main" part="button main-button" @click=${() => actions.start()}>
            ${text.tryAgain}
          </button>`
    }
    <button part="button" @click=${() => actions.step({ type: 'put-aside' })}>${text.otherTerminal}</button>`
}
