// What stands around every phase of <terminal-pay>: merchant, amount, the terminal in use, the title; and the phases
// that are nothing more than that.
import { isSettled } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { isSetup } from './mistakes.ts'
import { stepOf } from './progress.view.ts'
import { renderSign } from './result.view.ts'
import { money, type Scene } from './scene.ts'
import { phaseOf } from './terminal-pay.machine.ts'

/** Name of the terminal in use: large and visible from the start of a sale to its end. */
const heldName = ({ view }: Scene): string => {
  const { checkout, starting, sale } = view
  return checkout?.devices.find(({ id }) => id === starting?.deviceId)?.name ?? sale?.device.name ?? ''
}

const paidAmount = ({ view, lang }: Scene): string => {
  const due = view.sale ?? view.checkout
  return due ? money(lang, due.amountMinor, due.currency) : ''
}

/** The title: what is going on, in a few words. */
export function titleOf(scene: Scene): string {
  const { view, text } = scene
  const phase = phaseOf(view)
  switch (phase) {
    case 'loading':
      return text.loading
    case 'fault':
      return view.fault && isSetup(view.fault) ? text.faults['setup']! : text.faults['network']!
    case 'choosing':
      return text.chooseTerminal
    case 'contacting':
      return text.contacting(heldName(scene))
    case 'waiting':
      return view.sale?.stillWaiting
        ? text.stillWaiting
        : stepOf(scene) === 1
          ? text.present
          : stepOf(scene) === 2
            ? text.authorizing
            : text.follow(heldName(scene))
    case 'unpaid':
      return text.unpaid[view.sale!.state as keyof typeof text.unpaid]
    case 'done':
      return text.paid(paidAmount(scene))
    case 'unwatched':
    case 'doubt':
    case 'review':
    case 'approved':
      return text[phase]
  }
}

/** Merchant, order, amount and terminal. */
export function renderHead(scene: Scene): TemplateResult {
  const { view, text } = scene
  const { checkout } = view
  const phase = phaseOf(view)
  return html`<header part="header">
    <p class="row between quiet">
      <span>${checkout ? `${checkout.merchant.name} · ${text.order(checkout.order)}` : text.amountDue}</span>
      ${checkout?.environment === 'sandbox' ? html`<span class="badge" part="badge">${text.test}</span>` : nothing}
    </p>
    <p class="amount" part="amount">${checkout ? paidAmount(scene) : html`<i class="bone"></i>`}</p>
    ${
      checkout && phase !== 'choosing'
        ? html`<p class="held" part="terminal-name">${heldName(scene)}</p>`
        : nothing
    }
  </header>`
}

/** The sign of a sale that is no longer on its way. */
export const renderSignOf = (scene: Scene): TemplateResult | typeof nothing => {
  const phase = phaseOf(scene.view)
  const { sale } = scene.view
  return sale && (isSettled(sale.state) || phase === 'doubt' || phase === 'review') && phase !== 'choosing'
    ? renderSign(scene)
    : nothing
}

/** The shape of what is coming, at its size. */
export const renderLoading = (): TemplateResult =>
  html`<div class="stack" aria-hidden="true">
    <i class="bone"></i><i class="bone"></i><i class="bone"></i>
  </div>`

/** Nothing can be drawn: calm, with a way to try again. */
export const renderFault = ({ text, actions }: Scene): TemplateResult =>
  html`<button part="button" @click=${() => actions.load()}>${text.tryAgain}</button>`
