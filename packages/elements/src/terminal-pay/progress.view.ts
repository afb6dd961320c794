// A press or a sale in progress, and a hidden sale, below their stage.
import { html, nothing, type TemplateResult } from 'lit'
import { phrase } from './choice.phrases.ts'
import { buttons, sentences } from './controls.ts'
import { salePresses } from './sale.buttons.ts'
import type { SaleScene } from './scene.ts'

/** Renders a press or a sale in progress, or a hidden one. */
export function renderProgress(scene: SaleScene): TemplateResult {
  const card = scene.situation === 'still-waiting' && scene.view.sale?.phase === 'present_card'
  return html`${card ? html`<p>${phrase('present', scene)}</p>` : nothing}${sentences(scene)}
    <div class="row">${buttons(scene, salePresses(scene))}</div>`
}
