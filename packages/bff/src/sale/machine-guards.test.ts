// Each guard and timer of the machine at its edge: the last moment before and the first after.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Changes, Facts, Happening } from './happening.ts'
import { reduce } from './machine.ts'
import { approved, declined, facts, LATE, mismatch, read, rows, said, T } from './machine.testing.ts'
import type { SaleRow } from './row.ts'

const guards: readonly [string, Changes & { from: keyof typeof rows }, Happening, Facts, string][] = [
  [
    '2: an intent of 60 s is not sent',
    { from: 'intent' },
    { type: 'send_claimed' },
    facts(T + 60_000),
    'guard',
  ],
  [
    '22: an attempt is not sent once an earlier one turned out paid',
    { from: 'intent', conflict_with: 'sale_0' },
    { type: 'send_claimed' },
    facts(T + 1),
    'guard',
  ],
  [
    '22: nor sent again',
    { from: 'in_doubt no_session', conflict_with: 'sale_0' },
    { type: 'resend_claimed' },
    facts(T + 1),
    'guard',
  ],
  [
    '16: a session that another sale has is not taken over after the end either',
    { from: 'not_started' },
    { type: 'session_found', sessionId: 'ses_b', taken: true },
    facts(T + 1),
    'guard',
  ],
  [
    '16: the session that is known already says nothing new',
    { from: 'declined' },
    { type: 'session_found', sessionId: 'ses_a', taken: false },
    facts(T + 1),
    'guard',
  ],
  [
    '22: what a person judged is not held against them again',
    { from: 'closed_unpaid', seen: 'judged' },
    read(mismatch),
    facts(T + 1),
    'guard',
  ],
  [
    '22: a contradiction after the end counts when it is seen twice',
    { from: 'closed_unpaid', seen: 'amount_mismatch', seen_count: 1, seen_first_ms: T },
    read(mismatch),
    facts(T + 3_000),
    'reviewed → review',
  ],
  [
    '3: an intent of 59.999 s is kept',
    { from: 'intent' },
    { type: 'intent_expired' },
    facts(T + 59_999),
    'guard',
  ],
  [
    '5: the third try is the last',
    { from: 'sending', send_count: 3 },
    notSent(0),
    facts(T + 1),
    'refused → not_started',
  ],
  [
    '5: after 15 s no further try',
    { from: 'sending' },
    notSent(0),
    facts(T + 14_900),
    'refused → not_started',
  ],
  ['4: a wait that fits is waited', { from: 'sending' }, notSent(9_000), facts(T + 1), 'released → intent'],
  [
    '5: a wait of 15 s does not fit',
    { from: 'sending' },
    notSent(15_000),
    facts(T + 1),
    'refused → not_started',
  ],
  [
    '5: not sent after an unknown send',
    { from: 'sending', send_doubted: 1 },
    notSent(0),
    facts(T + 1),
    'doubted → in_doubt',
  ],
  [
    '6: another sale has the session',
    { from: 'sending' },
    { type: 'accepted', sessionId: 's', taken: true },
    facts(T),
    'doubted → in_doubt',
  ],
  [
    '7: rejected after an unknown send',
    { from: 'sending', send_doubted: 1 },
    { type: 'rejected', reason: 'upstream-refused' },
    facts(T),
    'doubted → in_doubt',
  ],
  [
    '9: a reference that cannot be printed',
    { from: 'started' },
    read({ ...approved, reference: 'a b' }),
    facts(T),
    'reviewed → review',
  ],
  [
    '10: again after 2.999 s',
    { from: 'started', seen: 'declined|51|', seen_count: 1, seen_first_ms: T },
    read(declined),
    facts(T + 2_999),
    'noted',
  ],
  [
    '10: again after 3 s',
    { from: 'started', seen: 'declined|51|', seen_count: 1, seen_first_ms: T },
    read(declined),
    facts(T + 3_000),
    'declined → declined',
  ],
  [
    '10: another code after 3 s',
    { from: 'started', seen: 'declined|05|', seen_count: 1, seen_first_ms: T },
    read(declined),
    facts(T + 3_000),
    'noted',
  ],
  [
    '11: twice unknown',
    { from: 'started', seen: 'unknown', seen_count: 1, seen_first_ms: T },
    read({ kind: 'unknown', detail: '' }),
    facts(T + 30_000),
    'noted',
  ],
  [
    '11: three times over 30 s',
    { from: 'started', seen: 'unknown', seen_count: 2, seen_first_ms: T },
    read({ kind: 'unknown', detail: '' }),
    facts(T + 30_000),
    'reviewed → review',
  ],
  [
    '12: three times over 29 s',
    { from: 'started', seen: 'missed', seen_count: 2, seen_first_ms: T },
    { type: 'session_missed' },
    facts(T + 29_000),
    'noted',
  ],
  [
    '12: three times over 30 s',
    { from: 'started', seen: 'missed', seen_count: 2, seen_first_ms: T },
    { type: 'session_missed' },
    facts(T + 30_000),
    'doubted → in_doubt',
  ],
  [
    '13: only once',
    { from: 'started', still_waiting: 1 },
    { type: 'soft_passed' },
    facts(T + 150_000),
    'guard',
  ],
  ['13: not before', { from: 'started' }, { type: 'soft_passed' }, facts(T + 149_999), 'guard'],
  ['14: not before', { from: 'started' }, { type: 'hard_passed' }, facts(T + 299_999), 'guard'],
  [
    '16: another sale has it',
    { from: 'in_doubt no_session' },
    { type: 'session_found', sessionId: 's', taken: true },
    facts(T),
    'guard',
  ],
  [
    '17: before the deadline and 60 s',
    { from: 'in_doubt no_session' },
    { type: 'look_up_missed' },
    facts(T + 69_999),
    'guard',
  ],
  [
    '17: not authoritative',
    { from: 'in_doubt no_session' },
    { type: 'look_up_missed' },
    facts(T + 90_000, { lookup: 'none' }),
    'guard',
  ],
  [
    '17: second miss 10 s later',
    { from: 'in_doubt no_session', seen: 'look_up_missed', seen_count: 1, seen_first_ms: T + 70_000 },
    { type: 'look_up_missed' },
    facts(T + 80_000),
    'refused → not_started',
  ],
  [
    '18: nothing promised',
    { from: 'in_doubt no_session' },
    { type: 'resend_claimed' },
    facts(T, { repeat: 'unknown' }),
    'guard',
  ],
  ['18: after 15 s', { from: 'in_doubt no_session' }, { type: 'resend_claimed' }, facts(T + 15_000), 'guard'],
  [
    '18: after three sends',
    { from: 'in_doubt no_session', send_count: 3 },
    { type: 'resend_claimed' },
    facts(T),
    'guard',
  ],
  ['19: not before', { from: 'in_doubt' }, { type: 'device_free_passed' }, facts(LATE - 1), 'guard'],
  [
    '20: once the device is free',
    { from: 'in_doubt', device_hold: 0 },
    attest('R'),
    facts(LATE),
    'attested_paid → approved',
  ],
  ['20: not without evidence', { from: 'in_doubt', device_hold: 0 }, attest(' '), facts(LATE), 'guard'],
  [
    '20: in review, not before the terminal is done',
    { from: 'review' },
    attest('R'),
    facts(LATE - 1),
    'guard',
  ],
  [
    '21: once the device is free',
    { from: 'in_doubt', device_hold: 0 },
    { type: 'attested_unpaid', person: 'ann' },
    facts(LATE),
    'attested_unpaid → closed_unpaid',
  ],
  [
    '21: not by nobody',
    { from: 'in_doubt', device_hold: 0 },
    { type: 'attested_unpaid', person: ' ' },
    facts(LATE),
    'guard',
  ],
  [
    '23: a person said paid, once',
    { from: 'approved', by_whom: 'person' },
    read(declined),
    facts(LATE),
    'noted',
  ],
  [
    '23: a person said paid, twice',
    { from: 'approved', by_whom: 'person', seen: 'declined|51|', seen_count: 1, seen_first_ms: T },
    read(declined),
    facts(LATE),
    'reviewed → review',
  ],
  [
    'a second cancel is no event',
    { from: 'started', cancel_requested: 1 },
    { type: 'cancel_requested' },
    facts(T),
    'guard',
  ],
]

function notSent(retryAfterMs: number): Happening {
  return { type: 'not_sent', reason: 'upstream-busy', retryAfterMs }
}
function attest(reference: string): Happening {
  return { type: 'attested_paid', person: 'ann', reference, approvalCode: null }
}

for (const [title, { from, ...changes }, happening, at, wanted] of guards)
  test(`guard ${title}`, () => {
    const row: SaleRow = { ...rows[from], ...changes }
    assert.equal(said(row, reduce(row, happening, at)), wanted)
  })
