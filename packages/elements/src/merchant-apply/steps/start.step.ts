// Step "Before you start" of <merchant-apply>: the duration and the things to have ready. It needs no data of the BFF and is
// rendered at once. A press of Start before the answer takes effect when the answer arrives; until the next step is shown, Start
// is off.
import { html, type TemplateResult } from 'lit'
import { mainButton } from '../../shared/controls.ts'
import { ENGLISH, type ShellStrings } from '../merchant-apply.strings.ts'
import { wordsIn } from '../fields/wording.ts'
import type { StepPart } from '../step.ts'

/** Outlines of a paper, a person and a bank, for the first things. */
const DRAWINGS = [
  'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  'M3 10l9-6 9 6zM6 10v7M12 10v7M18 10v7M3 20h18',
]

/** The content of the step, with and without data. */
export const renderStart = (text: ShellStrings, start: () => unknown, isStarting: boolean): TemplateResult =>
  html`<p>${text.takes}</p>
    <h3>${text.ready}</h3>
    <ul class="things" role="list">
      ${text.things.map(
        (thing, index) =>
          html`<li>
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${DRAWINGS[index] ?? 'M5 12h14'} /></svg>
            <span>${thing}</span>
          </li>`,
      )}
    </ul>
    <div class="way">${mainButton(text.begin, start, isStarting)}</div>`

export const STEP: StepPart = {
  alone: () => true,
  render: (scene) => renderStart(wordsIn(scene, 'shell', ENGLISH), () => scene.form.next(), scene.busy),
}
