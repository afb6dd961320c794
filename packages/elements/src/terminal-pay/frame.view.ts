// The frame around every phase of <terminal-pay> – merchant, amount and the terminal in use – and the phases without further
// content.
import { html, nothing, type TemplateResult } from 'lit'
import { dueOf, phrases } from './choice.phrases.ts'
import { buttons, message, retrying, unbroken } from './controls.ts'
import type { Part } from '../shared/controls.ts'
import type { Scene } from './scene.ts'

/** Merchant, order, amount and terminal. A failed read knows none of them, and its message needs no place for them. */
export function renderHead(scene: Scene): Part {
  const { view, text, row, sale } = scene
  const { checkout } = view
  if (row.phase === 'fault') return nothing
  return html`<header part="header">
    <p class="quiet">
      ${checkout?.environment === 'sandbox' ? html`<span class="badge" part="badge">${text.test}</span>` : nothing}${
        checkout
          ? html`${checkout.merchant.name} ·
              <span class="whole" dir="auto">${unbroken(text.order(checkout.order), checkout.order)}</span>`
          : '\u00a0'
      }${
        sale && checkout && row.phase !== 'choosing'
          ? html` · <span class="whole" dir="auto" part="terminal-name">${sale.nameOf(scene)}</span>`
          : nothing
      }
    </p>
    ${sale?.renderHead(scene) ?? html`<p class="amount" part="amount">${dueOf(scene)}</p>`}
  </header>`
}

/** A skeleton of the next screen, at its size. */
export const renderLoading = (): TemplateResult =>
  html`<div class="bones" aria-hidden="true"><i></i><i></i></div>`

/**
 * The screen for a failed read: first the sale that may be running, then the cause, the time of the next try, and a button to
 * retry.
 */
export function renderFault(scene: Scene): TemplateResult {
  const { text, view, row } = scene
  const { running } = view
  const again = html`${retrying(scene)} ${buttons(scene)}`
  return running
    ? html`<p class="held" part="terminal-name">${running.terminal}</p>
        <p>${text.order(running.order)}</p>
        ${message('warn', phrases(row.sentences, scene).join(' '), again)}`
    : again
}
