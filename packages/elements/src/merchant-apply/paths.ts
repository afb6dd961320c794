// Values by path, and what a page knows beforehand put into the empty places of an application. Nothing is changed in place.
import {
  emptySigner,
  emptyValues,
  isAsked,
  MAX_SIGNERS,
  isSecret,
  stepOf,
  textsOf,
  type ApplicationValues,
  type SecretName,
  type Step,
} from '@tapboard/contract'
import { replaced } from './fields/words.ts'

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

/** An application with what the page knows in its places; what is of another kind than its place is left out. */
export function prefilled(prefill: unknown, country?: string): ApplicationValues {
  const made = replaced(emptyValues(country), prefill)
  return {
    ...made,
    signers: made.signers.slice(0, MAX_SIGNERS).map((one, index) => replaced(emptySigner(index === 0), one)),
  }
}

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

/** Secret → field of the same group that is filled in a draft if the person once entered the secret. */
const BESIDE: Readonly<Record<SecretName, string>> = {
  taxId: 'taxIdType',
  ssn: 'firstName',
  accountNumber: 'routingNumber',
}

/** Paths of the secrets of `steps` that the person enters again, because a draft has no secrets. */
export const askedAgain = (values: ApplicationValues, steps: ReadonlySet<Step>): ReadonlySet<string> =>
  new Set(
    textsOf(values, isSecret)
      .filter(
        ([path, text]) =>
          !text &&
          steps.has(stepOf(path)) &&
          isAsked(values, path) &&
          valueAt(
            values,
            path.replace(/\w+$/, (name) => BESIDE[name as SecretName]),
          ),
      )
      .map(([path]) => path),
  )
