// A press or a sale in progress: contacting, the card, authorizing; and a hidden sale.
import { html, nothing, type TemplateResult } from 'lit'
import { buttons, sentences } from './controls.ts'
import { GESTURES } from './drawings.ts'
import { clock } from './format.ts'
import { phrase } from './choice.phrases.ts'
import { PRESS_MS } from './press.ts'
import { salePresses } from './sale.buttons.ts'
import type { SaleScene } from './scene.ts'
import type { Situation } from './truth-table.ts'

/** Progress of the terminal: 0 contacting, 1 card, 2 authorizing; `undefined` if it is unknown or stopping. */
const STEP: Readonly<Partial<Record<Situation, number>>> = {
  pressed: 0,
  posted: 0,
  contacting: 0,
  follow: 0,
  'present-card': 1,
  authorizing: 2,
}

/** Time since the press or the start. */
const elapsedMs = ({ view: { press, sale }, nowMs }: SaleScene): number =>
  nowMs - (press ? (press.request.deadlineAtMs ?? nowMs) - PRESS_MS : (sale?.createdAtMs ?? nowMs))

/** Renders a press or a sale in progress. */
export function renderProgress(scene: SaleScene): TemplateResult {
  const { view, text, situation } = scene
  const still = situation === 'still-waiting'
  const card = view.sale?.phase === 'present_card'
  const step = still ? (card ? 1 : 2) : STEP[situation]
  const moving = step !== undefined
  return html`${
      moving
        ? html`<div class="stage">${step === 1 ? GESTURES : html`<span class="spinner"></span>`}</div>`
        : nothing
    }
    ${still && card ? html`<p>${phrase('present', scene)}</p>` : nothing}
    ${
      moving
        ? html`<ol part="steps">
            ${text.steps.map(
              (name, index) =>
                html`<li
                  class=${index < step ? 'past' : ''}
                  aria-current=${index === step ? 'step' : 'false'}
                >
                  ${name}
                </li>`,
            )}
          </ol>`
        : nothing
    }
    <p class="quiet">${clock(elapsedMs(scene))}</p>
    ${sentences(scene)}
    <div class="row">${buttons(scene, salePresses(scene))}</div>`
}

/** A hidden sale that continues. */
export const renderUnwatched = (scene: SaleScene): TemplateResult =>
  html`${sentences(scene)}${buttons(scene, salePresses(scene))}`
