// A secret: plain while it has the focus or while "Show" is on, otherwise masked. The value is a property of the control for that
// time and never an attribute; the secret is masked again when the step is left.
import { cleanDigits, expectedKind } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import type { StepScene } from '../step.ts'
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

/** The button that shows or masks the secret. */
function showButton(scene: StepScene, path: string, name: string, value: string): TemplateResult {
  const { show, showing } = common(scene)
  const { revealed } = scene.memory
  const isShown = value !== '' && revealed.has(path)
  const toggle = (): void => {
    if (!revealed.delete(path)) revealed.add(path)
    scene.form.redraw()
  }
  return html`<button
    type="button"
    part="button"
    aria-label=${showing(name)}
    aria-pressed=${isShown}
    ?disabled=${value === ''}
    @mousedown=${(event: Event) => event.preventDefault()}
    @click=${toggle}
  >
    ${show}
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

/** `format` groups the digits as usual. A number that others may read, such as an EIN, is `plain` without the focus, too. */
export function secret(
  group: FieldGroup,
  path: string,
  format: (value: string) => string = String,
  plain = false,
): TemplateResult {
  const { scene } = group
  const field = fieldAt(group, path)
  const value = textAt(scene, path)
  const text = common(scene)
  const hint = value === '' && scene.missingSecrets.has(path) ? text.again : field.words.hint
  if (scene.isolated) return isolatedField(group, field, hint)
  const { input, blur } = listenersOf(group, path, westernDigits)
  const idle = plain || scene.memory.revealed.has(path) ? format : masked
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
  return html`<div class="field medium" part="field">
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
        ${typed(value, idle)}
        @mousedown=${(event: Event) => pressed.add(fieldOf(event))}
        @focus=${enter}
        @input=${input}
        @blur=${(event: Event) => {
          const control = event.currentTarget as HTMLInputElement
          pressed.delete(control)
          control.value = idle(westernDigits(control.value))
          blur()
        }}
      />${plain ? nothing : showButton(scene, path, field.words.label, value)}</span
    >
    ${messageOf(field)}
  </div>`
}
