// Fixtures for the tests of the machine: one typical row of each state, all created at the same time.
import assert from 'node:assert/strict'
import type { Outcome, SaleState } from '@tapboard/contract'
import type { Changes, Facts, SaleInput, Reduction } from './sale-input.ts'
import { reduce } from './machine.ts'
import { emptySale, type SaleRow } from './row.ts'

/** Creation time of all rows. */
export const T = 1_000_000

export const base: SaleRow = {
  ...emptySale(),
  id: 'sale_a',
  merchant: 'm1',
  upstream: 'u1',
  orderRef: 'o1',
  idempotencyKey: 'k',
  requestHash: 'h',
  externalId: 'tb-a',
  deviceId: 'd1',
  deviceName: 'Front counter',
  deviceMake: 'A920',
  deviceSerialEnding: '1234',
  amountMinor: 4200,
  version: 1,
  eventHash: 'e',
  fence: 1,
  leaseOwner: 'me',
  leaseUntilMs: T + 15_000,
  nextAtMs: T,
  createdAtMs: T,
}

const sent: Changes = {
  sendCount: 1,
  firstSentAtMs: T,
  sendDeadlineMs: T + 10_000,
  deviceFreeAtMs: T + 370_000,
}
const followed: Changes = { ...sent, sessionId: 'ses_a', softAtMs: T + 150_000, hardAtMs: T + 300_000 }
const ended: Changes = { ...followed, deviceHold: false, settledAtMs: T, nextAtMs: null, leaseOwner: null }
const unpaid: Changes = { ...ended, orderHold: false, byWhom: 'upstream' }

/** A typical row of each state; `in_doubt` twice, with and without a session. */
export const rows: Readonly<Record<SaleState | 'in_doubt no_session', SaleRow>> = {
  intent: base,
  sending: { ...base, ...sent, state: 'sending' },
  started: { ...base, ...followed, state: 'started' },
  in_doubt: { ...base, ...followed, state: 'in_doubt', reason: 'overdue', doubtedAtMs: T },
  'in_doubt no_session': {
    ...base,
    ...sent,
    state: 'in_doubt',
    reason: 'no_session',
    sendDoubted: true,
    doubtedAtMs: T,
  },
  review: { ...base, ...ended, state: 'review', reason: 'amount_mismatch', settledAtMs: null },
  approved: { ...base, ...ended, state: 'approved', byWhom: 'upstream', reference: 'R' },
  declined: { ...base, ...unpaid, state: 'declined' },
  timed_out: { ...base, ...unpaid, state: 'timed_out' },
  failed: { ...base, ...unpaid, state: 'failed' },
  not_started: { ...base, ...unpaid, sessionId: null, state: 'not_started' },
  abandoned: { ...base, ...unpaid, sessionId: null, state: 'abandoned' },
  closed_unpaid: { ...base, ...unpaid, state: 'closed_unpaid', byWhom: 'person' },
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

export const approved = {
  kind: 'approved',
  reference: 'R1',
  approvalCode: 'A1',
  completedAt: null,
  card: 'Visa …1111',
} as const satisfies Outcome
export const declined: Outcome = { kind: 'declined', code: '51', message: 'x', reference: null }
/** A contradiction: the amount differs. */
export const mismatch: Outcome = { kind: 'contradiction', reason: 'amount_mismatch', detail: 'x' }

/** A session read with this outcome. */
export const read = (outcome: Outcome): SaleInput => ({ type: 'session_read', outcome })

/** Formats a reduction as one word or as `event → state`. */
export const summaryOf = (row: SaleRow, judged: Reduction): string => {
  if (judged.kind === 'refused') return judged.why
  return judged.kind === 'noted' ? 'noted' : `${judged.event} → ${judged.changes.state ?? row.state}`
}

/** Applies an input; fails the test if it is refused. */
export const apply = (row: SaleRow, input: SaleInput, at: Facts): SaleRow => {
  const judged = reduce(row, input, at)
  assert.notEqual(judged.kind, 'refused', JSON.stringify(judged))
  return judged.kind === 'refused' ? row : { ...row, ...judged.changes }
}
