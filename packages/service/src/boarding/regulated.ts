// Separates the regulated values from an application and merges them again. Pure.
import {
  isOwnersTaxId,
  isRegulated,
  kindOf,
  mapTexts,
  textsOf,
  type ApplicationValues,
} from '@tapboard/contract'

/** Path of a regulated field → its value; fields without a value are absent. */
export type Regulated = Readonly<Record<string, string>>

/** At most the last four digits of a number, and never more than half of it. */
export const lastDigits = (digits: string): string =>
  digits.slice(digits.length - Math.min(4, Math.floor(digits.length / 2)))

export const regulatedOf = (values: ApplicationValues): Regulated =>
  Object.fromEntries(textsOf(values, isRegulated).filter(([, text]) => text !== ''))

/** The values with `regulated` in the regulated fields; without it, those fields are empty. */
export const withRegulated = (values: ApplicationValues, regulated: Regulated = {}): ApplicationValues =>
  mapTexts(values, (text, kind, path) => (isRegulated(kind) ? (regulated[path] ?? '') : text))

/** Last digits of each number; a date of birth shows nothing. */
export const shownOf = (regulated: Regulated): Regulated =>
  Object.fromEntries(
    Object.entries(regulated)
      .filter(([path]) => kindOf(path) !== 'birthday')
      .map(([path, value]) => [path, lastDigits(value)]),
  )

/** The tax ID of the business: for a sole proprietor without an EIN the SSN or ITIN of the person. */
export const taxIdOf = (values: ApplicationValues): string =>
  isOwnersTaxId(values) ? (values.signers[0]?.ssn ?? '') : values.taxId

/** The same fields with the results of `change` as values. */
export async function eachValue(
  values: Readonly<Record<string, string>>,
  change: (value: string, field: string) => Promise<string>,
): Promise<Record<string, string>> {
  const fields = Object.entries(values)
  return Object.fromEntries(
    await Promise.all(fields.map(async ([field, value]) => [field, await change(value, field)] as const)),
  )
}
