// Buttons and framed messages of both elements. A button that is off keeps the focus: it is `aria-disabled` and does nothing, because a
// browser takes the focus away from a disabled one.
import { html, nothing, type TemplateResult } from 'lit'

/** Content of a place in a template. */
export type Part = TemplateResult | typeof nothing

/** A button; it submits its form where `act` is `null`. `off`: it does nothing. `name`: its accessible name, if not the label. */
export function button(
  label: unknown,
  act: (() => unknown) | null,
  off = false,
  kind = '',
  name?: string,
): TemplateResult {
  const isMain = kind.startsWith('main')
  return html`<button
    class=${kind || nothing}
    part=${isMain ? 'button main-button' : 'button'}
    type=${act ? 'button' : 'submit'}
    aria-disabled=${off || nothing}
    aria-label=${name ?? nothing}
    @click=${(event: Event) => (off ? event.preventDefault() : act?.())}
  >
    ${label}
  </button>`
}

export const mainButton = (label: unknown, act: (() => unknown) | null, off = false): TemplateResult =>
  button(label, act, off, 'main')

/** A framed message; the kind colours it, the text says it. */
export const notice = (kind: 'good' | 'warn' | 'bad' | 'bad fault', body: unknown): TemplateResult =>
  html`<div class="notice ${kind}" part="notice">${body}</div>`
