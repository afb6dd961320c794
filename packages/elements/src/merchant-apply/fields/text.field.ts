// Text fields: one line, several lines with a count, and the formats that apply after the field is left. All are `type=text`:
// the other types drop or rewrite the typed text.
import { cleanText, lengthOf } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import type { Finds } from '../look-up.ts'
import { fieldAt, hintOf, labelOf, messageOf, textAt } from './field.ts'
import { formatMoney, formatPhone } from './format.ts'
import { leaving } from './leaving.ts'
import { readAmount, readPercent, westernDigits } from './numbers.ts'
import { typed } from './typed.ts'
import { common, type FieldGroup } from './words.ts'

/** Options of a line of text. */
interface LineOptions {
  /** Token of `autocomplete`. */
  readonly fill?: string
  readonly mode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url'
  readonly format?: (value: string) => string
  /** Replaces the change of the form. */
  readonly change?: (value: string) => void
  /** Converts the typed text for the form. By default a field of digits accepts digits of any script. */
  readonly read?: (typed: string) => string
  /** Width of a few digits, or of a number; otherwise the whole width. */
  readonly width?: 'short' | 'medium'
  /** Sign after the field, such as %. */
  readonly sign?: string
  /** The suggestions of a look-up. */
  readonly finds?: Finds | undefined
  /** Suggested values, each with its display name; other values can be typed. */
  readonly usual?: readonly (readonly [value: string, name: string])[]
}

/** Passes typed text to the form; cleans it when the field is left. */
export const listenersOf = (
  { scene: { form, memory } }: FieldGroup,
  path: string,
  read: (typed: string) => string = String,
  change = (value: string): void => form.change(path, value),
) => ({
  input: ({ currentTarget }: Event): void => {
    memory.filled.delete(path)
    change(read((currentTarget as HTMLInputElement | HTMLTextAreaElement).value))
  },
  blur: leaving(form, path),
})

/** One line of text. */
export function line(group: FieldGroup, path: string, options: LineOptions = {}): TemplateResult {
  const { fill = 'off', mode = 'text', format = String, width = '', sign, usual, finds } = options
  const read = options.read ?? (mode === 'numeric' || mode === 'tel' ? westernDigits : String)
  const field = fieldAt(group, path)
  const { input, blur } = listenersOf(group, path, read, options.change)
  const plain = mode !== 'text'
  return html`<div class="field ${width}" part="field">
    <label for=${path}>${labelOf(field, group.scene)}</label>
    ${hintOf(field)}
    <span class="line"
      ><input
        part="input"
        id=${path}
        autocomplete=${fill}
        inputmode=${mode}
        enterkeyhint="go"
        autocapitalize=${plain ? 'off' : nothing}
        spellcheck=${plain ? 'false' : nothing}
        dir=${plain ? 'ltr' : 'auto'}
        list=${usual ? `${path}-usual` : nothing}
        aria-describedby=${field.described}
        aria-invalid=${field.invalid}
        ${typed(textAt(group.scene, path), format)}
        role=${finds ? 'combobox' : nothing}
        aria-autocomplete=${finds ? 'list' : nothing}
        aria-expanded=${finds?.isOpen ?? nothing}
        aria-controls=${finds?.isOpen ? `${path}-list` : nothing}
        aria-activedescendant=${finds?.activeId ?? nothing}
        @input=${(event: Event) => {
          input(event)
          finds?.typed(event)
        }}
        @keydown=${finds?.pressed}
        @blur=${() => {
          blur()
          finds?.left()
        }}
      />${sign}${finds?.list}</span
    >
    ${messageOf(field, group.scene.memory.filled.has(path) ? common(group.scene).filled : '')}
    ${
      usual
        ? html`<datalist id="${path}-usual">
            ${usual.map(([value, name]) => html`<option value=${value}>${name}</option>`)}
          </datalist>`
        : nothing
    }
  </div>`
}

/** Several lines, with a count of the used characters. */
export function lines(group: FieldGroup, path: string, max: number): TemplateResult {
  const field = fieldAt(group, path)
  const value = textAt(group.scene, path)
  const { input, blur } = listenersOf(group, path)
  return html`<div class="field" part="field">
    <label for=${path}>${labelOf(field, group.scene)}</label>
    ${hintOf(field)}
    <textarea
      part="input"
      id=${path}
      autocomplete="off"
      rows="2"
      dir="auto"
      aria-describedby="${field.described} ${path}-count"
      aria-invalid=${field.invalid}
      ${typed(value, String)}
      @input=${input}
      @blur=${blur}
    ></textarea>
    <p class="hint" id="${path}-count">${common(group.scene).count(lengthOf(cleanText(value)), max)}</p>
    ${messageOf(field)}
  </div>`
}

export const phone = (group: FieldGroup, path: string, fill: string): TemplateResult =>
  line(group, path, { fill, mode: 'tel', format: formatPhone })

/** An amount of whole dollars, in the format of the language. */
export function money(group: FieldGroup, path: string): TemplateResult {
  const { lang } = group.scene
  return line(group, path, {
    mode: 'numeric',
    width: 'medium',
    format: (value) => formatMoney(value, lang),
    read: (value) => readAmount(value, lang),
  })
}

export const percent = (group: FieldGroup, path: string): TemplateResult =>
  line(group, path, { mode: 'numeric', read: readPercent, width: 'short', sign: '%' })
