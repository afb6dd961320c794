// Small pieces of the views: fields, badges, dialogs, texts to copy.
import { html, nothing, type TemplateResult } from 'lit'
import { button, notice, type Part } from '../../elements/src/shared/controls.ts'
import type { Tone } from './names.ts'

/** A word with a colour and a dot; the word says it all. */
export const badge = (name: string, tone: Tone): TemplateResult =>
  html`<span class="tone ${tone}">${name}</span>`

export interface Field {
  readonly label: string
  readonly name: string
  readonly type?: string
  readonly hint?: string
  readonly value?: string
  readonly required?: boolean
  readonly maxLength?: number
  readonly autocomplete?: string
  readonly placeholder?: string
}

/** A text field with its label and hint. */
export function field({ label, name, type = 'text', hint, value = '', ...more }: Field): TemplateResult {
  const { required = false, maxLength = 64, autocomplete = 'off', placeholder } = more
  // The hint is outside of the label, because it describes the field and is no part of its name.
  return html`<div class="field">
    <label>
      <span>${label}</span>
      <input
        .value=${value}
        name=${name}
        type=${type}
        ?required=${required}
        maxlength=${maxLength}
        autocomplete=${autocomplete}
        placeholder=${placeholder ?? nothing}
        autocapitalize="off"
        spellcheck="false"
        aria-describedby=${hint === undefined ? nothing : `${name}-hint`}
      />
    </label>
    ${hint === undefined ? nothing : html`<small id="${name}-hint">${hint}</small>`}
  </div>`
}

/** A choice between several values. */
export const choice = (
  label: string,
  name: string,
  options: readonly (readonly [value: string, label: string])[],
  value: string,
  changed?: (value: string) => void,
): TemplateResult =>
  html`<label class="field">
    <span>${label}</span>
    <select
      name=${name}
      .value=${value}
      @change=${(event: Event) => changed?.((event.target as HTMLSelectElement).value)}
    >
      ${options.map(([key, text]) => html`<option value=${key} ?selected=${key === value}>${text}</option>`)}
    </select>
  </label>`

/** The texts of a form by the names of its fields. */
export const textsOf = (form: HTMLFormElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )

/** Calls `act` with the form instead of sending it. */
export const onSubmit =
  (act: (form: HTMLFormElement) => void) =>
  (event: SubmitEvent): void => {
    event.preventDefault()
    act(event.target as HTMLFormElement)
  }

/** Handles a click on a link, unless the person opens it in another tab. */
export const onPlainClick =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    act()
  }

/** A secret that is shown once, with a button that copies it where the browser allows that. */
export const secret = (label: string, text: string, isCopied: boolean, copy: () => void): TemplateResult =>
  html`<div class="secret">
    <p id="secret-label">${label}</p>
    <output aria-labelledby="secret-label">${text}</output>
    ${
      navigator.clipboard === undefined
        ? nothing
        : button(isCopied ? 'Copied' : 'Copy', copy, false, '', `${isCopied ? 'Copied:' : 'Copy'} ${label}`)
    }
    <p class="unseen" role="status">${isCopied ? 'Copied.' : ''}</p>
  </div>`

/** A dialog with a title. `close` runs when it closes, however that happens. */
export const dialog = (
  id: string,
  title: string,
  body: unknown,
  close: () => void = () => undefined,
): TemplateResult =>
  html`<dialog id=${id} aria-labelledby="${id}-title" @close=${close}>
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </dialog>`

/** The fault of a dialog, inside of it. */
export const faultIn = (text: string): Part =>
  text === '' ? nothing : html`<div role="alert">${notice('bad', text)}</div>`

/** A list with nothing in it: what belongs here, and the way to begin. */
export const empty = (title: string, text: unknown, action: unknown = nothing): TemplateResult =>
  html`<div class="empty">
    <h2>${title}</h2>
    <p class="quiet">${text}</p>
    ${action}
  </div>`

/** A row of a list of facts; nothing without a value. */
export const fact = (name: string, value: unknown): Part =>
  value === null || value === ''
    ? nothing
    : html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`

/** A text for machines, such as an ID. */
export const code = (text: string): TemplateResult => html`<code>${text}</code>`
