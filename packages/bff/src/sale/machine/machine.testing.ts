// Fixtures for the tests of the machine: one typical row of each state, all created at the same time.
import assert from 'node:assert/strict'
import type { Outcome, SaleState } from '@tapboard/contract'
import type { Changes, Facts, Happening, Reduction } from './happening.ts'
import { reduce } from './machine.ts'
import type { SaleRow } from './row.ts'

/** Creation time of all rows. */
export const T = 1_000_000

/** A fresh intent. */
export const base: SaleRow = {
  id: 'sale_a',
  merchant: 'm1',
  upstream: 'u1',
  order_ref: 'o1',
  attempt: 1,
  idempotency_key: 'k',
  request_hash: 'h',
  external_id: 'tb-a',
  session_id: null,
  device_id: 'd1',
  device_name: 'Front counter',
  device_make: 'A920',
  device_serial_ending: '1234',
  amount_minor: 4200,
  currency: 'USD',
  state: 'intent',
  reason: null,
  message: null,
  phase: 'contacting',
  still_waiting: 0,
  cancel_requested: 0,
  send_count: 0,
  send_doubted: 0,
  version: 1,
  event_hash: 'e',
  order_hold: 1,
  device_hold: 1,
  fence: 1,
  lease_owner: 'me',
  lease_until_ms: T + 15_000,
  next_at_ms: T,
  first_sent_at_ms: null,
  send_deadline_ms: null,
  deadline_at_ms: null,
  device_free_at_ms: null,
  soft_at_ms: null,
  hard_at_ms: null,
  doubted_at_ms: null,
  seen: null,
  seen_count: 0,
  seen_first_ms: null,
  stale_since_ms: null,
  reference: null,
  approval_code: null,
  card: null,
  by_whom: null,
  person: null,
  conflict_with: null,
  created_at_ms: T,
  settled_at_ms: null,
}

const sent: Changes = {
  send_count: 1,
  first_sent_at_ms: T,
  send_deadline_ms: T + 10_000,
  device_free_at_ms: T + 370_000,
}
const followed: Changes = { ...sent, session_id: 'ses_a', soft_at_ms: T + 150_000, hard_at_ms: T + 300_000 }
const ended: Changes = { ...followed, device_hold: 0, settled_at_ms: T, next_at_ms: null, lease_owner: null }
const unpaid: Changes = { ...ended, order_hold: 0, by_whom: 'upstream' }

/** A typical row of each state; `in_doubt` twice, with and without a session. */
export const rows: Readonly<Record<SaleState | 'in_doubt no_session', SaleRow>> = {
  intent: base,
  sending: { ...base, ...sent, state: 'sending' },
  started: { ...base, ...followed, state: 'started' },
  in_doubt: { ...base, ...followed, state: 'in_doubt', reason: 'overdue', doubted_at_ms: T },
  'in_doubt no_session': {
    ...base,
    ...sent,
    state: 'in_doubt',
    reason: 'no_session',
    send_doubted: 1,
    doubted_at_ms: T,
  },
  review: { ...base, ...ended, state: 'review', reason: 'amount_mismatch', settled_at_ms: null },
  approved: { ...base, ...ended, state: 'approved', by_whom: 'upstream', reference: 'R' },
  declined: { ...base, ...unpaid, state: 'declined' },
  timed_out: { ...base, ...unpaid, state: 'timed_out' },
  failed: { ...base, ...unpaid, state: 'failed' },
  not_started: { ...base, ...unpaid, session_id: null, state: 'not_started' },
  abandoned: { ...base, ...unpaid, session_id: null, state: 'abandoned' },
  closed_unpaid: { ...base, ...unpaid, state: 'closed_unpaid', by_whom: 'person' },
}

/** The time at which the device is free again. */
export const LATE = T + 370_000
/** Facts at a given time; the upstream supports replays and authoritative look-ups. */
export const facts = (nowMs: number, more: Partial<Facts> = {}): Facts => ({
  nowMs,
  repeat: 'replays',
  lookup: 'authoritative',
  orderHeldElsewhere: false,
  ...more,
})

/** An approved outcome. */
export const approved = {
  kind: 'approved',
  reference: 'R1',
  approvalCode: 'A1',
  completedAt: null,
  card: 'Visa …1111',
} as const satisfies Outcome
/** A declined outcome. */
export const declined: Outcome = { kind: 'declined', code: '51', message: 'x', reference: null }
/** A contradiction: the amount differs. */
export const mismatch: Outcome = { kind: 'contradiction', reason: 'amount_mismatch', detail: 'x' }

/** A session read with this outcome. */
export const read = (outcome: Outcome): Happening => ({ type: 'session_read', outcome })

/** Formats a reduction as one word or as `event → state`. */
export const said = (row: SaleRow, judged: Reduction): string => {
  if (judged.kind === 'refused') return judged.why
  return judged.kind === 'noted' ? 'noted' : `${judged.event} → ${judged.changes.state ?? row.state}`
}

/** Applies a happening; fails the test if it is refused. */
export const apply = (row: SaleRow, happening: Happening, at: Facts): SaleRow => {
  const judged = reduce(row, happening, at)
  assert.notEqual(judged.kind, 'refused', JSON.stringify(judged))
  return judged.kind === 'refused' ? row : { ...row, ...judged.changes }
}
