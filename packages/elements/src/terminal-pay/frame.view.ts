// What stands around every phase of <terminal-pay>: merchant, amount, the terminal in use, the title; and the phases
// that are nothing more than that.
import { html, nothing, type TemplateResult } from 'lit'
import { again, button, notice, problem, type Part } from './controls.ts'
import { faultText } from '../shared/mistakes.ts'
import { stepOf } from './progress.view.ts'
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
    case 'fault':
      return view.running ? text.running : text.problems[faultText(view.fault!)]!
    case 'contacting':
      return text.contacting(heldName(scene))
    case 'waiting':
      return view.sale!.stillWaiting
        ? text.stillWaiting
        : [text.follow(heldName(scene)), text.present, text.authorizing][stepOf(scene)]!
    case 'unpaid':
      return text.unpaid[view.sale!.state as keyof typeof text.unpaid]
    case 'done':
      return text.paid(paidAmount(scene))
    case 'loading':
    case 'choosing':
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
    <p class="row quiet">
      <span>${checkout ? `${checkout.merchant.name} · ${text.order(checkout.order)}` : '\u00a0'}</span>
      ${checkout?.environment === 'sandbox' ? html`<span class="badge" part="badge">${text.test}</span>` : nothing}
    </p>
    <p class="amount" part="amount">${checkout ? paidAmount(scene) : nothing}</p>
    ${
      checkout && phase !== 'choosing'
        ? html`<p class="held" part="terminal-name">${heldName(scene)}</p>`
        : nothing
    }
  </header>`
}

/** The shape of what is coming, at its size. */
export const renderLoading = (): TemplateResult =>
  html`<div class="bones" aria-hidden="true"><i></i><i></i><i></i></div>`

/** What became of the sale; the title has said it already. */
export function renderResult(scene: Scene): Part {
  const { results, text } = scene
  if (results.part) return results.part.render(scene)
  if (!results.failed) return renderLoading()
  return html`${problem(scene, 'network')} ${button(text.tryAgain, () => results.load())}`
}

/** Nothing can be drawn: calm; first that a sale may be running, then why, what happens next, and a way to try again. */
export function renderFault(scene: Scene): TemplateResult {
  const { text, view } = scene
  const { running, fault } = view
  return running
    ? html`<p class="held" part="terminal-name">${running.terminal}</p>
        <p>${text.order(running.order)}</p>
        ${notice('warn', text.problems[faultText(fault!)]!, again(scene))}`
    : again(scene)
}
