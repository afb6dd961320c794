// The examples in the OpenAPI documents. Readers copy them and generated clients contain them, so a change is made on purpose.
// `TAPBOARD_ACCEPT=1` writes the record again.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { documents, type Document } from './openapi.testing.ts'

type Json = Readonly<Record<string, unknown>>

const RECORD = new URL('published-examples.json', import.meta.url)

/** Collects the example of each schema and member by its place. */
function collect(json: unknown, place: string, into: Record<string, unknown>): void {
  if (typeof json !== 'object' || json === null) return
  for (const [name, member] of Object.entries(json as Json)) {
    if (name === 'examples') into[place] = (member as readonly unknown[])[0]
    else collect(member, name === 'properties' ? place : `${place}.${name}`, into)
  }
}

/** The examples of a document: of its schemas, then of the parameters by their names. */
function examplesOf({ components, paths, webhooks = {} }: Document): Json {
  const found: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(components.schemas)) collect(schema, name, found)
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((path) =>
    Object.values(path),
  )
  for (const { parameters = [] } of operations)
    for (const parameter of parameters) found[`parameter ${String(parameter['name'])}`] = parameter['example']
  return found
}

test('the examples in the OpenAPI documents keep their published values', () => {
  const examples = Object.entries(documents).map(([api, document]) => [api, examplesOf(document)])
  const found = JSON.parse(JSON.stringify(Object.fromEntries(examples))) as unknown
  if (process.env['TAPBOARD_ACCEPT'] === '1') writeFileSync(RECORD, `${JSON.stringify(found, null, 2)}\n`)
  assert.deepEqual(found, JSON.parse(readFileSync(RECORD, 'utf8')), 'is the change intended?')
})
