import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Attestation } from './attestation.ts'

const passes = (value: unknown): boolean => Attestation.safeParse(value).success

test('accepts paid with a reference, an approval code, or both', () => {
  assert.ok(passes({ outcome: 'paid', reference: '10000441239' }))
  assert.ok(passes({ outcome: 'paid', approvalCode: '712 304' }))
  assert.ok(passes({ outcome: 'paid', reference: 'R'.repeat(64), approvalCode: 'A'.repeat(32) }))
  assert.ok(!passes({ outcome: 'paid' }))
})

test('rejects paid without evidence with an issue of the field reference', () => {
  const { error } = Attestation.safeParse({ outcome: 'paid' })
  assert.deepEqual(
    error?.issues.map(({ path }) => path),
    [['reference']],
  )
})

test('accepts unpaid without further members only', () => {
  assert.ok(passes({ outcome: 'unpaid' }))
  assert.ok(!passes({ outcome: 'unpaid', reference: '10000441239' }))
})

test('rejects evidence that is not printable, blank or too long', () => {
  for (const reference of ['', ' ', 'a b', 'R'.repeat(65), 'ä', 'R\n', 7, null])
    assert.ok(!passes({ outcome: 'paid', reference }), String(reference))
  for (const approvalCode of ['', ' ', ' A1', 'A1 ', 'A'.repeat(33), 'A\t1', 7, null])
    assert.ok(!passes({ outcome: 'paid', approvalCode }), String(approvalCode))
  for (const outcome of ['', 'approved', 'PAID', null, undefined]) assert.ok(!passes({ outcome }))
})
