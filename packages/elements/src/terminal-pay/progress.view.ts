// A press or a sale in progress, and a hidden sale, below their stage.
import { html, nothing, type TemplateResult } from 'lit'
import { phrase, phrases } from './choice.phrases.ts'
import { buttons, sentences } from './controls.ts'
import { isTooLate, salePresses } from './sale.buttons.ts'
import type { SaleScene } from './scene.ts'

/** Sentences about the buttons, which they follow: Cancel is in the first view. */
const ABOUT_BUTTONS = /^(stopNote|cancelInstead|cancelLate)$/

/** Keeps Cancel, which is off, when it is too late: no other button moves to its place. */
const withCancel = (scene: SaleScene): SaleScene =>
  isTooLate(scene) ? { ...scene, offered: ['cancel', ...scene.offered] } : scene

/** Renders a press or a sale in progress, or a hidden one. */
export function renderProgress(scene: SaleScene): TemplateResult {
  const card = scene.situation === 'still-waiting' && scene.view.sale?.phase === 'present_card'
  const keys = scene.row.sentences
  const { hide = null, ...presses } = salePresses(scene)
  const about = phrases(
    keys.filter((key) => ABOUT_BUTTONS.test(key)),
    scene,
  )
  return html`${card ? html`<p>${phrase('present', scene)}</p>` : nothing}
    ${sentences(
      scene,
      keys.filter((key) => !ABOUT_BUTTONS.test(key)),
    )}
    <div class="row acts ends">${buttons(withCancel(scene), presses)}</div>
    ${about.length ? html`<p class="quiet">${about.join(' ')}</p>` : nothing}
    <div class="row hides">${buttons(scene, { hide })}</div>`
}
