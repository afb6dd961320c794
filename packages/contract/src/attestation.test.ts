import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Attestation } from './attestation.ts'

const passes = (value: unknown): boolean => Attestation.safeParse(value).success

test('paid is said with a reference, an approval code, or both', () => {
  assert.ok(passes({ outcome: 'paid', reference: '10000441239' }))
  assert.ok(passes({ outcome: 'paid', approvalCode: '712 304' }))
  assert.ok(passes({ outcome: 'paid', reference: 'R'.repeat(64), approvalCode: 'A'.repeat(32) }))
  assert.ok(!passes({ outcome: 'paid' }))
})

test('paid without evidence is an issue of the field reference', () => {
  const { error } = Attestation.safeParse({ outcome: 'paid' })
  assert.deepEqual(
    error?.issues.map(({ path }) => path),
    [['reference']],
  )
})

test('not paid is said with nothing else', () => {
  assert.ok(passes({ outcome: 'unpaid' }))
  assert.ok(!passes({ outcome: 'unpaid', reference: '10000441239' }))
})

test('what cannot be printed, is blank or too long is no evidence', () => {
  for (const reference of ['', ' ', 'a b', 'R'.repeat(65), 'ä', 'R\n', 7, null])
    assert.ok(!passes({ outcome: 'paid', reference }), String(reference))
  for (const approvalCode of ['', ' ', ' A1', 'A1 ', 'A'.repeat(33), 'A\t1', 7, null])
    assert.ok(!passes({ outcome: 'paid', approvalCode }), String(approvalCode))
  for (const outcome of ['', 'approved', 'PAID', null, undefined]) assert.ok(!passes({ outcome }))
})
