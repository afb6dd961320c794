// Published texts explain themselves without the project's internal codes, and published packages name ranges.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  boarding,
  BOARDING_DOCS,
  openApiDocument,
  Problem,
  upstream,
  UPSTREAM_DOCS,
  web,
  WEB_DOCS,
  WEB_WEBHOOKS,
} from '@tapboard/contract'
import { INTERNAL_CODE, internalCodes } from './published.ts'
import { sourceFiles } from './tree.ts'

test('published packages accept newer minor versions of the libraries that they depend on', () => {
  const files = sourceFiles(/^packages\/[\w-]+\/package\.json$/)
  assert.ok(files.length > 7, `only ${files.length} packages were found`)
  const exact = files.flatMap(({ path, text }) => {
    const { dependencies = {} } = JSON.parse(text) as { readonly dependencies?: Record<string, string> }
    return Object.entries(dependencies)
      .filter(([name, range]) => !name.startsWith('@tapboard/') && !range.startsWith('^'))
      .map(([name, range]) => `${path}: ${name} ${range}`)
  })
  assert.deepEqual(exact, [])
})

test('docstrings of published packages contain no internal codes', () => {
  const breaches = sourceFiles(/^packages\/.*\.ts$/).flatMap(internalCodes)
  assert.deepEqual(breaches, [], breaches.join('\n'))
})

test('the OpenAPI documents contain no internal codes', () => {
  for (const [name, routes, docs] of [
    ['web', web.WEB_ROUTES, WEB_DOCS],
    ['upstream', upstream.UPSTREAM_ROUTES, UPSTREAM_DOCS],
    ['boarding', boarding.BOARDING_ROUTES, BOARDING_DOCS],
  ] as const) {
    const document = openApiDocument({
      title: name,
      description: '',
      version: '1',
      serverUrl: 'https://pay.shop.example',
      routes,
      docs,
      webhooks: WEB_WEBHOOKS,
      error: { mediaType: 'application/json', schema: Problem },
      statusOf: () => 400,
    })
    assert.doesNotMatch(JSON.stringify(document), INTERNAL_CODE, name)
  }
})

test('finds every kind of code in a docstring, and none in a comment or a test', () => {
  const file = (path: string, text: string) => ({ path, text })
  for (const code of ['P12', 'D-07', 'D-108', 'INV-4', 'FP-3', 'FP12', 'rule 20', 'Rules 20 and 21', '§4.3'])
    assert.equal(internalCodes(file('packages/bff/src/a.ts', `/** Leases (${code}). */`)).length, 1, code)
  assert.deepEqual(internalCodes(file('packages/store/src/a.ts', '// Leases (INV-4).')), [])
  assert.deepEqual(internalCodes(file('packages/store/src/a.ts', '/** RFC 9449 §8, P-256, SHA-256. */')), [])
  assert.deepEqual(internalCodes(file('packages/store/src/a.test.ts', '/** P12: durable. */')), [])
})
