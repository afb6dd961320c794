import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boarding } from '@tapboard/contract'
import { isFinal, isAllowedMove } from './moves.ts'

const ALLOWED = new Set([
  'received in_review',
  'received action_required',
  'received approved',
  'received declined',
  'received withdrawn',
  'in_review action_required',
  'in_review approved',
  'in_review declined',
  'in_review withdrawn',
  'action_required in_review',
  'action_required approved',
  'action_required declined',
  'action_required withdrawn',
])

test('D-26 allows exactly the status changes of the table', () => {
  for (const from of boarding.BOARDING_STATUSES)
    for (const to of boarding.BOARDING_STATUSES)
      assert.equal(isAllowedMove(from, to), ALLOWED.has(`${from} ${to}`), `${from} → ${to}`)
})

test('D-26 approved, declined and withdrawn are final, and no status leads back to received', () => {
  assert.deepEqual(boarding.BOARDING_STATUSES.filter(isFinal), ['approved', 'declined', 'withdrawn'])
  assert.ok(boarding.BOARDING_STATUSES.every((from) => !isAllowedMove(from, 'received')))
})
