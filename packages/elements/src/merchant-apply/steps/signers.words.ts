// The texts of the step "Owners and signers" for its fields and its people.
import { addressWords } from '../fields/address.field.ts'
import { common, messageAt, NO_WORDS, type AnyWords, type FieldGroup } from '../fields/words.ts'
import { wordsIn } from '../fields/wording.ts'
import type { StepScene } from '../step.ts'
import { SIGNERS, type SignersStrings } from './signers.strings.ts'

/** The texts of the step. */
export const text = (scene: StepScene): SignersStrings => wordsIn(scene, 'signers', SIGNERS)

/** Index of the person with the field at a path; `-1` for a path of the list. */
export const indexOf = (path: string): number => Number(/^signers\[(\d+)\]/.exec(path)?.[1] ?? -1)

/** The person's name, or the number while there is no name. */
export function nameOf(scene: StepScene, index: number): string {
  const { firstName = '', lastName = '' } = scene.values.signers[index] ?? {}
  return `${firstName} ${lastName}`.trim() || text(scene).person(index + 1)
}

/** Texts of the field at a path. */
function words(path: string, scene: StepScene): AnyWords {
  const { fields } = text(scene)
  const [, member = path] = /^signers\[\d+\]\.(\w+)$/.exec(path) ?? []
  const found = fields[member as keyof SignersStrings['fields']] as AnyWords | undefined
  if (found) {
    return scene.values.ownershipType === 'soleProprietorship' && path === 'allOwnersListed'
      ? { ...found, label: text(scene).nobodyElse }
      : found
  }
  return path.includes('.address.') ? addressWords(path, scene) : NO_WORDS
}

/** Label and message, prefixed with the person's name if the list has several and the person's page is closed. */
function named(scene: StepScene, path: string, message: string): string {
  const index = indexOf(path)
  const needed = index >= 0 && scene.values.signers.length > 1 && scene.people.open !== index
  return needed && message !== '' ? common(scene).about(nameOf(scene, index), message) : message
}

/** The prefixed label and message for the summary and the review. */
export const FIELD_TEXTS = {
  label: (path: string, scene: StepScene): string => named(scene, path, words(path, scene).label),
  message: (path: string, scene: StepScene): string => named(scene, path, messageAt({ scene, words }, path)),
}

/** The input of the step's controls. */
export const groupOf = (scene: StepScene): FieldGroup => ({ scene, words, message: FIELD_TEXTS.message })
