// The printed receipt of a sale: a page of its own beside the element's content, which exists only while it is printed. Its
// heading is the title of the screen: nothing but an approval looks like one.
import { html, nothing, render, type TemplateResult } from 'lit'
import { printAlone } from '../shared/print-alone.ts'
import { phrase, phrases } from './choice.phrases.ts'
import { amountOf } from './phrases.ts'
import type { SaleScene } from './scene.ts'
import { namesAmount } from './stage.view.ts'

const receipt = (scene: SaleScene, facts: TemplateResult): TemplateResult => {
  const { text, view, row } = scene
  const { merchant, order, environment } = view.checkout!
  return html`<b>${merchant.name}</b>
    <p>${text.order(order)}</p>
    ${namesAmount(scene) ? nothing : html`<p class="amount">${amountOf(scene)}</p>`}
    <p class="amount">${phrase(row.title, scene)}</p>
    ${phrases(row.sentences, scene).map((words) => html`<p>${words}</p>`)}
    ${environment === 'sandbox' ? html`<p>${text.noMoney}</p>` : nothing} ${facts}`
}

/** Prints the receipt of the shown sale with these facts, and removes it afterwards. */
export function printReceipt(scene: SaleScene, facts: TemplateResult): void {
  const { host } = scene.actions
  const root = host.shadowRoot!
  const { dir, lang } = root.querySelector('section')!
  const page = Object.assign(host.ownerDocument.createElement('div'), { className: 'receipt', dir, lang })
  render(receipt(scene, facts), page)
  root.querySelector('.receipt')?.remove()
  root.append(page)
  addEventListener('afterprint', () => page.remove(), { once: true })
  printAlone(host)
}
