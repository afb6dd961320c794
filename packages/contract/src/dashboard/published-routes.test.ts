// The interface between the service and its dashboard: routes, roles, limits, errors and scopes. A limit or a role that changes by
// accident opens the dashboard or closes it. `TAPBOARD_ACCEPT=1` writes the record again.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import * as z from 'zod/mini'
import * as dashboard from './index.ts'
import { DASHBOARD_ROUTES, KEY_SCOPES, isKeyScope, usableScopes, type DashboardRoute } from './index.ts'

const RECORD = new URL('published-routes.json', import.meta.url)

const formOf = (schema: z.ZodMiniType): unknown => {
  const { $schema: _, ...form } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return form
}

function routeOf({ method, path, role, query, request, answer }: DashboardRoute): unknown {
  return {
    route: `${method} ${path}`,
    role,
    ...(query === undefined ? {} : { query: formOf(query) }),
    ...(request === undefined ? {} : { request: formOf(request) }),
    answer: typeof answer === 'string' ? answer : formOf(answer),
  }
}

test('the routes of the dashboard keep their paths, roles and schemas', () => {
  const isRecorded = ([name, value]: [string, unknown]): boolean =>
    !/_(ROUTES|SCOPES)$/.test(name) && typeof value !== 'function' && !(value instanceof z.ZodMiniType)
  const values = Object.entries(dashboard).filter(isRecorded)
  const routes = Object.entries(DASHBOARD_ROUTES).map(([name, route]) => [name, routeOf(route)])
  const published = {
    values: Object.fromEntries(values) as object,
    routes: Object.fromEntries(routes) as object,
  }
  const found = JSON.parse(JSON.stringify(published)) as unknown
  if (process.env['TAPBOARD_ACCEPT'] === '1') writeFileSync(RECORD, `${JSON.stringify(found, null, 2)}\n`)
  assert.deepEqual(found, JSON.parse(readFileSync(RECORD, 'utf8')), 'do service and dashboard agree?')
})

test('D-133 a test key of a live account boards only; every other key has its scopes', () => {
  const scopes = ['terminal', 'report', 'board', 'credit'] as const
  const usable = (testKey: boolean, testAccount: boolean) => usableScopes(scopes, { testKey, testAccount })
  assert.deepEqual(usable(true, false), ['board'])
  assert.deepEqual(usable(true, true), scopes)
  assert.deepEqual(usable(false, false), scopes)
  assert.deepEqual(usable(false, true), scopes)
  assert.deepEqual(usableScopes(['terminal'], { testKey: true, testAccount: false }), [])
})

test('D-111 only a name of the table is a scope', () => {
  for (const scope of ['terminal', 'report', 'board', 'credit']) assert.equal(isKeyScope(scope), true)
  for (const text of ['', 'Terminal', 'toString', '__proto__', 'terminal '])
    assert.equal(isKeyScope(text), false)
})

test('D-111 each scope has a name and a sentence for the person who creates a key', () => {
  for (const [scope, { label, sentence }] of Object.entries(KEY_SCOPES)) {
    assert.notEqual(label, '', scope)
    assert.match(sentence, /^[A-Z].*\.$/, scope)
  }
})
