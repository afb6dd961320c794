// Step "Before you start" of <merchant-apply>: the time it takes and what to have ready. It needs nothing of the BFF: it is drawn
// at once, and who presses Start before the answer is there goes on when it is.
import { html, type TemplateResult } from 'lit'
import { ENGLISH, type ShellStrings } from '../merchant-apply.strings.ts'
import { wordsIn } from '../fields/words.ts'
import type { StepPart } from '../step.ts'

/** What is drawn before anything is known, and after. */
export const renderStart = (text: ShellStrings, start: () => unknown): TemplateResult =>
  html`<p>${text.takes}</p>
    <h3>${text.ready}</h3>
    <ul class="list">
      ${text.things.map((thing) => html`<li>${thing}</li>`)}
    </ul>
    <div class="way">
      <button type="button" class="main" part="button main-button" @click=${start}>${text.begin}</button>
    </div>`

/** See the head of this file. */
export const STEP: StepPart = {
  alone: () => true,
  render: (scene) => renderStart(wordsIn(scene, 'shell', ENGLISH), () => scene.form.next()),
}
