// Every pair of statuses: what may follow what.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boarding } from '@tapboard/contract'
import { isFinal, mayMove } from './moves.ts'

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

test('D-26 an application moves between statuses as the table says, and in no other way', () => {
  for (const from of boarding.BOARDING_STATUSES)
    for (const to of boarding.BOARDING_STATUSES)
      assert.equal(mayMove(from, to), ALLOWED.has(`${from} ${to}`), `${from} → ${to}`)
})

test('D-26 approved, declined and withdrawn are the end, and nothing is received twice', () => {
  assert.deepEqual(boarding.BOARDING_STATUSES.filter(isFinal), ['approved', 'declined', 'withdrawn'])
  assert.ok(boarding.BOARDING_STATUSES.every((from) => !mayMove(from, 'received')))
})
