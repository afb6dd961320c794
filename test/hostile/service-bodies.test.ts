// P50: bodies made by rule from the schemas of the service, valid, altered and arbitrary ones.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { boarding, upstream, type Route } from '@tapboard/contract'
import { times } from '../kit/limits.ts'
import { openApis } from './support/apis.ts'
import { assertBodies } from './support/bodies.ts'
import { servicePlaces } from './support/service-places.ts'

/** The number of generated bodies for each schema. */
const RUNS = times(60, 100_000)

const apis = await openApis()
const places = await servicePlaces(apis)
after(() => apis.close())

test('every route of the service with a JSON body has a place', () => {
  const routes = Object.entries<Route>({ ...upstream.UPSTREAM_ROUTES, ...boarding.BOARDING_ROUTES })
  const withBody = routes.filter(([, { request }]) => request !== undefined)
  assert.deepEqual(places.map(({ name }) => name).toSorted(), withBody.map(([name]) => name).toSorted())
})

// P50 asserts: ${RUNS} generated bodies per schema of the service, 0 × 5xx.
for (const place of places)
  void test(`P50 no generated body for ${place.name} causes a 5xx`, () =>
    assertBodies(place, { runs: RUNS, schemaDecides: false }))
