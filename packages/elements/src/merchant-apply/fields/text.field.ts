// Fields of text: one line, several lines with a count, and the formats that show once the field is left. All are
// `type=text`: the other types drop or rewrite what was typed.
import { cleanText, lengthOf } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { fieldAt, hintOf, labelOf, saidOf, textAt } from './field.ts'
import { formatMoney, formatPhone } from './format.ts'
import { typed } from './typed.ts'
import { common, type Asking } from './words.ts'

/** How a line of text is entered. */
export interface LineOptions {
  /** Token of `autocomplete`. */
  readonly fill?: string
  readonly mode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url'
  readonly format?: (value: string) => string
  /** A short field: as wide as a few digits. */
  readonly short?: boolean
  /** Sign after the field, such as %. */
  readonly sign?: string
  /** Values to choose from, or to type another. */
  readonly usual?: readonly string[]
}

/** What was typed is told; what was left is cleaned. */
export const told = ({ scene: { form } }: Asking, path: string) => ({
  input: ({ currentTarget }: Event): void =>
    form.change(path, (currentTarget as HTMLInputElement | HTMLTextAreaElement).value),
  blur: (): void => form.leave(path),
})

/** One line of text. */
export function line(asking: Asking, path: string, options: LineOptions = {}): TemplateResult {
  const { fill = 'off', mode = 'text', format = String, short, sign, usual } = options
  const field = fieldAt(asking, path)
  const { input, blur } = told(asking, path)
  const plain = mode !== 'text'
  return html`<div class="field ${short ? 'short' : ''}" part="field">
    <label for=${path}>${labelOf(field, asking.scene)}</label>
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
        ${typed(textAt(asking.scene, path), format)}
        @input=${input}
        @blur=${blur}
      />${sign}</span
    >
    ${saidOf(field)}
    ${
      usual
        ? html`<datalist id="${path}-usual">
            ${usual.map((each) => html`<option value=${each}></option>`)}
          </datalist>`
        : nothing
    }
  </div>`
}

/** Several lines, with a count of what is used. */
export function lines(asking: Asking, path: string, max: number): TemplateResult {
  const field = fieldAt(asking, path)
  const value = textAt(asking.scene, path)
  const { input, blur } = told(asking, path)
  return html`<div class="field" part="field">
    <label for=${path}>${labelOf(field, asking.scene)}</label>
    ${hintOf(field)}
    <textarea
      part="input"
      id=${path}
      rows="3"
      dir="auto"
      aria-describedby="${field.described} ${path}-count"
      aria-invalid=${field.invalid}
      ${typed(value, String)}
      @input=${input}
      @blur=${blur}
    ></textarea>
    <p class="hint" id="${path}-count">${common(asking.scene).count(lengthOf(cleanText(value)), max)}</p>
    ${saidOf(field)}
  </div>`
}

/** A phone number. */
export const phone = (asking: Asking, path: string, fill: string): TemplateResult =>
  line(asking, path, { fill, mode: 'tel', format: formatPhone })

/** An amount of whole dollars. */
export const money = (asking: Asking, path: string): TemplateResult =>
  line(asking, path, { mode: 'numeric', format: formatMoney })

/** A share in percent. */
export const percent = (asking: Asking, path: string): TemplateResult =>
  line(asking, path, { mode: 'numeric', short: true, sign: '%' })
