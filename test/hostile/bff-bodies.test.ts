// P50: bodies made by rule from the schemas of the BFF, valid, altered and arbitrary ones.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { web, type Route } from '@tapboard/contract'
import { times } from '../kit/limits.ts'
import { openApis } from './support/apis.ts'
import { assertBodies } from './support/bodies.ts'
import { bffPlaces } from './support/bff-places.ts'

/** The number of generated bodies for each schema. */
const RUNS = times(60, 100_000)

const apis = await openApis()
const places = await bffPlaces(apis)
after(() => apis.close())

test('every route of the BFF with a JSON body has a place', () => {
  const routes = Object.entries<Route>(web.WEB_ROUTES).filter(([, { request }]) => request !== undefined)
  assert.deepEqual(places.map(({ name }) => name).toSorted(), routes.map(([name]) => name).toSorted())
})

// P50 asserts: ${RUNS} generated bodies per schema of the BFF, 0 × 5xx.
for (const place of places)
  void test(`P50 no generated body for ${place.name} causes a 5xx, and the schema decides refusals`, () =>
    assertBodies(place, { runs: RUNS, schemaDecides: true }))
