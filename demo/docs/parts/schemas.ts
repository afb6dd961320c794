// A schema of the contract as a table of its members. A schema that the contract exports under a name is shown once and linked to
// from everywhere else.
import * as contract from '@tapboard/contract'
import * as z from 'zod/mini'
import { markdownTable } from '../build/html.ts'

/** JSON Schema, as far as the contract's schemas use it. */
export interface Shape {
  readonly type?: string
  readonly title?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
}

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Objects of the contract's public surface by their schema. */
export const NAMES: ReadonlyMap<unknown, string> = new Map(
  Object.entries(contract)
    .filter(([name, value]) => isSchema(value) && /^[A-Z][a-z]/.test(name))
    .filter(
      ([, value]) => (z.toJSONSchema(value as z.ZodMiniType, { unrepresentable: 'any' }) as Shape).properties,
    )
    .map(([name, value]) => [value, name]),
)

/** The shape of a schema; named ones inside it by their name alone. */
export const shapeOf = (schema: z.ZodMiniType): Shape =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema, path }) => {
      const name = NAMES.get(zodSchema)
      if (name === undefined || path.length === 0) return
      for (const member of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, member)
      jsonSchema.title = name
    },
  }) as Shape

const isNull = (shape: Shape): boolean => shape.type === 'null'

/** The allowed values, in words. */
export function typeOf(shape: Shape): string {
  if (shape.title !== undefined) return `[${shape.title}](#${shape.title.toLowerCase()})`
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``
  if (shape.enum !== undefined) return shape.enum.map((value) => `\`${String(value)}\``).join(', ')
  const choices = shape.anyOf ?? shape.oneOf
  if (choices !== undefined)
    return [
      ...choices.filter((choice) => !isNull(choice)).map(typeOf),
      ...(choices.some(isNull) ? ['`null`'] : []),
    ].join(' or ')
  if (shape.type === 'array') return `list of ${shape.items === undefined ? 'values' : typeOf(shape.items)}`
  const limits = [
    shape.minLength === undefined && shape.maxLength === undefined
      ? ''
      : `${shape.minLength ?? 0}–${shape.maxLength ?? '…'} characters`,
    shape.type !== 'integer' || shape.maximum === undefined || shape.maximum > 2 ** 50
      ? ''
      : `${shape.minimum ?? 0}–${shape.maximum.toLocaleString('en')}`,
  ].filter(Boolean)
  return `${shape.type ?? 'anything'}${limits.length > 0 ? `, ${limits.join(', ')}` : ''}`
}

function rowsOf(shape: Shape, before: string): readonly (readonly string[])[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, member]) => {
    const path = `${before}${name}`
    const optional = shape.required?.includes(name) ? '' : ' *optional*'
    const inner = member.type === 'array' ? member.items : member
    const below =
      inner?.properties === undefined ? [] : rowsOf(inner, `${path}${member.type === 'array' ? '[]' : ''}.`)
    const type =
      inner?.properties === undefined ? typeOf(member) : member.type === 'array' ? 'list' : 'object'
    return [[`\`${path}\``, `${type}${optional}`], ...below]
  })
}

/** The members of a shape; of a choice between shapes, each in turn. */
export function tableOfMembers(shape: Shape): string {
  const choices = (shape.anyOf ?? shape.oneOf ?? []).filter(({ properties }) => properties)
  if (choices.length > 0) return choices.map(tableOfMembers).join('\n\nor\n\n')
  const rows = rowsOf(shape, '')
  return rows.length === 0 ? typeOf(shape) : markdownTable(['Member', 'Type'], rows)
}
