// Reads the text fields of a body from its schema, and makes bodies from schema and samples. A kind of schema without a rule here
// throws, so a new one cannot be missed.
import fc from 'fast-check'
import type * as z from 'zod/mini'

export type Json = Record<string, unknown>

/** Where a field is in a body: names of members, indexes of entries. */
export type FieldPath = readonly (string | number)[]

/** Name of the member through which records are tried. */
const ANY_NAME = 'Note'

const KINDS = [
  'string',
  'enum',
  'literal',
  'number',
  'boolean',
  'object',
  'array',
  'record',
  'optional',
  'nullable',
  'union',
] as const

type Def = Extract<z.core.$ZodTypes['_zod']['def'], { type: (typeof KINDS)[number] }>

function defOf(schema: z.core.$ZodType): Def {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (!KINDS.some((kind) => kind === def.type)) throw new Error(`no rule for the schema ${def.type}`)
  return def as Def
}

/** The paths of all text fields of a schema: free texts, enumerations and literals. */
export function textFields(schema: z.core.$ZodType, path: FieldPath = []): FieldPath[] {
  const def = defOf(schema)
  switch (def.type) {
    case 'string':
    case 'enum':
    case 'literal':
      return [path]
    case 'number':
    case 'boolean':
      return []
    case 'object':
      return Object.entries(def.shape).flatMap(([name, member]) => textFields(member, [...path, name]))
    case 'array':
      return textFields(def.element, [...path, 0])
    case 'record':
      return textFields(def.valueType, [...path, ANY_NAME])
    case 'optional':
    case 'nullable':
      return textFields(def.innerType, path)
    case 'union': {
      const all = def.options.flatMap((option) => textFields(option, path))
      return [...new Map(all.map((found) => [found.join('.'), found])).values()]
    }
  }
}

/** The value at a path. */
export function valueAt(body: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((value, key) => (value as Json | null | undefined)?.[key], body)
}

/** A copy of the body with another value at a path; the members on the way must exist. */
export function withValueAt(body: Json, path: FieldPath, value: unknown): Json {
  const copy = structuredClone(body)
  const parent = valueAt(copy, path.slice(0, -1)) as Json
  parent[path.at(-1) ?? ''] = value
  return copy
}

/** Every text of a JSON value, member names left out. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ minLength: 250, maxLength: 300 }),
)
const anyNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1e21, 2 ** 53, 0.1 + 0.2, 99_999_999, 100_000_000),
)

/** Values of a schema by their kind alone: many are refused by its finer rules. */
function byKind(schema: z.core.$ZodType, goods: readonly unknown[]): fc.Arbitrary<unknown> {
  const def = defOf(schema)
  switch (def.type) {
    case 'string':
      return anyText
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'number':
      return anyNumber
    case 'boolean':
      return fc.boolean()
    case 'object':
      return objectOf(def.shape, goods)
    case 'array': {
      const inside = goods.flatMap((good) => (Array.isArray(good) ? (good as unknown[]) : []))
      return fc.array(valueOf(def.element, inside), { maxLength: 8 })
    }
    case 'record':
      return fc.dictionary(anyText, valueOf(def.valueType, []), { maxKeys: 40 })
    case 'optional':
      return valueOf(def.innerType, goods)
    case 'nullable':
      return fc.option(valueOf(def.innerType, goods))
    case 'union':
      return fc.oneof(...def.options.map((option) => valueOf(option, goods)))
  }
}

/** Members mostly present; an unknown one now and then. */
function objectOf(shape: Readonly<Record<string, z.core.$ZodType>>, goods: readonly unknown[]) {
  const names = Object.keys(shape)
  const members = Object.fromEntries(
    Object.entries(shape).map(([name, member]) => {
      const found = goods.map((good) => (good as Json | null | undefined)?.[name])
      return [name, valueOf(member, found)]
    }),
  )
  const missing = fc.oneof(
    { weight: 12, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.subarray(names, { maxLength: Math.min(2, names.length) }) },
  )
  const more = fc.oneof(
    { weight: 20, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(anyText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }) },
  )
  return fc.tuple(fc.record(members), missing, more).map(([made, left, added]) => {
    const kept = Object.entries(made).filter(([name, value]) => !left.includes(name) && value !== undefined)
    return { ...Object.fromEntries(kept), ...added }
  })
}

/** A value of the samples, or one by kind, or now and then one of another kind. */
function valueOf(schema: z.core.$ZodType, goods: readonly unknown[]): fc.Arbitrary<unknown> {
  const known = goods.filter((good) => good !== undefined)
  return fc.oneof(
    { weight: known.length > 0 ? 16 : 0, arbitrary: fc.constantFrom(...(known.length > 0 ? known : [null])) },
    { weight: 3, arbitrary: byKind(schema, known) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )
}

/** Bodies for a schema: from its kinds of members, with values of good bodies in most places. */
export const bodiesOf = (schema: z.core.$ZodType, goods: readonly Json[]): fc.Arbitrary<unknown> =>
  byKind(schema, goods)
