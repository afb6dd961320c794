// Buttons and remarks inside a step, and the form of a page within a step; the form around a step is the shell's.
import { html, nothing, type TemplateResult } from 'lit'
import type { StepScene } from '../step.ts'
import type { Part } from './field.ts'

/** What a button says and does. */
export type Press = readonly [label: string, act: () => unknown]

/** A button that does not submit. */
export const plainButton = ([label, act]: Press, name?: string): TemplateResult =>
  html`<button type="button" part="button" aria-label=${name ?? nothing} @click=${act}>${label}</button>`

/**
 * The button that goes on. While a request is under way it is `aria-disabled`, not `disabled`: a disabled button loses the focus
 * to the page. Its press does nothing then, which is for the form to see to.
 */
export const mainButton = (resting: boolean, body: unknown, act?: () => unknown): TemplateResult =>
  html`<button
    type=${act ? 'button' : 'submit'}
    class="main"
    part="button main-button"
    aria-disabled=${resting ? 'true' : nothing}
    @click=${act ?? nothing}
  >
    ${body}
  </button>`

/** A page within a step, with a way on and a way back of its own; Enter in any line goes on. */
export function subForm(scene: StepScene, body: unknown, [label, act]: Press, back: Press): TemplateResult {
  const submit = (event: Event): void => {
    event.preventDefault()
    if (!scene.busy && !scene.readonly) act()
  }
  return html`<form class="content" novalidate @submit=${submit}>
    ${body}
    <div class="way">${plainButton(back)} ${mainButton(scene.busy || scene.readonly, label)}</div>
  </form>`
}

/** A framed remark; the kind colours it, the words say it. */
export const remark = (kind: 'good' | 'warn' | 'bad', body: unknown): Part =>
  html`<div class="notice ${kind}" part="notice">${body}</div>`
