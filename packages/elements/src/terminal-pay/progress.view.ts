// A sale on its way: contacting, the card, authorising; and the same sale when nobody watches it.
import { html, nothing, type TemplateResult } from 'lit'
import { button, mainButton, refusal } from './controls.ts'
import { clock, type Scene } from './scene.ts'

/** How far the terminal is: 0 contacting, 1 card, 2 authorising. */
export const stepOf = ({ view }: Scene): number =>
  !view.starting && view.sale?.state === 'started'
    ? ['contacting', 'present_card', 'authorizing'].indexOf(view.sale.phase)
    : 0

/** See the head of this file. */
export function renderProgress(scene: Scene): TemplateResult {
  const { view, text, actions, results, nowMs } = scene
  const sale = view.starting ? null : view.sale
  const step = stepOf(scene)
  const before = sale ? sale.nowMs - sale.createdAtMs : 0
  return html`<div class="stage">
      ${(step === 1 && results.part?.gestures) || html`<span class="spinner ${step === 1 && !results.failed ? 'bones' : ''}"></span>`}
    </div>
    ${sale?.stillWaiting && step === 1 ? html`<p>${text.present}</p>` : nothing}
    <ol part="steps">
      ${text.steps.map(
        (name, index) =>
          html`<li class=${index < step ? 'past' : ''} aria-current=${index === step ? 'step' : 'false'}>
            ${name}
          </li>`,
      )}
    </ol>
    <p class="quiet">${clock(before + nowMs - actions.seenAtMs)}</p>
    ${refusal(scene)}
    ${
      sale?.state === 'started'
        ? html`<div class="row">
              ${sale.cancelable ? button(text.cancel, () => actions.ask('cancel'), Boolean(view.asking)) : nothing}
              ${button(text.stop, () => actions.step({ type: 'watched', watching: false }))}
            </div>
            <small>${text.stopNote}</small>`
        : nothing
    }`
}

/** The sale goes on, unseen. */
export const renderUnwatched = ({ text, actions }: Scene): TemplateResult =>
  html`<p>${text.unwatchedNote}</p>
    ${mainButton(text.watchAgain, () => actions.step({ type: 'watched', watching: true }))}`
