// Step "Before you start" of <merchant-apply>: the time it takes, what to have ready, and that a trial is a trial.
import { html, nothing } from 'lit'
import { ENGLISH } from '../merchant-apply.strings.ts'
import { wordsIn } from '../fields/words.ts'
import type { StepPart } from '../step.ts'

/** See the head of this file. */
export const STEP: StepPart = {
  alone: () => true,
  render: (scene) => {
    const { page, form } = scene
    const text = wordsIn(scene, 'shell', ENGLISH)
    return html`${
        page.environment === 'sandbox'
          ? html`<div class="notice warn" part="notice">
              <p><b>${text.test}.</b> ${text.testNote}</p>
            </div>`
          : nothing
      }
      <p>${text.takes}</p>
      <h3>${text.ready}</h3>
      <ul class="list">
        ${text.things.map((thing) => html`<li>${thing}</li>`)}
      </ul>
      <div class="way">
        <button type="button" class="main" part="button main-button" @click=${() => form.next()}>
          ${text.begin}
        </button>
      </div>`
  },
}
