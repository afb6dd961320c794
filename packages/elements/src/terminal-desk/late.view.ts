// The place of a part that is loaded later.
import { html, type TemplateResult } from 'lit'
import { button, notice } from '../shared/controls.ts'
import type { Later } from '../shared/later.ts'
import type { Scene } from './scene.ts'

/** What the part renders; a skeleton while it loads, or the reason for its absence with a button to try again. */
export const renderLater = <Part>(
  { text }: Scene,
  later: Later<Part>,
  render: (part: Part) => TemplateResult,
): TemplateResult =>
  later.part
    ? render(later.part)
    : later.failed
      ? notice('bad', html`<b>${text.missingPart}</b> ${button(text.tryAgain, () => later.load())}`)
      : html`<div class="bones" aria-hidden="true"><i></i></div>`
