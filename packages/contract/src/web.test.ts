import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from './route.ts'
import { WEB_ROUTES } from './web.ts'

test('all JSON answers of a route have one schema, so the client validates independent of the status', () => {
  const routes: readonly (readonly [string, Route])[] = Object.entries(WEB_ROUTES)
  for (const [name, { answers }] of routes) {
    const schemas = new Set(Object.values(answers).filter((answer) => typeof answer === 'object'))
    assert.ok(schemas.size <= 1, name)
  }
})
