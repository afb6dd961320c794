// A page's texts over the element's own.
import { own } from './own.ts'

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && !Array.isArray(value)

/**
 * `base` with the entries of `more` in their places. Tables are merged. No table inherits a text that a page has put into
 * `Object.prototype`.
 */
export function over<Texts extends object>(base: Texts, more: object | null | undefined): Texts {
  const made = own({ ...base, ...more }) as Record<string, unknown>
  for (const [key, value] of Object.entries(base))
    if (isTable(value)) made[key] = own({ ...value, ...(made[key] as object) })
  return made as Texts
}
