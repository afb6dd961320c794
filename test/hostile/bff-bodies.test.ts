// P50: bodies made by rule from the schemas of the BFF, valid, bent and arbitrary ones.
import { after, test } from 'node:test'
import { times } from '../kit/limits.ts'
import { openApis } from './support/apis.ts'
import { assertBodies } from './support/bodies.ts'
import { bffPlaces } from './support/bff-places.ts'

/** Generated bodies per schema. */
const RUNS = times(60, 100_000)

const apis = await openApis()
const places = await bffPlaces(apis)
after(() => apis.close())

// P50 asserts: ${RUNS} generated bodies per schema of the BFF, 0 × 5xx.
for (const place of places)
  void test(`P50 no generated body for ${place.name} causes a 5xx, and the schema decides refusals`, () =>
    assertBodies(place, { runs: RUNS, schemaDecides: true }))
