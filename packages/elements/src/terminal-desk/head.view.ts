// The head of <terminal-desk>: merchant, day, connection and totals.
import type { DeskSum, DeskTotals } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { button, type Part } from '../shared/controls.ts'
import type { Scene } from './scene.ts'
import { otherDay } from './terminal-desk.machine.ts'

/** Renders the merchant, the title, the connection and the choice of the day. */
export function renderHead(scene: Scene): TemplateResult {
  const { view, text, formats } = scene
  const { desk, fault, alive, heardAtMs } = view
  return html`<header part="header">
    <p class="row quiet">
      <span>${desk ? desk.merchant.name : '\u00a0'}</span>
      ${desk?.environment === 'sandbox' ? html`<span class="badge" part="badge">${text.test}</span>` : nothing}
    </p>
    <div class="row">
      <h2 id="title" part="title" tabindex="-1">${desk || fault ? text.title : text.loading}</h2>
      ${
        desk
          ? html`<p class=${`dot ${alive ? 'good' : 'warn'}`} part="connection">
              ${alive ? text.live : text.notLive(formats.time(heardAtMs))}
            </p>`
          : nothing
      }
    </div>
    ${desk ? renderDays(scene, desk.day, desk.today) : nothing}
  </header>`
}

/** The choice of the day. */
function renderDays({ text, formats, actions }: Scene, day: string, today: string): TemplateResult {
  const go = (wanted: string): void =>
    actions.look({ day: wanted === today ? null : wanted, search: '', exact: null, cursors: [] })
  return html`<div class="days" part="days">
    <p class="date">${formats.day(day)}</p>
    <div class="row">
      ${button('‹', () => go(otherDay(day, -1)), false, '', text.previousDay)}
      <input
        type="date"
        aria-label=${text.day}
        .value=${day}
        min="2000-01-01"
        max=${today}
        @change=${({ target }: Event) => {
          const { value, validity } = target as HTMLInputElement
          if (value && validity.valid) go(value)
        }}
      />
      ${button('›', () => go(otherDay(day, 1)), day >= today, '', text.nextDay)}
      ${day === today ? nothing : button(text.today, () => go(today))}
    </div>
  </div>`
}

/** The totals of the day, one tile for each kind, one line for each currency. Refunds have tiles only where there are some. */
export function renderTotals({ view, text, formats }: Scene): TemplateResult {
  const { totals, currency } = view.desk!
  const tile = (kind: Total, amountOf: (totals: DeskTotals) => DeskSum, note: Part = nothing): Part => {
    const lines = totals.map((one) => ({ ...amountOf(one), currency: one.currency }))
    const count = lines.reduce((sum, line) => sum + line.count, 0)
    if (!count && kind !== 'approved') return nothing
    const shown = lines.length ? lines : [{ amountMinor: 0, currency }]
    return html`<div class=${kind} part="total">
      <dt>${text[kind]} <span class="count">${formats.number(count)}</span></dt>
      ${shown.map((line) => html`<dd>${formats.money(line.amountMinor, line.currency)}</dd>`)} ${note}
    </div>`
  }
  return html`<dl class="totals" part="totals" aria-label=${text.totals}>
    ${tile('approved', ({ sales }) => sales)} ${tile('refunded', ({ refunds }) => refunds.approved)}
    ${tile('net', ({ sales, refunds: { approved } }) => ({
      count: approved.count && sales.count + approved.count,
      amountMinor: sales.amountMinor - approved.amountMinor,
    }))}
    ${tile('unresolved', both('unresolved'), html`<dd class="quiet">${text.notCounted}</dd>`)}
    ${tile('running', both('running'))} ${tile('unpaid', both('unpaid'))}
  </dl>`
}

type Total = 'approved' | 'refunded' | 'net' | 'unresolved' | 'running' | 'unpaid'

/** Sales and refunds of an outcome together. */
const both =
  (name: 'unresolved' | 'running' | 'unpaid') =>
  (totals: DeskTotals): DeskSum => ({
    count: totals[name].count + totals.refunds[name].count,
    amountMinor: totals[name].amountMinor + totals.refunds[name].amountMinor,
  })
