// Choices: a few options as cards, many as a list, yes or no as a checkbox.
import { html, nothing, type TemplateResult } from 'lit'
import { fieldAt, hintOf, labelOf, messageOf, textAt } from './field.ts'
import { leaving } from './leaving.ts'
import { valueAt } from '../paths.ts'
import { common, type FieldGroup } from './words.ts'

/** Value, name, and description. */
export type Option = readonly [value: string, name: string, about?: string]

/** One of a few options, as cards; `act` replaces the change of the form. */
export function cards(
  group: FieldGroup,
  path: string,
  options: readonly Option[],
  {
    value = textAt(group.scene, path),
    act = (chosen: string) => group.scene.form.change(path, chosen),
  }: { readonly value?: string; readonly act?: (chosen: string) => void } = {},
): TemplateResult {
  const field = fieldAt(group, path)
  // A link of the summary leads to the chosen card, or to the first one.
  const first = options.some(([each]) => each === value) ? value : options[0]?.[0]
  return html`<fieldset
    class="field"
    part="field"
    role="radiogroup"
    aria-describedby=${field.described}
    aria-invalid=${field.invalid}
  >
    <legend>${labelOf(field, group.scene)}</legend>
    ${hintOf(field)}
    <div class="cards ${options.length > 4 ? 'two' : ''}">
      ${options.map(
        ([each, name, about]) =>
          html`<label class="choice" part="choice">
            <input
              type="radio"
              name=${path}
              id=${each === first ? path : nothing}
              .checked=${each === value}
              @change=${() => act(each)}
            />
            <span><b>${name}</b>${about ? html`<small>${about}</small>` : nothing}</span>
          </label>`,
      )}
    </div>
    ${messageOf(field)}
  </fieldset>`
}

/** One of many options. */
export function list(
  group: FieldGroup,
  path: string,
  options: readonly Option[],
  fill: string,
  act = (chosen: string) => group.scene.form.change(path, chosen),
): TemplateResult {
  const field = fieldAt(group, path)
  const value = textAt(group.scene, path)
  return html`<div class="field" part="field">
    <label for=${path}>${labelOf(field, group.scene)}</label>
    <select
      part="input"
      id=${path}
      autocomplete=${fill}
      aria-describedby=${field.described}
      aria-invalid=${field.invalid}
      @change=${({ currentTarget }: Event) => act((currentTarget as HTMLSelectElement).value)}
      @blur=${leaving(group.scene.form, path)}
    >
      ${
        options.some(([each]) => each === value)
          ? nothing
          : html`<option value="" .selected=${true}>${common(group.scene).choose}</option>`
      }
      ${options.map(
        ([each, name]) => html`<option value=${each} .selected=${each === value}>${name}</option>`,
      )}
    </select>
    ${messageOf(field)}
  </div>`
}

/** Yes or no; the label of the field is beside the checkbox. */
export function box(group: FieldGroup, path: string): TemplateResult {
  const { scene } = group
  const field = fieldAt(group, path)
  return html`<div class="field" part="field">
    <label class="choice" part="choice">
      <input
        type="checkbox"
        id=${path}
        aria-describedby=${field.described}
        aria-invalid=${field.invalid}
        .checked=${valueAt(scene.values, path) === true}
        @change=${({ currentTarget }: Event) =>
          scene.form.change(path, (currentTarget as HTMLInputElement).checked)}
      />
      <span>${labelOf(field, scene)}</span>
    </label>
    ${hintOf(field)} ${messageOf(field)}
  </div>`
}
