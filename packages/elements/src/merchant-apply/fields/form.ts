// A button with its label and action as a pair, and the form of a page within a step. The shell renders the form around a step.
import { html, type TemplateResult } from 'lit'
import { button, mainButton, notice } from '../../shared/controls.ts'
import type { StepScene } from '../step.ts'

/** Label and action of a button. */
export type Press = readonly [label: string, act: () => unknown]

/** A button that does not submit. */
export const plainButton = ([label, act]: Press, name?: string): TemplateResult =>
  button(label, act, false, '', name)

/** A warning with buttons, below the step. */
export const footNotice = (words: string, ...buttons: readonly Press[]): TemplateResult =>
  notice(
    'warn',
    html`<p>${words}</p>
      <div class="row">${buttons.map((one) => plainButton(one))}</div>`,
  )

/** A page within a step, with its own forward and back buttons; Enter in any line submits it. */
export function subForm(scene: StepScene, body: unknown, [label, act]: Press, back: Press): TemplateResult {
  const submit = (event: Event): void => {
    event.preventDefault()
    if (scene.busy || scene.readonly) return
    if (scene.isolation) void scene.isolation.settled().then(act)
    else act()
  }
  return html`<form class="content" novalidate @submit=${submit}>
    ${body}
    <div class="way">${plainButton(back)} ${mainButton(label, null, scene.busy || scene.readonly)}</div>
  </form>`
}
