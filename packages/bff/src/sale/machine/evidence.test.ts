// Evidence that needs a second look, column by column, and the reasons of the guards.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  FORGOTTEN,
  seen,
  OLD,
  unpaid,
  found,
  attestedPaid,
  ATTESTED_UNPAID,
  free,
} from './changes.testing.ts'
import { reduce } from './machine.ts'
import { approved, declined, facts, LATE, mismatch, read, rows, T } from './machine.testing.ts'
import type { Changes, Facts, SaleInput } from './sale-input.ts'
import type { SaleRow } from './row.ts'

/** Evidence that needs more: the row before it, the input, its time, and the remembered columns. */
const NOTES: readonly (readonly [string, keyof typeof rows, Partial<SaleRow>, SaleInput, Facts, Changes])[] =
  [
    [
      'a first unpaid read by its code and reference',
      'started',
      OLD,
      read(unpaid('failed', { code: 'X', reference: 'R' })),
      facts(T + 5),
      seen('failed|X|R', 1, T + 5),
    ],
    [
      'a second one that comes too early',
      'started',
      seen('declined|51|', 1),
      read(declined),
      facts(T + 2_999),
      seen('declined|51|', 2),
    ],
    [
      'a read after the clock was set back as the first one',
      'started',
      seen('declined|51|', 1, T + 6),
      read(declined),
      facts(T + 5),
      seen('declined|51|', 1, T + 5),
    ],
    [
      'a second read of the same millisecond',
      'started',
      seen('declined|51|', 1, T + 5),
      read(declined),
      facts(T + 5),
      seen('declined|51|', 2, T + 5),
    ],
    [
      'no more than a thousand reads',
      'started',
      seen('unknown', 1_000),
      read({ kind: 'unknown', detail: '' }),
      facts(T + 5),
      seen('unknown', 1_000),
    ],
    ['a missing session', 'started', {}, { type: 'session_missed' }, facts(T + 5), seen('missed', 1, T + 5)],
    [
      'a look-up without a result',
      'in_doubt no_session',
      {},
      { type: 'look_up_missed' },
      facts(T + 70_000),
      seen('look_up_missed', 1, T + 70_000),
    ],
    [
      'a look at the terminal by its begin',
      'in_doubt no_session',
      {},
      { type: 'device_idle', begunAtMs: T + 70_000 },
      facts(T + 75_000),
      seen('device idle', 1, T + 70_000),
    ],
    [
      'a second look at the terminal that comes too early',
      'in_doubt no_session',
      seen('device idle', 1, T + 70_000),
      { type: 'device_idle', begunAtMs: T + 79_999 },
      facts(T + 79_999),
      seen('device idle', 2, T + 70_000),
    ],
    [
      'a fence that is longer than any as begun now',
      'in_doubt',
      { deviceFreeAtMs: T + 370_006 },
      { type: 'device_free_passed' },
      facts(T + 5),
      { deviceFreeAtMs: T + 370_005 },
    ],
    [
      'a pending session in doubt as no evidence',
      'in_doubt',
      OLD,
      read({ kind: 'pending', phase: 'present_card' }),
      facts(T + 5),
      FORGOTTEN,
    ],
    [
      'the phase of a sale with forty events not any more',
      'started',
      { ...OLD, version: 40 },
      read({ kind: 'pending', phase: 'present_card' }),
      facts(T + 5),
      FORGOTTEN,
    ],
    [
      'a contradiction after the end',
      'declined',
      {},
      read(mismatch),
      facts(T + 5),
      seen('amount_mismatch', 1, T + 5),
    ],
    [
      'the same end as no evidence against it',
      'declined',
      seen('end questioned', 1),
      read(declined),
      facts(T + 5),
      FORGOTTEN,
    ],
    [
      'a reread that does not confirm the end',
      'declined',
      {},
      { type: 'end_questioned' },
      facts(T + 5),
      seen('end questioned', 1, T + 5),
    ],
    [
      'an unpaid answer against "paid" of a person',
      'approved',
      { byWhom: 'person' },
      read(declined),
      facts(T + 5),
      seen('declined|51|', 1, T + 5),
    ],
    [
      'an unsound approval against "paid" of a person',
      'approved',
      { byWhom: 'person' },
      read({ ...approved, reference: 'R 1' }),
      facts(T + 5),
      seen('contradiction', 1, T + 5),
    ],
  ]

describe('the machine remembers', () => {
  for (const [name, from, changes, input, at, wanted] of NOTES)
    test(name, () => {
      assert.deepEqual(reduce({ ...rows[from], ...changes }, input, at), { kind: 'noted', changes: wanted })
    })
})

