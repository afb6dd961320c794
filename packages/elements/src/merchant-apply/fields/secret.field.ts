// A secret: plain while it has the focus or while "Show" is pressed, otherwise masked. The value is a property of the control
// for that time and never an attribute; `typed` clears the control when the step is left.
import { cleanDigits, expectedKind } from '@tapboard/contract'
import { html, type TemplateResult } from 'lit'
import { fieldAt, hintOf, labelOf, messageOf, textAt, type Field } from './field.ts'
import { masked } from './format.ts'
import { westernDigits } from './numbers.ts'
import { listenersOf } from './text.field.ts'
import { typed } from './typed.ts'
import { common, type FieldGroup } from './words.ts'

const fieldOf = ({ currentTarget }: Event): HTMLInputElement =>
  (currentTarget as Element).parentElement!.querySelector('input')!

/** Controls under a pressed mouse button or finger: the caret stays at the pointer. */
const pressed = new WeakSet<HTMLInputElement>()

const prevent = (event: Event): void => event.preventDefault()

/** Space and Enter show the secret while held. */
const onKey = (act: (event: Event) => void) => (event: KeyboardEvent) => {
  if (event.key !== ' ' && event.key !== 'Enter') return
  event.preventDefault()
  act(event)
}

/** A click without a pointer, as by assistive technology, focuses the field instead of showing it. */
const focusField = (event: MouseEvent): unknown => event.detail === 0 && fieldOf(event).focus()

/** The button that shows the secret while it is pressed. */
function showButton(
  { show: label, showing }: ReturnType<typeof common>,
  name: string,
  value: string,
  show: (event: Event) => void,
): TemplateResult {
  const hide = (event: Event): void => {
    const control = fieldOf(event)
    // While it has the focus it is plain in any case.
    if ((control.getRootNode() as ShadowRoot).activeElement !== control) control.value = masked(value)
  }
  return html`<button
    type="button"
    part="button"
    aria-label=${showing(name)}
    ?disabled=${value === ''}
    @pointerdown=${show}
    @pointerup=${hide}
    @pointerleave=${hide}
    @pointercancel=${hide}
    @mousedown=${prevent}
    @contextmenu=${prevent}
    @keydown=${onKey(show)}
    @keyup=${onKey(hide)}
    @blur=${hide}
    @click=${focusField}
  >
    ${label}
  </button>`
}

/** The frame of the field where the page isolates secrets. */
function isolatedField(group: FieldGroup, field: Field, hint: string | undefined): TemplateResult {
  const { scene } = group
  const { isolation, lang, page, values } = scene
  const { path, words, error, warning } = field
  const text = common(scene)
  return html`<div class="field" part="field">
    <label @click=${() => scene.form.focus(path)}>${labelOf(field, scene)}</label>
    ${hintOf(field, hint)}
    ${isolation?.frame(
      path,
      {
        application: page.application.id,
        sandbox: page.environment === 'sandbox',
        expected: expectedKind(values),
        apart: cleanDigits(values.banking.routingNumber),
        label: words.label,
        description: [hint, error || warning].filter(Boolean).join('. '),
        invalid: error !== '',
        show: [text.show, text.showing(words.label)],
        lang,
      },
      textAt(scene, path),
    )}
    ${messageOf(field)}
  </div>`
}

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
  if (scene.isolated) return isolatedField(group, field, hint)
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
      />${showButton(text, field.words.label, value, show)}</span
    >
    ${messageOf(field)}
  </div>`
}
