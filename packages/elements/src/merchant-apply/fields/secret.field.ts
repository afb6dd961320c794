// A secret: plain while it has the focus or while "Show" is pressed, otherwise masked. The value is a property of the control
// for that time and never an attribute; `typed` clears the control when the step is left.
import { html, type TemplateResult } from 'lit'
import { fieldAt, hintOf, labelOf, messageOf, textAt } from './field.ts'
import { masked } from './format.ts'
import { westernDigits } from './numbers.ts'
import { listenersOf } from './text.field.ts'
import { typed } from './typed.ts'
import { common, type FieldGroup } from './words.ts'

const fieldOf = ({ currentTarget }: Event): HTMLInputElement =>
  (currentTarget as Element).parentElement!.querySelector('input')!

/** Controls under a pressed mouse button or finger: the caret stays at the pointer. */
const pressed = new WeakSet<HTMLInputElement>()

/** `format` groups the digits as usual. */
export function secret(
  group: FieldGroup,
  path: string,
  format: (value: string) => string = String,
): TemplateResult {
  const { scene } = group
  const field = fieldAt(group, path)
  const value = textAt(scene, path)
  const text = common(scene)
  const hint = value === '' && scene.missingSecrets.has(path) ? text.again : field.words.hint
  const { input, blur } = listenersOf(group, path, westernDigits)
  const show = (event: Event): void => {
    fieldOf(event).value = format(value)
  }
  /**
   * The browser selects the text on Tab and loses the selection when the value changes: typing would append to the old number.
   */
  const enter = (event: Event): void => {
    const control = fieldOf(event)
    show(event)
    if (!pressed.delete(control)) control.select()
  }
  const hide = (event: Event): void => {
    const control = fieldOf(event)
    // While it has the focus it is plain in any case.
    if ((control.getRootNode() as ShadowRoot).activeElement !== control) control.value = masked(value)
  }
  const prevent = (event: Event): void => event.preventDefault()
  /**
   * Space and Enter show the secret while held. A click without a pointer, as by assistive technology, focuses the field
   * instead.
   */
  const key = (act: (event: Event) => void) => (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    act(event)
  }
  return html`<div class="field" part="field">
    <label for=${path}>${labelOf(field, scene)}</label>
    ${hintOf(field, hint)}
    <span class="line"
      ><input
        part="input"
        id=${path}
        autocomplete="off"
        inputmode="numeric"
        enterkeyhint="go"
        autocapitalize="off"
        spellcheck="false"
        dir="ltr"
        aria-describedby=${field.described}
        aria-invalid=${field.invalid}
        ${typed(value, masked)}
        @mousedown=${(event: Event) => pressed.add(fieldOf(event))}
        @focus=${enter}
        @input=${input}
        @blur=${(event: Event) => {
          const control = event.currentTarget as HTMLInputElement
          pressed.delete(control)
          control.value = masked(control.value)
          blur()
        }}
      /><button
        type="button"
        part="button"
        aria-label=${text.showing(field.words.label)}
        ?disabled=${value === ''}
        @pointerdown=${show}
        @pointerup=${hide}
        @pointerleave=${hide}
        @pointercancel=${hide}
        @mousedown=${prevent}
        @contextmenu=${prevent}
        @keydown=${key(show)}
        @keyup=${key(hide)}
        @blur=${hide}
        @click=${(event: MouseEvent) => event.detail === 0 && fieldOf(event).focus()}
      >
        ${text.show}
      </button></span
    >
    ${messageOf(field)}
  </div>`
}
