import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { BOARDING_ROUTES } from './application/boarding.ts'
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
