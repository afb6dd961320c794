// The table of texts has every text of the contract that an element reads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@tapboard/contract'
import * as z from 'zod/mini'
import { NOT_SHOWN, SHOWN } from './fields.ts'

const { web, Problem, OrderFrame } = contract

/** Schemas that have a name: a text inside one is named after it, whichever answer contains it. */
const NAMES = new Map<unknown, string>(
  Object.entries(contract).flatMap(([name, value]) =>
    value instanceof z.ZodMiniType ? [[value, name]] : [],
  ),
)

/** Kinds of schemas without a free text. */
const TEXTLESS = ['enum', 'literal', 'number', 'boolean', 'unknown']

/** The paths of all free texts of a schema. */
function textsOf(schema: z.core.$ZodType, path: string): string[] {
  const named = NAMES.get(schema) ?? path
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'string') return [path]
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, member]) => textsOf(member, `${named}.${name}`))
  if (def.type === 'array') return textsOf(def.element, path)
  if (def.type === 'union') return def.options.flatMap((option) => textsOf(option, path))
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    return textsOf(def.innerType, path)
  assert.ok(TEXTLESS.includes(def.type), `no rule for the schema ${def.type} at ${path}`)
  return []
}

/** Answers of the routes that take a token of an element, and the frames of their streams. */
const answers = Object.entries(web.WEB_ROUTES).flatMap(([name, { auth, answers: all }]) =>
  auth === 'host' || auth === 'none'
    ? []
    : Object.values(all).flatMap((answer: unknown) =>
        answer instanceof z.ZodMiniType ? [[name, answer] as const] : [],
      ),
)

test('every text of an answer is shown by a surface, or has the reason for which none shows it', () => {
  const frames = [['Problem', Problem] as const, ['OrderFrame', OrderFrame] as const]
  const known = new Set([...answers, ...frames].flatMap(([name, schema]) => textsOf(schema, name)))
  assert.ok(known.size > 100, `${known.size}`)
  assert.deepEqual([...SHOWN, ...Object.keys(NOT_SHOWN)].toSorted(), [...known].toSorted())
})
