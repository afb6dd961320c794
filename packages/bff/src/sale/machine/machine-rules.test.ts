// The 24 transitions of sale/README.md by their numbers, and each limit of time at its edge: the millisecond before, the one it
// names, the one after. The limits are those of `states.ts`.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Outcome } from '@tapboard/contract'
import type { Changes, Facts, SaleInput } from './sale-input.ts'
import type { SaleRow } from './row.ts'
import { ATTESTED_UNPAID, attestedPaid, found, seen, unpaid } from './changes.testing.ts'
import { reduce } from './machine.ts'
import {
  apply,
  approved,
  declined,
  facts,
  LATE,
  mismatch,
  read,
  rows,
  summaryOf,
  T,
} from './machine.testing.ts'
import * as limits from './states.ts'

type From = keyof typeof rows
type Rule = readonly [string, From, Changes, SaleInput, Facts, string]

const notSent = (retryAfterMs = 0): SaleInput => ({
  type: 'not_sent',
  reason: 'upstream-unreachable',
  retryAfterMs,
})
const paid = attestedPaid('R', null)
const odd: Outcome = { kind: 'unknown', detail: '' }
const soon = facts(T + 1)
const confirmed = facts(T + limits.CONFIRM_MS)
const strange = facts(T + limits.STRANGE_MS)

/** Rule 1 has no previous state: `start.test.ts` tests it. */
const RULES: readonly Rule[] = [
  ['2', 'intent', {}, { type: 'send_claimed' }, soon, 'claimed → sending'],
  ['3', 'intent', {}, { type: 'intent_expired' }, facts(T + 60_000), 'abandoned → abandoned'],
  ['4', 'sending', {}, notSent(), soon, 'released → intent'],
  ['5', 'sending', { sendCount: limits.SENDS_MAX }, notSent(), soon, 'refused → not_started'],
  ['6', 'sending', {}, { type: 'accepted', sessionId: 's', taken: false }, soon, 'started → started'],
  ['7', 'sending', {}, { type: 'rejected', reason: 'upstream-refused' }, soon, 'refused → not_started'],
  ['8', 'sending', {}, { type: 'send_lost' }, soon, 'doubted → in_doubt'],
  ['9', 'started', {}, read(approved), soon, 'approved → approved'],
  ['10 declined', 'started', seen('declined|51|', 1), read(declined), confirmed, 'declined → declined'],
  [
    '10 timed out',
    'started',
    seen('timed_out||', 1),
    read(unpaid('timed_out')),
    confirmed,
    'timed_out → timed_out',
  ],
  ['10 failed', 'started', seen('failed||', 1), read(unpaid('failed')), confirmed, 'failed → failed'],
  [
    '10 cancelled',
    'started',
    seen('cancelled||', 1),
    read(unpaid('cancelled')),
    confirmed,
    'failed → failed',
  ],
  ['11 mismatch', 'started', {}, read(mismatch), soon, 'reviewed → review'],
  ['11 unknown word', 'started', seen('unknown', 2), read(odd), strange, 'reviewed → review'],
  ['12', 'started', seen('missed', 2), { type: 'session_missed' }, strange, 'doubted → in_doubt'],
  ['13', 'started', {}, { type: 'soft_passed' }, facts(T + limits.SOFT_MS), 'still_waiting → started'],
  ['14', 'started', {}, { type: 'hard_passed' }, facts(T + limits.HARD_MS), 'doubted → in_doubt'],
  ['15 as 9', 'in_doubt', {}, read(approved), soon, 'approved → approved'],
  ['15 as 10', 'in_doubt', seen('declined|51|', 1), read(declined), confirmed, 'declined → declined'],
  ['15 as 11', 'in_doubt', {}, read(mismatch), soon, 'reviewed → review'],
  ['16', 'in_doubt no_session', {}, found(), soon, 'started → started'],
  [
    '17',
    'in_doubt no_session',
    seen('look_up_missed', 1),
    { type: 'look_up_missed' },
    facts(T + 80_000),
    'refused → not_started',
  ],
  ['18', 'in_doubt no_session', {}, { type: 'resend_claimed' }, soon, 'claimed → sending'],
  ['19', 'in_doubt', {}, { type: 'device_free_passed' }, facts(LATE), 'device_released → in_doubt'],
  ['20 in doubt', 'in_doubt', { deviceHold: false }, paid, facts(LATE), 'attested_paid → approved'],
  ['20 in review', 'review', {}, paid, facts(LATE), 'attested_paid → approved'],
  [
    '21 in doubt',
    'in_doubt',
    { deviceHold: false },
    ATTESTED_UNPAID,
    facts(LATE),
    'attested_unpaid → closed_unpaid',
  ],
  ['21 in review', 'review', {}, ATTESTED_UNPAID, facts(LATE), 'attested_unpaid → closed_unpaid'],
  ['22', 'declined', {}, read(approved), facts(LATE), 'reviewed → review'],
  [
    '23',
    'approved',
    { byWhom: 'person', ...seen('declined|51|', 1) },
    read(declined),
    confirmed,
    'reviewed → review',
  ],
  [
    '23 mismatch',
    'approved',
    { byWhom: 'person', ...seen('amount_mismatch', 1) },
    read(mismatch),
    confirmed,
    'reviewed → review',
  ],
  ['24', 'declined', seen('end questioned', 1), { type: 'end_questioned' }, confirmed, 'reviewed → review'],
]

