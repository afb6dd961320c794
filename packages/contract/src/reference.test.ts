import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readShortReference, shortReference } from './reference.ts'

test('D-185 the short reference of an ID is its last eight characters in two groups, and is read back as typed', () => {
  assert.equal(shortReference('tb-k2fqz7m3w5nd4hxy6ajt7q2m4k6x'), '7Q2M-4K6X')
  assert.equal(shortReference('tb-7Q2M4K6X'), '7Q2M-4K6X')
  assert.equal(shortReference('ab'), 'AB')
  for (const typed of ['7Q2M-4K6X', '7q2m4k6x', ' 7Q2M 4K6X ', '7Q2M – 4K6X'])
    assert.equal(readShortReference(typed), '7q2m4k6x', typed)
  // The letters of an ID are a to z and 2 to 7: a 0, 1 or 8 that was heard or read is the letter of its shape.
  assert.equal(shortReference('tb-k2fqz7m3w5nd4hxy6ajt7oimbi2o'), '7OIM-BI2O')
  assert.equal(readShortReference('701m-8120'), '7oimbi2o')
  for (const typed of ['7Q2M', '7Q2M-4K6', '7Q2M-4K6X-1', 'R-1042', '7Q2M_4K6X'])
    assert.equal(readShortReference(typed), null, typed)
})
