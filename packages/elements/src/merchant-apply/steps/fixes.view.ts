// "3 things to fix": the missing and refused answers of all steps in one list (D-165). Where a single control answers it, the control
// is in the list; otherwise a link leads to the field and Continue leads back.
import { isOwnersTaxId, kindOf, stepOf, STEPS, type TextKind } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import type { Part } from '../../shared/controls.ts'
import { date } from '../fields/date.field.ts'
import { isNamed, type FieldName } from '../fields/field.ts'
import { secret } from '../fields/secret.field.ts'
import { line, money, percent, phone } from '../fields/text.field.ts'
import { listedAt, type FieldGroup } from '../fields/words.ts'
import type { StepScene } from '../step.ts'
import { text } from './review.rows.ts'

/** More answers than these are links: the list stays shorter than the form. */
const CONTROLS_MAX = 6

type Control = (group: FieldGroup, path: string) => TemplateResult

/** The control of a field by its kind; `null` if a link leads to it. */
const CONTROLS: Readonly<Record<TextKind, Control | null>> = {
  text: line,
  choice: null,
  name: line,
  place: line,
  country: null,
  phone: (group, path) => phone(group, path, 'off'),
  email: (group, path) => line(group, path, { mode: 'email' }),
  website: (group, path) => line(group, path, { mode: 'url' }),
  money,
  percent,
  date: (group, path) => date(group, path, 'month'),
  birthday: (group, path) => date(group, path, 'birthday'),
  digits: (group, path) => line(group, path, { mode: 'numeric' }),
  secret,
}

/** Fields with a link although their kind has a control: the optional second line, and the state, whose list depends on the country. */
const LINKED: readonly FieldName[] = ['streetAddress2', 'state']

/** The control of a path; `null` or `undefined` if the field has none, depends on another one or is in a frame. */
function controlOf({ values, isolated }: StepScene, path: string): Control | null | undefined {
  const control = CONTROLS[kindOf(path) as TextKind]
  const isHidden =
    isNamed(path, LINKED) ||
    (path === 'dbaName' && values.dbaSame) ||
    (path === 'taxId' && isOwnersTaxId(values)) ||
    (path.startsWith('mailingAddress') && values.mailingSame) ||
    (path.startsWith('banking.') && values.bankingLater) ||
    (isolated && control === secret)
  return isHidden ? undefined : control
}

/** A link to the field at a path; by script, because `#id` does not cross a shadow root. */
export const fieldLink = ({ form }: Pick<StepScene, 'form'>, path: string, label: unknown): TemplateResult =>
  html`<a
    href="#${path}"
    part="link"
    @click=${(event: Event) => {
      event.preventDefault()
      form.go(stepOf(path), path)
    }}
    >${label}</a
  >`

function control(scene: StepScene, path: string): Part {
  const part = scene.part(stepOf(path))
  const draw = controlOf(scene, path)
  if (!draw || !part) return nothing
  const words: FieldGroup['words'] = (at, now) => ({ label: part.label?.(at, now) ?? '', errors: {} })
  const message = part.message?.bind(part)
  return draw({ scene, words, ...(message && { message }) }, path)
}

/** The sentence about each answer to give or to change, by path, in the order of the steps. */
export function fixesOf(scene: StepScene): ReadonlyMap<string, string> {
  const paths = Array.from(scene.shown.keys())
    .filter((path) => stepOf(path) !== 'agreement')
    .toSorted((one, other) => STEPS.indexOf(stepOf(one)) - STEPS.indexOf(stepOf(other)))
  const sentence = (path: string): string =>
    path === 'tierName' ? text(scene).choosePlan : listedAt(scene.part(stepOf(path)), path, scene)
  return new Map(
    paths.map((path) => [path, sentence(path)] as const).filter(([, sentenceOf]) => sentenceOf !== ''),
  )
}

/**
 * The list. An answered control stays until the person goes on, so that it keeps the focus; also if an answer makes one more thing to
 * fix.
 */
export function renderFixes(scene: StepScene, wrong: ReadonlyMap<string, string>): Part {
  const {
    memory: { fixing },
    names,
  } = scene
  const [isInPlace = wrong.size <= CONTROLS_MAX] = fixing.values()
  for (const path of wrong.keys()) fixing.set(path, isInPlace)
  // A path of a removed person, or of a field that is no longer asked for, has no control to keep.
  const kept = [...fixing.keys()].filter((path) => wrong.has(path) || controlOf(scene, path))
  if (kept.length === 0) return nothing
  const words = text(scene)
  const item = (path: string): Part => {
    const sentence = wrong.get(path)
    const inPlace = isInPlace ? control(scene, path) : nothing
    if (inPlace === nothing)
      return sentence
        ? html`<li aria-label=${sentence}>
            ${fieldLink(scene, path, sentence)} <small>${names[stepOf(path)]}</small>
          </li>`
        : nothing
    return html`<li class=${sentence ? 'place' : 'place fixed'} aria-label=${sentence ?? words.fixed}>
      <small>${names[stepOf(path)]}${sentence ? nothing : html` · <b>${words.fixed}</b>`}</small> ${inPlace}
    </li>`
  }
  return html`<div
    class="fixes"
    id="fixes"
    part="summary"
    tabindex="-1"
    role="group"
    aria-labelledby="to-fix"
  >
    <h3 id="to-fix">${wrong.size ? words.fix(wrong.size) : words.allFixed}</h3>
    <ul role="list">
      ${kept.map(item)}
    </ul>
  </div>`
}
