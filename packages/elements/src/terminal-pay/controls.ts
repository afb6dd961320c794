// The few controls that every view of <terminal-pay> is made of.
import { html, nothing, type TemplateResult } from 'lit'
import { faultText, isSetup } from '../shared/mistakes.ts'
import { secondsTo } from '../shared/retry.ts'
import type { Scene } from './scene.ts'

/** What a place in a view may hold. */
export type Part = TemplateResult | typeof nothing

/** A button. */
export const button = (label: string, act: () => unknown, off = false): TemplateResult =>
  html`<button part="button" ?disabled=${off} @click=${act}>${label}</button>`

/** The one button that goes on. */
export const mainButton = (label: Part | string, act: (() => unknown) | null, off = false): TemplateResult =>
  html`<button class="main" part="button main-button" ?disabled=${off} @click=${act}>${label}</button>`

/** A framed message; the kind colours it, the words say it. */
export const notice = (
  kind: 'good' | 'warn' | 'bad',
  text: string,
  more: unknown = nothing,
): TemplateResult =>
  html`<div class="notice ${kind}" part="notice">
    <b>${text}</b>
    <div>${more}</div>
  </div>`

/** A problem in words, by its code. */
export const problem = (
  { text }: { readonly text: Pick<Scene['text'], 'problems'> },
  code: string | null | undefined,
): Part => (code ? notice('bad', text.problems[code] ?? text.problems['otherwise']!) : nothing)

/** What happens after a reading that failed: the next try, and a button that makes it now. */
export function again({ view, text, actions, nowMs }: Scene): TemplateResult {
  const seconds = secondsTo(actions.retry, nowMs)
  return html`${isSetup(view.fault!) ? nothing : html`<p class="quiet">${text.retrying(seconds)}</p>`}
  ${button(text.tryAgain, () => actions.load())}`
}

/** The refusal of the person's last request, or of the last reading of the checkout. */
export const refusal = (scene: Scene): Part => {
  const { refusal: refused, fault } = scene.view
  return fault && !refused
    ? notice('bad', scene.text.problems[faultText(fault)]!, again(scene))
    : problem(scene, refused)
}
