import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as boarding from './application/boarding.ts'
import type { Route } from './route.ts'
import * as upstream from './upstream.ts'
import * as web from './web.ts'

const { WEB_ROUTES } = web

test('all JSON answers of a route have one schema, so the client validates independent of the status', () => {
  const routes: readonly (readonly [string, Route])[] = Object.entries(WEB_ROUTES)
  for (const [name, { answers }] of routes) {
    const schemas = new Set(Object.values(answers).filter((answer) => typeof answer === 'object'))
    assert.ok(schemas.size <= 1, name)
  }
})

for (const [file, rows, list] of [
  ['web', web, web.WEB_ROUTES],
  ['upstream', upstream, upstream.UPSTREAM_ROUTES],
  ['boarding', boarding, boarding.BOARDING_ROUTES],
] as const)
  test(`the list of ${file} routes has every row of its file`, () => {
    const named = Object.entries(rows).filter(
      ([, row]) => typeof row === 'object' && 'path' in row && 'answers' in row,
    )
    assert.ok(named.length > 0)
    assert.deepEqual(Object.fromEntries(named), { ...list })
  })