describe('the transitions of the table', () => {
  for (const [rule, from, changes, input, at, wanted] of RULES)
    test(`rule ${rule} takes a sale from ${from}: ${wanted}`, () => {
      const row = { ...rows[from], ...changes }
      assert.equal(summaryOf(row, reduce(row, input, at)), wanted)
    })

  test('covers every rule but the first', () => {
    const numbers = new Set(RULES.map(([rule]) => Number(rule.split(' ')[0])))
    assert.deepEqual(
      [...numbers].toSorted((a, b) => a - b),
      Array.from({ length: 23 }, (_, index) => index + 2),
    )
  })
})

test('rule 24: only a reread of the same end withdraws a contradiction', () => {
  const questioned = { ...rows.declined, ...seen('end questioned', 1) }
  const ends: readonly [typeof questioned, SaleInput][] = [
    [questioned, read(declined)],
    [questioned, read(unpaid('timed_out'))],
    [rows.declined, read(declined)],
  ]
  assert.deepEqual(
    ends.map(([row, input]) => summaryOf(row, reduce(row, input, soon))),
    ['noted', 'guard', 'guard'],
  )
})

/** The result before a time limit, and from it on. */
const EDGES: readonly [string, From, Changes, SaleInput, number, string, string][] = [
  ['2', 'intent', {}, { type: 'send_claimed' }, limits.INTENT_LIFE_MS, 'claimed → sending', 'guard'],
  ['3', 'intent', {}, { type: 'intent_expired' }, limits.INTENT_LIFE_MS, 'guard', 'abandoned → abandoned'],
  // The next try is 250 ms later at the earliest, and that must be in time.
  [
    '4, 5',
    'sending',
    {},
    notSent(),
    limits.RESEND_AGE_MS - 250,
    'released → intent',
    'refused → not_started',
  ],
  [
    '4, 5 with a wait',
    'sending',
    {},
    notSent(9_000),
    limits.RESEND_AGE_MS - 9_000,
    'released → intent',
    'refused → not_started',
  ],
  [
    '10',
    'started',
    seen('declined|51|', 1),
    read(declined),
    limits.CONFIRM_MS,
    'noted',
    'declined → declined',
  ],
  ['11', 'started', seen('unknown', 2), read(odd), limits.STRANGE_MS, 'noted', 'reviewed → review'],
  [
    '12',
    'started',
    seen('missed', 2),
    { type: 'session_missed' },
    limits.STRANGE_MS,
    'noted',
    'doubted → in_doubt',
  ],
  ['13', 'started', {}, { type: 'soft_passed' }, limits.SOFT_MS, 'guard', 'still_waiting → started'],
  ['14', 'started', {}, { type: 'hard_passed' }, limits.HARD_MS, 'guard', 'doubted → in_doubt'],
  [
    '17, the first miss',
    'in_doubt no_session',
    {},
    { type: 'look_up_missed' },
    limits.SEND_DEADLINE_MS + limits.LOOKUP_AFTER_MS,
    'guard',
    'noted',
  ],
  [
    '17, the second',
    'in_doubt no_session',
    { ...seen('look_up_missed', 1), sendDeadlineMs: T - limits.LOOKUP_AFTER_MS },
    { type: 'look_up_missed' },
    limits.LOOKUP_GAP_MS,
    'noted',
    'refused → not_started',
  ],
  [
    '18',
    'in_doubt no_session',
    {},
    { type: 'resend_claimed' },
    limits.RESEND_AGE_MS,
    'claimed → sending',
    'guard',
  ],
  [
    '19',
    'in_doubt',
    {},
    { type: 'device_free_passed' },
    limits.DEVICE_FREE_MS,
    'guard',
    'device_released → in_doubt',
  ],
  ['20', 'review', {}, paid, limits.DEVICE_FREE_MS, 'guard', 'attested_paid → approved'],
  ['21', 'review', {}, ATTESTED_UNPAID, limits.DEVICE_FREE_MS, 'guard', 'attested_unpaid → closed_unpaid'],
]

