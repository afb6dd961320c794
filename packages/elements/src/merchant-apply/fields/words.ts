// How the words of a step's fields are kept, found and replaced. A field's words hold one sentence for every complaint that
// its rule can make, so that a dictionary without one does not compile.
import type { FieldCode } from '@tapboard/contract'
import type { StepPart, StepScene } from '../step.ts'
import { FIELDS } from './fields.strings.ts'

/** Words of a field whose rule can complain with `Code`. */
export interface FieldWords<Code extends FieldCode> {
  readonly label: string
  readonly hint?: string
  /** It may stay empty, and its label says so. */
  readonly optional?: boolean
  /** Complaint → what to do, in words for this field. */
  readonly errors: Readonly<Record<Code, string>>
}

/** Words of any field. */
export interface AnyWords extends Omit<FieldWords<never>, 'errors'> {
  readonly errors: Readonly<Partial<Record<FieldCode, string>>>
}

/** What a text's rule can complain of. */
export type TextCode = 'required' | 'too-short' | 'too-long' | 'text-characters'

/** What every control is made from: the scene, and the words of the step's fields. */
export interface Asking {
  readonly scene: StepScene
  readonly words: (path: string, scene: StepScene) => AnyWords
  /** The sentence at a path, where it is more than the field's words. */
  readonly message?: (path: string, scene: StepScene) => string
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'list' : isTable(value) ? 'table' : typeof value

/** `base` with the words of `over` in their places; what is not of the same kind is left out. */
export function replaced<Words>(base: Words, over: unknown): Words {
  if (!isTable(base) || !isTable(over)) return kindOf(base) === kindOf(over) ? (over as Words) : base
  const made: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(over)) {
    if (Object.hasOwn(base, key)) made[key] = replaced(base[key], value)
  }
  return made as Words
}

/** The words of the language, and those of the page before them, by part of the form; each part is put together once. */
export class Wording {
  readonly #layers: readonly unknown[]
  readonly #made = new Map<string, unknown>()

  constructor(...layers: readonly unknown[]) {
    this.#layers = layers
  }

  /** The words of a part, such as `business`, in the place of the English ones. */
  of<Words>(part: string, english: Words): Words {
    const made =
      this.#made.get(part) ??
      this.#layers.reduce<Words>(
        (words, layer) => replaced(words, isTable(layer) ? layer[part] : undefined),
        english,
      )
    this.#made.set(part, made)
    return made as Words
  }
}

/** The words of a part of the form, such as `business`, in the language of the scene. */
export const wordsIn = <Words>(
  { wording }: Pick<StepScene, 'wording'>,
  part: string,
  english: Words,
): Words => wording.of(part, english)

/** Words that all controls share. */
export const common = (scene: StepScene): typeof FIELDS => wordsIn(scene, 'fields', FIELDS)

/** The refusal of the service at a path, in its own words where it has any; `undefined` for another complaint. */
const refusalAt = (scene: StepScene, path: string): string | undefined =>
  scene.said.get(path) ?? (scene.shown.get(path) === 'upstream' ? common(scene).refused : undefined)

/** What is shown as wrong at a path, in words for that field; empty for nothing. */
export function messageAt({ scene, words }: Asking, path: string): string {
  const code = scene.shown.get(path)
  if (code === undefined) return ''
  const said = refusalAt(scene, path)
  if (said !== undefined) return said
  const { label, errors } = words(path, scene)
  return errors[code] ?? common(scene).check(label)
}

/**
 * The complaint at a path for a list away from its field. A refusal of the service does not name the field: its label precedes
 * it.
 */
export function listedAt(
  part: Pick<StepPart, 'label' | 'message'> | null,
  path: string,
  scene: StepScene,
): string {
  const said = refusalAt(scene, path)
  const label = part?.label?.(path, scene)
  if (said !== undefined) return label ? common(scene).about(label, said) : said
  return part?.message?.(path, scene) ?? ''
}

/** Label and message of a step's fields, as summary and review ask for them. */
export const speaker = (words: Asking['words']) => ({
  label: (path: string, scene: StepScene): string => words(path, scene).label,
  message: (path: string, scene: StepScene): string => messageAt({ scene, words }, path),
})

/** Words for a path that no field of the step has. */
export const NO_WORDS: AnyWords = { label: '', errors: {} }
