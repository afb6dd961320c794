// The common parts of all controls: value, label, hint, and the line below for an error, a warning or a remark. The line has no
// height while it is empty.
import type { AddressValues, ApplicationValues, SignerValues } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import type { Part } from '../../shared/controls.ts'
import { valueAt } from '../paths.ts'
import type { StepScene } from '../step.ts'
import { common, messageAt, type AnyWords, type FieldGroup } from './words.ts'

/** The data that a control renders. */
export interface Field {
  readonly path: string
  readonly words: AnyWords
  readonly error: string
  readonly warning: string
  /** `aria-describedby`. */
  readonly described: string
  /** `aria-invalid`. */
  readonly invalid: 'true' | typeof nothing
}

/** Name of a field, in a group or not. */
export type FieldName =
  | keyof ApplicationValues
  | keyof ApplicationValues['banking']
  | keyof SignerValues
  | keyof AddressValues

/** Checks whether the field at a path has one of these names. */
export const isNamed = (path: string, names: readonly FieldName[]): boolean =>
  names.includes(path.replace(/.*\./, '') as FieldName)

/** The text at a path as typed; empty if the applicant has typed nothing. */
export function textAt({ values }: StepScene, path: string): string {
  const value = valueAt(values, path)
  return typeof value === 'string' ? value : ''
}

/** The data of the field at a path. */
export function fieldAt(group: FieldGroup, path: string): Field {
  const { scene } = group
  const words = group.words(path, scene)
  const error = group.message?.(path, scene) ?? messageAt(group, path)
  const code = scene.warnings.get(path)
  const warning = group.warning?.(path) ?? (code === undefined ? '' : common(scene).warnings[code])
  return {
    path,
    words,
    error,
    warning: error === '' ? warning : '',
    described: `${words.hint ? `${path}-hint ` : ''}${path}-message`,
    invalid: error === '' ? nothing : 'true',
  }
}

/** The label's text. Screen readers skip a space in its own text node, so that it is part of the preceding text. */
export const labelOf = ({ words }: Field, scene: StepScene): TemplateResult =>
  words.optional ? html`${`${words.label} `}<small>${common(scene).optional}</small>` : html`${words.label}`

/** The hint of a field. */
export const hintOf = ({ path, words }: Field, hint = words.hint): Part =>
  hint ? html`<p class="hint" id="${path}-hint">${hint}</p>` : nothing

/** The line below a control: the error, else the warning, else a remark. */
export const messageOf = ({ path, error, warning }: Field, remark = ''): TemplateResult =>
  html`<p class="message ${error ? 'bad' : warning ? 'warn' : ''}" part="message" id="${path}-message">
    ${error || warning || remark}
  </p>`
