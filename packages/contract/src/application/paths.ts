// Paths of fields, such as `signers[0].address.zip`: their step, and a walk through all values by kind and path.
import {
  APPLICATION_FIELDS,
  FIELDS,
  type ApplicationFields,
  type Fields,
  type Kind,
  type TextKind,
  type ValuesOf,
} from './fields.ts'
import type { Step } from './steps.ts'

type ApplicationValues = ValuesOf<ApplicationFields>
type Tree = Readonly<Record<string, unknown>>

/** The step that asks for the field at `path`; `agreement` for all other paths (consents, signature, token). */
export const stepOf = (path: string): Step => {
  const [name = ''] = path.split(/\W/)
  for (const [step, rows] of Object.entries(FIELDS)) if (Object.hasOwn(rows, name)) return step as Step
  return 'agreement'
}

/** Checks whether the kind is a list of objects. */
export const isList = (kind: Kind | undefined): kind is readonly [Fields] => Array.isArray(kind)

/** Maps a field that is no group; `value` is `undefined` if the field is absent. */
type Leaf = (kind: TextKind | boolean, value: unknown, path: string) => unknown

/** Builds values for `rows`: `leaf` maps each value of `values`. `at` is the path of `values`, with a trailing dot. */
export function mapFields<Rows extends Fields>(
  rows: Rows,
  values: unknown,
  leaf: Leaf,
  at = '',
): ValuesOf<Rows> {
  const made: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(rows)) {
    const value = (values as Tree | undefined)?.[name]
    const path = at + name
    made[name] =
      typeof kind !== 'object'
        ? leaf(kind, value, path)
        : isList(kind)
          ? ((value as unknown[] | undefined) ?? []).map((one, index) =>
              mapFields(kind[0], one, leaf, `${path}[${index}].`),
            )
          : mapFields(kind, value, leaf, `${path}.`)
  }
  return made as ValuesOf<Rows>
}

/** The values with every text mapped. */
export const mapTexts = (
  values: ApplicationValues,
  change: (text: string, kind: TextKind, path: string) => string,
): ApplicationValues =>
  mapFields(APPLICATION_FIELDS, values, (kind, value, path) =>
    typeof kind === 'string' ? change(value as string, kind, path) : value,
  )