/** Rows in which a guard refuses: the last part is its reason. */
const GUARDS: readonly (readonly [keyof typeof rows, Partial<SaleRow>, SaleInput, Facts, string])[] = [
  ['intent', {}, { type: 'intent_expired' }, facts(T), 'the intent is not old yet'],
  ['in_doubt no_session', free, { type: 'resend_claimed' }, facts(T), 'the device is not held any more'],
  ['in_doubt', free, { type: 'device_free_passed' }, facts(LATE), 'released already'],
  ['in_doubt', { deviceFreeAtMs: null }, { type: 'device_free_passed' }, facts(LATE), 'not yet'],
  ['in_doubt', {}, { type: 'device_free_passed' }, facts(T), 'not yet'],
  ['started', { softAtMs: null }, { type: 'soft_passed' }, facts(LATE), 'not yet'],
  ['started', { hardAtMs: null }, { type: 'hard_passed' }, facts(LATE), 'not yet'],
  [
    'in_doubt no_session',
    { sendDeadlineMs: null },
    { type: 'look_up_missed' },
    facts(LATE),
    'too early to believe it',
  ],
  [
    'in_doubt no_session',
    { firstSentAtMs: null },
    { type: 'resend_claimed' },
    facts(T),
    'too late to send again',
  ],
  ['in_doubt no_session', free, { type: 'device_idle', begunAtMs: LATE }, facts(LATE), 'released already'],
  [
    'in_doubt no_session',
    {},
    { type: 'device_idle', begunAtMs: T + 69_999 },
    facts(LATE),
    'a request may still be on its way',
  ],
  [
    'in_doubt no_session',
    { sendDeadlineMs: null },
    { type: 'device_idle', begunAtMs: T + 70_000 },
    facts(LATE),
    'a request may still be on its way',
  ],
  [
    'in_doubt no_session',
    {},
    { type: 'device_idle', begunAtMs: LATE },
    facts(LATE - 1),
    'the clock was set back',
  ],
  ['declined', {}, found('ses_a'), facts(T), 'known already'],
  ['not_started', {}, found('ses_b', true), facts(T), 'the session belongs to another sale'],
  ['in_doubt', free, attestedPaid(' ', ' '), facts(LATE), 'a reference or an approval code is needed'],
  [
    'closed_unpaid',
    { person: 'bob' },
    attestedPaid(' ', ' '),
    facts(LATE),
    'a reference or an approval code is needed',
  ],
  ['closed_unpaid', { person: 'ann' }, attestedPaid('R', null), facts(LATE), 'attested otherwise already'],
  [
    'closed_unpaid',
    { person: 'bob', byWhom: null },
    attestedPaid('R', null),
    facts(LATE),
    'attested otherwise already',
  ],
  ['review', {}, attestedPaid('R', null), facts(LATE - 1), 'the terminal may still be asking for the card'],
  ['in_doubt', free, attestedPaid('R', null, ' '), facts(LATE), 'no person is named'],
  ['started', {}, read({ kind: 'pending', phase: 'contacting' }), facts(T), 'nothing new'],
  ['declined', {}, read(declined), facts(T), 'nothing new after the end'],
  ['declined', { seen: 'judged' }, read(mismatch), facts(T), 'nothing new after the end'],
  ['declined', seen('end questioned', 1), read(unpaid('failed')), facts(T), 'nothing new after the end'],
  ['approved', { byWhom: 'person', seen: 'judged' }, read(mismatch), facts(T), 'nothing new after the end'],
  ['approved', { byWhom: 'person' }, read(approved), facts(T), 'nothing new after the end'],
]

describe('the machine refuses', () => {
  for (const [from, changes, input, at, detail] of GUARDS)
    test(`${input.type} of a sale in ${from}: ${detail}, ${JSON.stringify(changes)}`, () => {
      const judged = reduce({ ...rows[from], ...changes }, input, at)
      assert.deepEqual(judged, { kind: 'refused', why: 'guard', detail })
    })
})

test('the machine has no transition for a session of an approved sale without one', () => {
  const judged = reduce({ ...rows.approved, sessionId: null }, found(), facts(LATE))
  assert.deepEqual(judged, { kind: 'refused', why: 'illegal', detail: 'session_found in approved' })
})

test('D-94 a contradicted attestation of an unnamed person names none', () => {
  const judged = reduce({ ...rows.closed_unpaid, person: null }, attestedPaid('R', null), facts(LATE))
  assert.ok(judged.kind === 'moved')
  assert.equal(judged.changes.seen, 'unpaid:')
})

test('an attestation without a fence is possible at once', () => {
  const row = { ...rows.in_doubt, ...free, deviceFreeAtMs: null }
  assert.equal(reduce(row, ATTESTED_UNPAID, facts(0)).kind, 'moved')
})
