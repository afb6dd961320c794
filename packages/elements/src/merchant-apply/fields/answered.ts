// Answers that need no question: one that the form already has, shown as text with a button to change it, and optional ones
// behind a button each. A control that was opened stays until the step is left.
import { html, nothing, type TemplateResult } from 'lit'
import type { Part } from '../../shared/controls.ts'
import type { StepScene } from '../step.ts'
import { SIGNERS } from '../steps/signers.strings.ts'
import { textAt } from './field.ts'
import { common, type FieldGroup } from './words.ts'
import { wordsIn } from './wording.ts'

const isOpen = ({ shown, memory }: StepScene, path: string): boolean =>
  shown.has(path) || memory.opened.has(path)

/** Shows the control of an answer and focuses it. */
function open({ memory, form }: StepScene, path: string, focused = path): void {
  memory.opened.add(path)
  form.focus(focused)
}

const opener = (path: string, label: unknown, name: string, act: () => void): TemplateResult =>
  html`<button type="button" part="button" data-opens=${path} aria-label=${name} @click=${act}>
    ${label}
  </button>`

/** An answer as text, with a button to change it. */
export function answer(
  scene: StepScene,
  path: string,
  [label, value]: readonly [label: string, value: unknown],
  change: () => void,
): TemplateResult {
  const { change: word, of } = wordsIn(scene, 'signers', SIGNERS)
  return html`<div class="known" part="known">
    <p>${value === '' ? label : html`<span>${label}</span> <bdi>${value}</bdi>`}</p>
    ${opener(path, word, of(word, label), change)}
  </div>`
}

/** The field at a path: its control, or its value as text while the form knows it; `value` is empty otherwise. */
export function known(
  group: FieldGroup,
  path: string,
  value: string,
  control: () => TemplateResult,
): TemplateResult {
  const { scene } = group
  if (value === '' || isOpen(scene, path)) return control()
  return answer(scene, path, [group.words(path, scene).label, value], () => open(scene, path))
}

/** An optional field: its path, and its control. */
type OptionalField = readonly [path: string, control: () => TemplateResult]

/** Optional fields: those with a value or an error, then a button for each of the others. */
export function optionalFields(
  group: FieldGroup,
  fields: readonly OptionalField[],
  more: Part = nothing,
): TemplateResult {
  const { scene } = group
  // A field that has shown its value stays when the value is deleted.
  for (const [path] of fields) if (textAt(scene, path) !== '') scene.memory.opened.add(path)
  const closed = fields.filter(([path]) => !isOpen(scene, path))
  // Each field keeps its place in the list, so that its control is not reused for another field.
  return html`${fields.map((one) => (closed.includes(one) ? nothing : one[1]()))}
  ${
    closed.length || more !== nothing
      ? html`<div class="more">
          ${more}${closed.map(([path]) => addButton(group, path, () => open(scene, path)))}
        </div>`
      : nothing
  }`
}

/** The button that opens an optional field. */
export const addButton = (group: FieldGroup, path: string, act: () => void): TemplateResult => {
  const { label } = group.words(path, group.scene)
  return opener(path, label, common(group.scene).add(label), act)
}
