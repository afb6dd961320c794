// Lookup and replacement of the texts of the form: those of the page over those of the language, over the English ones.

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'list' : isTable(value) ? 'table' : typeof value

/** `base` with the entries of `over`; omits entries of another type. */
export function replaced<Words>(base: Words, over: unknown): Words {
  if (!isTable(base) || !isTable(over)) return kindOf(base) === kindOf(over) ? (over as Words) : base
  const made: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(over)) {
    if (Object.hasOwn(base, key)) made[key] = replaced(base[key], value)
  }
  return made as Words
}

/** The texts of the language, overridden by those of the page, by part of the form; each part is merged once. */
export class Wording {
  readonly #layers: readonly unknown[]
  readonly #made = new Map<string, unknown>()

  constructor(...layers: readonly unknown[]) {
    this.#layers = layers
  }

  /** The texts of a part, such as `business`, over the English ones. */
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

/** The texts of a part of the form, such as `business`, in the language of the scene. */
export const wordsIn = <Words>(
  { wording }: { readonly wording: Wording },
  part: string,
  english: Words,
): Words => wording.of(part, english)
