// Published names of a sale. Pages, hosts and stored rows of older versions use them: a change is a breaking
// change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SALE_EVENTS } from './sale-frames.ts'
import { SALE_REASONS } from './sale.ts'
import { SALE_STATES } from './sale-state.ts'

test('states, reasons and events keep their published names', () => {
  assert.equal(
    SALE_STATES.join(' '),
    'intent sending started in_doubt review approved declined timed_out failed not_started abandoned closed_unpaid',
  )
  assert.equal(
    SALE_REASONS.join(' '),
    'no_session session_lost overdue amount_mismatch identity_mismatch contradiction unknown_outcome late_conflict upstream-unreachable upstream-busy upstream-refused upstream-unauthorized device-not-found device-not-connected device-busy cancelled cancelled_here error expired',
  )
  assert.equal(
    SALE_EVENTS.join(' '),
    'created claimed released started refused doubted reviewed approved declined timed_out failed abandoned attested_paid attested_unpaid still_waiting progressed device_released cancel_requested cancel_failed session_found flagged',
  )
})
