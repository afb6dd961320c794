import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { BOARDING_ROUTES } from './application/boarding.ts'
import { createComponents, type Json } from './openapi-components.ts'
import { memberDoc } from './openapi-members.ts'
import type { Route } from './route.ts'
import { UPSTREAM_ROUTES } from './upstream.ts'
import { WEB_ROUTES } from './web.ts'

test('a request has the same form before and after it is read, so one schema describes it', () => {
  for (const [id, { request }] of Object.entries<Route>({
    ...WEB_ROUTES,
    ...UPSTREAM_ROUTES,
    ...BOARDING_ROUTES,
  })) {
    if (request === undefined) continue
    const [before, after] = (['input', 'output'] as const).map((io) =>
      JSON.stringify(z.toJSONSchema(request, { io, unrepresentable: 'any' })).replaceAll(
        ',"additionalProperties":false',
        '',
      ),
    )
    assert.equal(before, after, id)
  }
})

/** The schemas of a document that refers to these. */
function schemasOf(schemas: Readonly<Record<string, z.ZodMiniType>>): Json {
  const named = Object.entries(schemas)
  const { ref, used } = createComponents(new Map(named.map(([name, schema]) => [schema, [name, 'A test.']])))
  for (const [name, schema] of named) assert.deepEqual(ref(schema), { $ref: `#/components/schemas/${name}` })
  return used()
}

test('a member without an entry and without listed values has neither description nor example', () => {
  const members = { zz1: z.string(), zz2: z.looseObject({}) }
  const { Odd } = schemasOf({ Odd: z.object(members) }) as {
    readonly Odd: Json
  }
  assert.deepEqual(Odd['properties'], {
    zz1: { type: 'string' },
    zz2: { type: 'object', properties: {}, additionalProperties: {} },
  })
})

test('a member of a fixed or listed value has an example of its schema, not of its entry', () => {
  const members = { amount: z.literal('1.00'), order: z.enum(['B-2', 'B-3']) }
  const { Listed } = schemasOf({ Listed: z.object(members) }) as { readonly Listed: Json }
  const { amount, order } = Listed['properties'] as Readonly<Record<string, Json>>
  assert.deepEqual([amount?.['examples'], order?.['examples']], [['1.00'], ['B-2']])
})

test('a schema allows further members at every depth, and a map keeps the form of its values', () => {
  const strict = z.strictObject({
    inner: z.strictObject({ zz: z.string() }),
    map: z.record(z.string(), z.int()),
  })
  const { Deep } = schemasOf({ Deep: strict }) as { readonly Deep: Json }
  const { inner, map } = Deep['properties'] as Readonly<Record<string, Json>>
  assert.deepEqual(
    [Deep, inner].map((json) => json?.['additionalProperties']),
    [undefined, undefined],
  )
  const values = map?.['additionalProperties'] as Json | undefined
  assert.equal(values?.['type'], 'integer')
})

test('a document lists its schemas by name, and one that refers to itself once', () => {
  const tree = z.object({
    get inner() {
      return z.optional(tree)
    },
  })
  const schemas = {
    Zebra: z.object({ kid: z.string() }),
    Tree: tree,
    Ant: z.object({ tree }),
  }
  assert.deepEqual(Object.keys(schemasOf(schemas)), ['Ant', 'Tree', 'Zebra'])
})

test('only a grant has the words of a grant', () => {
  assert.equal(memberDoc(['SaleGrant', 'sale'])?.[0], 'ID of the sale.')
  assert.deepEqual(memberDoc(['DeskSum', 'sale']), memberDoc(['sale']))
  assert.notDeepEqual(memberDoc(['sale']), memberDoc(['SaleGrant', 'sale']))
})