describe('time limits', () => {
  for (const [rule, from, changes, input, edgeMs, before, after] of EDGES)
    test(`rule ${rule} changes at ${edgeMs} ms exactly`, () => {
      const row = { ...rows[from], ...changes }
      const at = (ms: number): string => summaryOf(row, reduce(row, input, facts(T + ms)))
      assert.deepEqual([at(edgeMs - 1), at(edgeMs), at(edgeMs + 1)], [before, after, after])
    })

  test('a claim sets send deadline and terminal fence, a session its two time limits', () => {
    const claimed = reduce(rows.intent, { type: 'send_claimed' }, soon)
    assert.ok(claimed.kind === 'moved')
    assert.equal(claimed.changes.sendDeadlineMs, soon.nowMs + limits.SEND_DEADLINE_MS)
    assert.equal(claimed.changes.deviceFreeAtMs, soon.nowMs + limits.DEVICE_FREE_MS)
    const started = reduce(rows.sending, { type: 'accepted', sessionId: 's', taken: false }, soon)
    assert.ok(started.kind === 'moved')
    assert.equal(started.changes.softAtMs, soon.nowMs + limits.SOFT_MS)
    assert.equal(started.changes.hardAtMs, soon.nowMs + limits.HARD_MS)
  })
})

test('D-94 "paid" by another person after "unpaid" goes to review with the evidence; other ends stay', () => {
  const closed: SaleRow = { ...rows.closed_unpaid, person: 'ann' }
  const bob: SaleInput = { type: 'attested_paid', person: 'bob', reference: 'R-9', approvalCode: null }
  const judged = reduce(closed, bob, facts(LATE))
  assert.ok(judged.kind === 'moved')
  assert.equal(judged.event, 'reviewed')
  const { state, reason, person, reference, orderHold: hold } = judged.changes
  assert.deepEqual([state, reason, person, reference, hold], ['review', 'late_conflict', 'bob', 'R-9', true])
  assert.deepEqual(judged.effects, [{ type: 'alert', reason: 'late_conflict' }, { type: 'flag_newer' }])
  const held = reduce(closed, bob, facts(LATE, { orderHeldElsewhere: true }))
  assert.ok(held.kind === 'moved' && held.changes.orderHold === false)
  for (const [what, row, input] of [
    ['by the same person', closed, { ...bob, person: 'ann' }],
    ['without evidence', closed, { ...bob, reference: ' ' }],
    ['without a person', closed, { ...bob, person: ' ' }],
    [
      'unpaid after paid',
      { ...rows.approved, byWhom: 'person', person: 'ann' },
      { type: 'attested_unpaid', person: 'bob' },
    ],
    ['unpaid twice', closed, { type: 'attested_unpaid', person: 'bob' }],
    ['after an end by the upstream', rows.declined, bob],
  ] as const)
    assert.equal(reduce(row, input, facts(LATE)).kind, 'refused', what)
  const again = { ...closed, ...judged.changes } satisfies SaleRow
  assert.equal(reduce(again, bob, facts(LATE)).kind, 'refused')
  assert.equal(reduce(again, { type: 'attested_unpaid', person: 'ann' }, facts(LATE)).kind, 'refused')
  assert.equal(
    summaryOf(again, reduce(again, { ...bob, person: 'ann' }, facts(LATE))),
    'attested_paid → approved',
  )
  // Both attestations are by persons, so the upstream is still read.
  const review: SaleRow = { ...closed, ...judged.changes }
  const settled = reduce(review, { type: 'attested_unpaid', person: 'cleo' }, facts(LATE))
  assert.ok(settled.kind === 'moved' && settled.changes.seen === null)
  assert.deepEqual(settled.effects, [{ type: 'follow_up', pace: 'close' }])
})

