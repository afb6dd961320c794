// What became of a sale: approved, unpaid, unknown, or contradictory; with everything a person may have to pass on.
import type { Sale } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { renderRefusal } from './choosing.view.ts'
import { sign } from './drawings.ts'
import { money, type Scene } from './scene.ts'

type Row = readonly [name: string, value: string | null]

const table = (rows: readonly Row[]): TemplateResult =>
  html`<dl part="facts">
    ${rows.map(([name, value]) =>
      value
        ? html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`
        : nothing,
    )}
  </dl>`

const facts = ({ text, lang }: Scene, sale: Sale): readonly Row[] => [
  [text.amount, money(lang, sale.amountMinor, sale.currency)],
  [text.approvalCode, sale.approvalCode],
  [text.reference, sale.reference],
  [text.ourReference, sale.reference ? null : sale.externalId],
  [text.card, sale.card],
  [text.terminal, `${sale.device.name} · ${sale.device.make} · ${sale.device.serialEnding}`],
  [
    text.time,
    new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(
      sale.settledAtMs ?? sale.createdAtMs,
    ),
  ],
]

const copyButton = ({ text, actions }: Scene, rows: readonly Row[]): TemplateResult => {
  const lines = rows.filter(([, value]) => value).map((row) => row.join(': '))
  return html`<button part="button" @click=${() => actions.copy(lines.join('\n'))}>
    ${actions.copied ? text.copied : text.copy}
  </button>`
}

/** Approved, with the reporting rows when asked for. */
export function renderApproved(scene: Scene): TemplateResult {
  const { view, text, actions } = scene
  const sale = view.sale!
  const rows = facts(scene, sale)
  return html`${sale.by === 'person' ? html`<p class="quiet">${text.byPerson}</p>` : nothing} ${table(rows)}
    ${actions.details ? table(actions.details.rows.map(({ name, value }) => [name, value])) : nothing}
    ${renderRefusal(scene)}
    <div class="row">
      ${copyButton(scene, rows)}
      <button part="button" @click=${() => print()}>${text.print}</button>
      ${
        view.checkout!.features.details && !actions.details
          ? html`<button part="button" ?disabled=${view.asking} @click=${() => actions.showDetails()}>
              ${text.details}
            </button>`
          : nothing
      }
    </div>
    <button class="main" part="button main-button" @click=${() => actions.dismiss()}>${text.done}</button>`
}

/** Unknown, said honestly. */
export function renderDoubt(scene: Scene): TemplateResult {
  const { view, text, actions } = scene
  const rows = facts(scene, view.sale!)
  return html`<p class="notice warn" part="notice">${text.doubtNote}</p>
    ${table(rows)} ${renderRefusal(scene)}
    <button class="main" part="button main-button" ?disabled=${view.asking} @click=${() => actions.check()}>
      ${text.checkNow}
    </button>
    <div class="row">${copyButton(scene, rows)}</div>`
}

/** The evidence contradicts itself: a person has to look. */
export function renderReview(scene: Scene): TemplateResult {
  const { view, text } = scene
  const rows = facts(scene, view.sale!)
  return html`<p class="notice warn" part="notice">
      <b>${text.reasons[view.sale!.reason ?? '']}</b> ${text.reviewNote}
    </p>
    ${table(rows)}
    <div class="row">${copyButton(scene, rows)}</div>`
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
    <button part="button" @click=${() => actions.putAside()}>${text.otherTerminal}</button>`
}

/** The sign of a finished or doubtful sale. */
export const renderSign = ({ view }: Scene): TemplateResult | typeof nothing => {
  const { sale } = view
  if (!sale) return nothing
  return sign(sale.state === 'approved' ? 'good' : /^(in_doubt|review)$/.test(sale.state) ? 'warn' : 'bad')
}
