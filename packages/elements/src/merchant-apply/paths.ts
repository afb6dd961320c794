// Values by path, and the merge of a page's prefill into the empty places of an application. Pure: no argument is mutated.
import {
  emptySigner,
  emptyValues,
  isAsked,
  mapTexts,
  MAX_SIGNERS,
  isSecret,
  stepOf,
  textsOf,
  type ApplicationValues,
  type SecretName,
  type Step,
} from '@tapboard/contract'
import { replaced } from './fields/wording.ts'

/** The prefill of a page: any part of an application. */
export type Prefill = Deep<ApplicationValues>

type Deep<T> = T extends readonly (infer Part)[]
  ? readonly Deep<Part>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Deep<T[Name]> }
    : T

type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

const partsOf = (path: string): readonly string[] => path.match(/\w+/g) ?? []

/** The value at a path such as `signers[0].address.zip`; `undefined` if the path does not exist. */
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

/** The values with another value at a path; an unknown path changes nothing. */
export const withValueAt = (values: ApplicationValues, path: string, value: unknown): ApplicationValues =>
  set(values, partsOf(path), value) as ApplicationValues

/** An application with the values of the prefill; omits values of another type. */
export function prefilled(prefill: unknown, country?: string): ApplicationValues {
  const made = replaced(emptyValues(country), prefill)
  return {
    ...made,
    signers: made.signers.slice(0, MAX_SIGNERS).map((one, index) => replaced(emptySigner(index === 0), one)),
  }
}

/** The typed values, with those of `known` in the empty texts, and with the known persons if none was entered. */
export function filledUp(typed: ApplicationValues, known: ApplicationValues): ApplicationValues {
  const filled = mapTexts(
    typed,
    (text, _, path) => text || ((valueAt(known, path) as string | undefined) ?? ''),
  )
  return typed.signers.length ? filled : { ...filled, signers: known.signers }
}

/** Secret → field of the same group that is filled in a draft if the person once entered the secret. */
const BESIDE: Readonly<Record<SecretName, string>> = {
  taxId: 'taxIdType',
  ssn: 'firstName',
  accountNumber: 'routingNumber',
}

/** Paths of the secrets of `steps` that the person enters again, because a draft has no secrets. */
export function missingSecretsOf(values: ApplicationValues, steps: ReadonlySet<Step>): ReadonlySet<string> {
  const paths = new Set<string>()
  for (const [path, text] of textsOf(values, isSecret)) {
    const beside = path.replace(/\w+$/, (name) => BESIDE[name as SecretName])
    if (!text && valueAt(values, beside) && isAsked(values, path) && steps.has(stepOf(path))) paths.add(path)
  }
  return paths
}