test('D-94 a late conflict names the source of "paid": service, person or none', () => {
  const byOf = (row: SaleRow, ...reads: readonly Outcome[]): unknown => {
    let now = row
    for (const [index, outcome] of reads.entries())
      now = apply(now, read(outcome), facts(LATE + index * limits.CONFIRM_MS))
    assert.deepEqual([now.state, now.reason], ['review', 'late_conflict'])
    return now.byWhom
  }
  assert.equal(byOf(rows.declined, approved), 'upstream')
  assert.equal(byOf({ ...rows.closed_unpaid, person: 'ann' }, approved), 'upstream')
  assert.equal(byOf(rows.declined, mismatch, mismatch), null)
  const marked: SaleRow = { ...rows.approved, byWhom: 'person', person: 'ann' }
  assert.equal(byOf(marked, declined, declined), 'person')
  assert.equal(byOf(marked, mismatch, mismatch), null)
})

test('D-137 an approval with markup as its reference goes to review, and an unpaid result drops it', () => {
  for (const reference of ['<img/src=x>', 'a"b', "a'b", 'a b', 'a&b', 'é', 'a'.repeat(65)]) {
    const reviewed = reduce(rows.started, read({ ...approved, reference } as Outcome), facts(LATE))
    assert.ok(reviewed.kind === 'moved')
    assert.deepEqual([reviewed.changes.state, reviewed.changes.reference], ['review', undefined], reference)
  }
  const known = reduce(
    rows.started,
    read({ ...approved, reference: 'A.1_b:2/c+d=-' } as Outcome),
    facts(LATE),
  )
  assert.ok(known.kind === 'moved')
  assert.equal(known.changes.reference, 'A.1_b:2/c+d=-')
})

test('D-136 an answer that contradicts "paid" of a person goes to review when it comes twice', () => {
  const marked: SaleRow = { ...rows.approved, byWhom: 'person', person: 'ann' }
  const unsound: Outcome = { ...approved, reference: 'R\n1' } as Outcome
  const contradictions: readonly Outcome[] = [
    ...(['amount_mismatch', 'identity_mismatch', 'contradiction'] as const).map((reason): Outcome => ({
      kind: 'contradiction',
      reason,
      detail: '',
    })),
    unsound,
  ]
  for (const outcome of contradictions) {
    const once = apply(marked, read(outcome), facts(LATE))
    assert.equal(once.state, 'approved')
    assert.equal(
      summaryOf(once, reduce(once, read(outcome), facts(LATE + limits.CONFIRM_MS - 1))),
      'noted',
      outcome.kind,
    )
    const judged = reduce(once, read(outcome), facts(LATE + limits.CONFIRM_MS))
    assert.ok(judged.kind === 'moved')
    assert.deepEqual([judged.changes.state, judged.changes.reason], ['review', 'late_conflict'])
    assert.deepEqual(judged.effects, [{ type: 'alert', reason: 'late_conflict' }])
    // Another answer between the two reads is no second report of the same evidence.
    const other = apply(once, read(declined), facts(LATE + limits.CONFIRM_MS))
    assert.equal(summaryOf(other, reduce(other, read(outcome), facts(LATE + 2 * limits.CONFIRM_MS))), 'noted')
    // The person who decided in review has seen this evidence (D-35).
    const seenThen = apply({ ...rows.review, reason: 'amount_mismatch' }, paid, facts(LATE))
    assert.equal(seenThen.state, 'approved')
    for (const atMs of [LATE, LATE + limits.CONFIRM_MS])
      assert.equal(reduce(seenThen, read(outcome), facts(atMs)).kind, 'refused')
  }
  for (const outcome of [approved, odd, { kind: 'pending', phase: 'present_card' } as const])
    assert.equal(reduce(marked, read(outcome), facts(LATE)).kind, 'refused')
})

test('no upstream answer moves a sale without a session or one that the upstream approved', () => {
  const outcomes: readonly Outcome[] = [
    approved,
    declined,
    mismatch,
    odd,
    unpaid('timed_out'),
    unpaid('failed'),
    unpaid('cancelled'),
    { kind: 'pending', phase: 'present_card' },
  ]
  for (const [name, row] of Object.entries(rows))
    for (const outcome of outcomes) {
      if (row.sessionId !== null && row.state !== 'approved') continue
      const judged = reduce({ ...row, ...seen('declined|51|', 9) }, read(outcome), facts(LATE))
      assert.equal(judged.kind, 'refused', `${name} × ${outcome.kind}`)
    }
})

test('INV-21 the send deadline of an attempt is never later than the deadline of its start', () => {
  const row = { ...rows.intent, deadlineAtMs: T + 4_000 }
  assert.equal(apply(row, { type: 'send_claimed' }, facts(T + 1)).sendDeadlineMs, T + 4_000)
})
