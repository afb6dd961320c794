// The groups of states, each checked for every state.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPLICATION_STATES, isDecided, isEditable } from './application/page.ts'
import { isSettled, isUnpaid, LOCKING_STATES, OPEN_STATES, SALE_STATES, UNPAID_STATES } from './sale-state.ts'

test('a sale locks its order or is unpaid; all but the approved ones of the former are open', () => {
  const unpaid = ['declined', 'timed_out', 'failed', 'not_started', 'abandoned', 'closed_unpaid']
  assert.deepEqual(SALE_STATES.filter(isUnpaid), unpaid)
  assert.deepEqual(UNPAID_STATES, unpaid)
  assert.deepEqual(
    SALE_STATES.filter((state) => !isUnpaid(state)),
    LOCKING_STATES,
  )
  assert.deepEqual(SALE_STATES.filter(isSettled), ['approved', ...unpaid])
  assert.deepEqual([...OPEN_STATES, 'approved'], LOCKING_STATES)
})

test('an application can be edited until it is submitted, and is decided in three states', () => {
  assert.deepEqual(APPLICATION_STATES.filter(isEditable), ['draft', 'refused'])
  assert.deepEqual(APPLICATION_STATES.filter(isDecided), ['approved', 'declined', 'withdrawn'])
})
