// A page's texts over the element's own.

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> => value?.constructor === Object

/** `base` with the entries of `more` in their places. Tables are merged. */
export function over<Texts extends object>(base: Texts, more: object | null | undefined): Texts {
  const made = { ...base, ...more } as Record<string, unknown>
  for (const [key, value] of Object.entries(base))
    if (isTable(value) && made[key] !== value) made[key] = { ...value, ...(made[key] as object) }
  return made as Texts
}
