// Values by path, and what a page knows beforehand put into the empty places of an application. Nothing is changed in place.
import { emptySigner, emptyValues, MAX_SIGNERS, type ApplicationValues } from '@tapboard/contract'

/** What a page may know beforehand: any part of an application. */
export type Prefill = Deep<ApplicationValues>

type Deep<T> = T extends readonly (infer Part)[]
  ? readonly Deep<Part>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Deep<T[Name]> }
    : T

type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

const partsOf = (path: string): readonly string[] => path.match(/\w+/g) ?? []

/** The value at a path such as `signers[0].address.zip`; `undefined` where there is none. */
export const valueAt = (values: ApplicationValues, path: string): unknown =>
  partsOf(path).reduce<unknown>((at, name) => (isTree(at) ? at[name] : undefined), values)

function set(at: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (!isTree(at) || !Object.hasOwn(at, name)) return at
  const made = set(at[name], rest, value)
  return Array.isArray(at)
    ? at.map((each, index) => (`${index}` === name ? made : each))
    : { ...at, [name]: made }
}

/** The values with another value at a path; a path that leads nowhere changes nothing. */
export const withValueAt = (values: ApplicationValues, path: string, value: unknown): ApplicationValues =>
  set(values, partsOf(path), value) as ApplicationValues

/** `mould` with what `given` holds of the same kind in the same places; everything else of `given` is left out. */
function pour<T>(mould: T, given: unknown): T {
  if (typeof mould === 'string')
    return (typeof given === 'number' ? `${given}` : typeof given === 'string' ? given : mould) as T
  if (!isTree(mould)) return typeof given === typeof mould ? (given as T) : mould
  if (Array.isArray(mould)) {
    if (!Array.isArray(given)) return mould
    const list: readonly unknown[] = given
    return list.slice(0, MAX_SIGNERS).map((one, index) => pour(emptySigner(index === 0), one)) as T
  }
  if (!isTree(given)) return mould
  return Object.fromEntries(Object.entries(mould).map(([name, part]) => [name, pour(part, given[name])])) as T
}

/** An application with what the page knows in its places. */
export const prefilled = (prefill: unknown, country?: string): ApplicationValues =>
  pour(emptyValues(country), prefill)

/** What a person typed, with `known` in the places that are empty. */
export function filledUp<T>(typed: T, known: T): T {
  if (!isTree(typed) || !isTree(known)) return typed === '' ? known : typed
  if (Array.isArray(typed)) {
    const list: readonly unknown[] = typed
    const others = known as unknown as readonly unknown[]
    return (
      list.length ? list.map((one, index) => (others[index] ? filledUp(one, others[index]) : one)) : others
    ) as T
  }
  return Object.fromEntries(
    Object.entries(typed).map(([name, part]) => [name, filledUp(part, known[name])]),
  ) as T
}

/**
 * Paths of the secrets of a saved draft that its person had typed: they are asked again, because nobody keeps them. A person
 * of the list without a first name was not finished.
 */
export function askedAgain(values: ApplicationValues, wasAt: (step: 'tax' | 'signers' | 'bank') => boolean) {
  const again = new Set<string>()
  const { ownershipType, taxIdType, banking } = values
  const owners = ownershipType === 'soleProprietorship' && taxIdType !== 'EIN'
  if (wasAt('tax') && taxIdType && !owners && !values.taxId) again.add('taxId')
  for (const [index, { firstName, ssn }] of values.signers.entries())
    if (firstName && !ssn) again.add(`signers[${index}].ssn`)
  if (wasAt('bank') && !values.bankingLater && banking.routingNumber && !banking.accountNumber)
    again.add('banking.accountNumber')
  return again
}

/** The same paths after the list of persons has changed: each goes with its person. */
export function movedAgain(again: ReadonlySet<string>, before: ApplicationValues, after: ApplicationValues) {
  const made = new Set(Array.from(again).filter((path) => !path.startsWith('signers')))
  for (const [was, { firstName, lastName, dateOfBirth }] of before.signers.entries()) {
    if (!again.has(`signers[${was}].ssn`)) continue
    const now = after.signers.findIndex(
      (one) => one.firstName === firstName && one.lastName === lastName && one.dateOfBirth === dateOfBirth,
    )
    if (now >= 0) made.add(`signers[${now}].ssn`)
  }
  return made
}
