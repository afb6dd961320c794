// The components of an OpenAPI document: named JSON schemas with a description and an example for every member. Pure.
import * as z from 'zod/mini'
import { memberDoc } from './openapi-members.ts'
import { NAMED_SCHEMAS } from './openapi-schemas.ts'

/** JSON Schema, as far as the contract's schemas use it. */
export interface Json {
  [member: string]: unknown
}

const BASE = '#/components/schemas/'

/** Named schemas of a document. */
export interface Components {
  /** A reference to the schema. */
  ref(schema: z.ZodMiniType): Json
  /** An example of a schema or of its reference. */
  exampleOf(json: Json): unknown
  /** What a schema describes, in a sentence. */
  sentenceOf(schema: z.ZodMiniType): string
  /** The schemas that the document refers to, by name. */
  used(): Json
}

const membersOf = (json: Json): Readonly<Record<string, Json>> =>
  (json['properties'] ?? {}) as Readonly<Record<string, Json>>

/** The schemas directly inside a schema that are no members of it. */
const choicesOf = (json: Json): readonly Json[] =>
  (['anyOf', 'oneOf'] as const).flatMap((key) => (json[key] ?? []) as readonly Json[])

/** True if the schema consists of named members or refers to a schema. */
const isComposed = (json: Json): boolean => {
  const items = json['items'] as Json | undefined
  return (
    json['$ref'] !== undefined ||
    json['properties'] !== undefined ||
    choicesOf(json).some(isComposed) ||
    (items !== undefined && isComposed(items))
  )
}

/** True unless the schema lists its values without this one. */
const isAllowed = ({ const: only, enum: listed }: Json, value: unknown): boolean =>
  only === undefined && (listed === undefined || (listed as readonly unknown[]).includes(value))

/** Adds description and example to every member; `path` ends with the name of the schema. */
function describe(json: Json, path: readonly string[]): void {
  for (const [name, member] of Object.entries(membersOf(json))) {
    const own = [...path, name]
    const [description, example] = memberDoc(own) ?? []
    if (description !== undefined) member['description'] = description
    const found =
      example === undefined || !isAllowed(member, example) ? exampleIn(member, () => undefined) : example
    if (found !== undefined && !isComposed(member)) member['examples'] = [found]
    describe(member, own)
  }
  if (json['items'] !== undefined) describe(json['items'] as Json, path)
  for (const choice of choicesOf(json)) describe(choice, path)
}

/** An example of a schema; `find` returns the schema of a reference. */
function exampleIn(json: Json, find: (name: string) => Json | undefined): unknown {
  const ref = json['$ref']
  if (typeof ref === 'string') return exampleIn(find(ref.slice(BASE.length)) ?? {}, find)
  const [example] = (json['examples'] ?? []) as readonly unknown[]
  if (example !== undefined) return example
  if (json['const'] !== undefined) return json['const']
  const [value] = (json['enum'] ?? []) as readonly unknown[]
  if (value !== undefined) return value
  const [choice] = choicesOf(json)
  if (choice !== undefined) return exampleIn(choice, find)
  if (json['type'] === 'array') return [exampleIn(json['items'] as Json, find)]
  if (json['properties'] === undefined) return undefined
  return Object.fromEntries(
    Object.entries(membersOf(json)).map(([name, member]) => [name, exampleIn(member, find)]),
  )
}

/** Every name that a JSON text refers to. */
const refsIn = (json: unknown): readonly string[] =>
  [...JSON.stringify(json).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)

/** Removes what a reader must not rely on: later versions add members. */
function open(json: unknown): void {
  if (typeof json !== 'object' || json === null) return
  const own = json as Json
  if (own['additionalProperties'] === false) delete own['additionalProperties']
  for (const member of Object.values(own)) open(member)
}

/** Members that the registry adds to a schema. */
const REGISTRY_MEMBERS: ReadonlySet<string> = new Set(['$schema', '$id'])

/** The schemas by name. A body is written in the same form as it is read. */
function schemasOf(registry: z.core.$ZodRegistry<{ id: string }>): Record<string, Json> {
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (id) => BASE + id,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const own = Object.fromEntries(
        Object.entries(schema).filter(([member]) => !REGISTRY_MEMBERS.has(member)),
      )
      open(own)
      return [name, own]
    }),
  )
}

/** Creates the components of a document; `names` are those of schemas without a name of their own. */
export function createComponents(
  names: ReadonlyMap<z.ZodMiniType, readonly [name: string, what: string]>,
): Components {
  const registry = z.registry<{ id: string }>()
  const sentences = new Map<string, readonly [description: string, example?: unknown]>()
  for (const [name, [schema, ...doc]] of Object.entries(NAMED_SCHEMAS)) {
    registry.add(schema, { id: name })
    sentences.set(name, doc)
  }
  for (const [schema, [name, what]] of names) {
    if (registry.has(schema)) continue
    registry.add(schema, { id: name })
    sentences.set(name, [what])
  }
  const schemas = schemasOf(registry)
  for (const [name, json] of Object.entries(schemas)) {
    const [description, example] = sentences.get(name) ?? []
    json['description'] = description
    if (example !== undefined) json['examples'] = [example]
    describe(json, [name])
  }
  const wanted = new Set<string>()
  const want = (name: string): void => {
    if (wanted.has(name)) return
    wanted.add(name)
    for (const inner of refsIn(schemas[name])) want(inner)
  }
  return {
    ref(schema) {
      const name = registry.get(schema)?.id ?? ''
      want(name)
      return { $ref: BASE + name }
    },
    exampleOf: (json) => exampleIn(json, (name) => schemas[name]),
    sentenceOf: (schema) => sentences.get(registry.get(schema)?.id ?? '')?.[0] ?? '',
    used: () => Object.fromEntries([...wanted].toSorted().map((name) => [name, schemas[name]])),
  }
}
