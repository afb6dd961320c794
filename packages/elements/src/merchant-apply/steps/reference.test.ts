import assert from 'node:assert/strict'
import { test } from 'node:test'
import { referenceOf } from './reference.ts'

void test('D-164 a short ID is its own reference, and a long one ends with it', () => {
  assert.equal(referenceOf('APP-20441'), 'APP-20441')
  assert.equal(referenceOf('app_k2fqz7m3w5nd4hxy6ajt2zzmzdce27i'), 'MZDC-E27I')
  assert.equal(referenceOf('1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'), 'FBBD-4BED')
})
