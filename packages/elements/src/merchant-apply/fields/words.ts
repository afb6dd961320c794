// The texts of a step's fields. The texts of a field contain one sentence for every error of its rule, so that an incomplete
// dictionary does not compile.
import { kindOf, type FieldCode, type TextKind } from '@tapboard/contract'
import type { StepPart, StepScene } from '../step.ts'
import { FIELDS } from './fields.strings.ts'
import { wordsIn } from './wording.ts'

/** Texts of a field whose rule returns `Code`. */
export interface FieldWords<Code extends FieldCode> {
  readonly label: string
  readonly hint?: string
  /** The field is optional, and its label says so. */
  readonly optional?: boolean
  /** Error → instruction for this field. */
  readonly errors: Readonly<Record<Code, string>>
}

/** Words of any field. */
export interface AnyWords extends Omit<FieldWords<never>, 'errors'> {
  readonly errors: Readonly<Partial<Record<FieldCode, string>>>
}

/** The input of every control: the scene, and the texts of the step's fields. */
export interface FieldGroup {
  readonly scene: StepScene
  readonly words: (path: string, scene: StepScene) => AnyWords
  /** The message at a path, if it differs from the field's text. */
  readonly message?: (path: string, scene: StepScene) => string
  /** The warning at a path, if it differs from the usual one; empty for none. */
  readonly warning?: (path: string) => string | undefined
}

/** Texts that all controls share. */
export const common = (scene: Pick<StepScene, 'wording'>): typeof FIELDS => wordsIn(scene, 'fields', FIELDS)

/** What to check after a rejection without a reason, by kind of field. */
const REFUSALS: Readonly<Partial<Record<TextKind, keyof typeof FIELDS.refusals>>> = {
  name: 'name',
  place: 'place',
  country: 'place',
  phone: 'reach',
  email: 'reach',
  website: 'reach',
  date: 'date',
  birthday: 'date',
  digits: 'number',
  secret: 'number',
}

/** The service's rejection at a path, with its own text if it has one; `undefined` for another error. */
function refusalAt(scene: StepScene, path: string): string | undefined {
  const own = scene.messages.get(path)
  if (own !== undefined || scene.shown.get(path) !== 'upstream') return own
  const { refused, refusals } = common(scene)
  const advice = REFUSALS[kindOf(path) as TextKind]
  return advice ? refusals[advice] : refused
}

/** The shown error at a path, in the text of that field; empty if the field has no error. */
export function messageAt({ scene, words }: FieldGroup, path: string): string {
  const code = scene.shown.get(path)
  if (code === undefined) return ''
  const refused = refusalAt(scene, path)
  if (refused !== undefined) return refused
  const { label, errors } = words(path, scene)
  return errors[code] ?? common(scene).check(label)
}

/**
 * The error at a path for a list that is not next to the field. A rejection by the service does not name the field, so that
 * its label is added in front.
 */
export function listedAt(
  part: Pick<StepPart, 'label' | 'message'> | null,
  path: string,
  scene: StepScene,
): string {
  const refused = refusalAt(scene, path)
  const label = part?.label?.(path, scene)
  if (refused !== undefined) return label ? common(scene).about(label, refused) : refused
  return part?.message?.(path, scene) ?? ''
}

/** Label and message of a step's fields, for the summary and the review. */
export const fieldTexts = (words: FieldGroup['words']) => ({
  label: (path: string, scene: StepScene): string => words(path, scene).label,
  message: (path: string, scene: StepScene): string => messageAt({ scene, words }, path),
})

/** Texts for a path that no field of the step has. */
export const NO_WORDS: AnyWords = { label: '', errors: {} }
