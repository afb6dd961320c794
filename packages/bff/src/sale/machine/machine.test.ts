// Every cell of (state × input): the transition of the table, or a refusal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SALE_STATES, type Outcome, type SaleReason } from '@tapboard/contract'
import { ATTESTED_UNPAID, attestedPaid, found, seen } from './changes.testing.ts'
import type { Facts, SaleInput, SaleInputType } from './sale-input.ts'
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
import type { SaleRow } from './row.ts'

/** Each input in the form in which its transition takes place at once, if the state allows it. */
const inputs: Readonly<Record<string, readonly [SaleInput, number]>> = {
  send_claimed: [{ type: 'send_claimed' }, T + 1],
  intent_expired: [{ type: 'intent_expired' }, T + 60_000],
  not_sent: [{ type: 'not_sent', reason: 'upstream-unreachable', retryAfterMs: 0 }, T + 1],
  accepted: [{ type: 'accepted', sessionId: 'ses_b', taken: false }, T + 1],
  rejected: [{ type: 'rejected', reason: 'upstream-refused' }, T + 1],
  send_lost: [{ type: 'send_lost' }, T + 1],
  'read approved': [read(approved), T + 1],
  'read mismatch': [read(mismatch), T + 1],
  'read declined': [read(declined), T + 1],
  session_missed: [{ type: 'session_missed' }, T + 1],
  end_questioned: [{ type: 'end_questioned' }, T + 1],
  soft_passed: [{ type: 'soft_passed' }, T + 150_000],
  hard_passed: [{ type: 'hard_passed' }, T + 300_000],
  session_found: [found(), T + 1],
  look_up_missed: [{ type: 'look_up_missed' }, T + 70_000],
  resend_claimed: [{ type: 'resend_claimed' }, T + 1],
  device_free_passed: [{ type: 'device_free_passed' }, LATE],
  device_idle: [{ type: 'device_idle', begunAtMs: T + 70_000 }, T + 70_000],
  attested_paid: [attestedPaid('R', null), LATE],
  attested_unpaid: [ATTESTED_UNPAID, LATE],
  cancel_requested: [{ type: 'cancel_requested' }, T + 1],
  cancel_failed: [{ type: 'cancel_failed' }, T + 1],
}

const ILLEGAL = 'illegal'
/** An unpaid end whose session is known: an approval counts at once, a contradiction twice, another session at once. */
const AFTER_UNPAID: Readonly<Record<string, string>> = {
  'read approved': 'reviewed → review',
  'read mismatch': 'noted',
  'read declined': 'guard',
  session_found: 'reviewed → review',
}
/** The same for an end by the upstream: a different reread is recorded (rule 24). */
const AFTER_ITS_WORD = { ...AFTER_UNPAID, end_questioned: 'noted' }
/** Row by row what each state does with each input; a cell that is not named is refused as illegal. */
const table: Readonly<Record<keyof typeof rows, Readonly<Record<string, string>>>> = {
  intent: { send_claimed: 'claimed → sending', intent_expired: 'abandoned → abandoned' },
  sending: {
    not_sent: 'released → intent',
    accepted: 'started → started',
    rejected: 'refused → not_started',
    send_lost: 'doubted → in_doubt',
  },
  started: {
    'read approved': 'approved → approved',
    'read mismatch': 'reviewed → review',
    'read declined': 'noted',
    session_missed: 'noted',
    session_found: 'reviewed → review',
    soft_passed: 'still_waiting → started',
    hard_passed: 'doubted → in_doubt',
    cancel_requested: 'cancel_requested → started',
    cancel_failed: 'guard',
  },
  in_doubt: {
    'read approved': 'approved → approved',
    'read mismatch': 'reviewed → review',
    'read declined': 'noted',
    session_missed: 'guard',
    session_found: 'reviewed → review',
    device_free_passed: 'device_released → in_doubt',
    attested_paid: 'guard',
    attested_unpaid: 'guard',
  },
  'in_doubt no_session': {
    session_found: 'started → started',
    look_up_missed: 'noted',
    resend_claimed: 'claimed → sending',
    device_free_passed: 'device_released → in_doubt',
    device_idle: 'noted',
    attested_paid: 'guard',
    attested_unpaid: 'guard',
  },
  review: {
    attested_paid: 'attested_paid → approved',
    attested_unpaid: 'attested_unpaid → closed_unpaid',
  },
  approved: { session_found: 'session_found → approved' },
  declined: AFTER_ITS_WORD,
  timed_out: AFTER_ITS_WORD,
  failed: AFTER_ITS_WORD,
  not_started: { session_found: 'session_found → not_started', end_questioned: 'noted' },
  abandoned: { session_found: 'session_found → abandoned', end_questioned: 'noted' },
  // Another person has evidence that it was paid (D-94).
  closed_unpaid: { ...AFTER_UNPAID, attested_paid: 'reviewed → review' },
}

test('every state handles every input as the table says', () => {
  assert.deepEqual(new Set(Object.keys(rows).map((name) => name.split(' ')[0])), new Set<string>(SALE_STATES))
  let cells = 0
  for (const [name, row] of Object.entries(rows))
    for (const [what, [input, nowMs]] of Object.entries(inputs)) {
      const wanted = table[name as keyof typeof rows][what] ?? ILLEGAL
      const judged = reduce(row, input, facts(nowMs))
      assert.equal(summaryOf(row, judged), wanted, `${name} × ${what}`)
      if (wanted === ILLEGAL && judged.kind === 'refused')
        assert.match(judged.detail, new RegExp(`^${input.type}( without a session)? in ${row.state}$`))
      cells += 1
    }
  assert.equal(cells, 13 * 22)
})

test('amount, currency, device, order and our reference of a sale never change', () => {
  const fixed = ['id', 'merchant', 'orderRef', 'attempt', 'externalId', 'deviceId', 'amountMinor', 'currency']
  for (const row of Object.values(rows))
    for (const [input, nowMs] of Object.values(inputs)) {
      const judged = reduce(row, input, facts(nowMs))
      if (judged.kind === 'refused') continue
      for (const column of fixed) assert.ok(!(column in judged.changes), column)
    }
})

test('a final state releases device and lease, an unpaid one the order too', () => {
  for (const row of Object.values(rows))
    for (const [input, nowMs] of Object.values(inputs)) {
      const judged = reduce(row, input, facts(nowMs))
      if (judged.kind !== 'moved' || judged.changes.settledAtMs !== nowMs) continue
      const { changes } = judged
      assert.equal(changes.deviceHold, false)
      assert.equal(changes.leaseOwner, null)
      assert.equal(changes.nextAtMs, null)
      assert.equal(changes.orderHold, changes.state === 'approved')
    }
})

test('a claim counts the send and sets deadline and device fence before the send', () => {
  const row = apply(rows.intent, { type: 'send_claimed' }, facts(T + 5))
  assert.equal(row.sendCount, 1)
  assert.equal(row.sendDeadlineMs, T + 10_005)
  assert.equal(row.deviceFreeAtMs, T + 370_005)
  assert.equal(row.deviceHold, true)
})

test('a sale in doubt keeps its device, a sale in review releases it', () => {
  assert.equal(apply(rows.sending, { type: 'send_lost' }, facts(T)).deviceHold, true)
  assert.equal(apply(rows.started, read(mismatch), facts(T)).deviceHold, false)
})

test('rule 22: a late approval leaves the order lock with a newer attempt and raises an alert', () => {
  for (const orderHeldElsewhere of [true, false]) {
    const judged = reduce(rows.declined, read(approved), facts(LATE, { orderHeldElsewhere }))
    assert.ok(judged.kind === 'moved')
    assert.equal(judged.changes.orderHold, !orderHeldElsewhere)
    assert.equal(judged.changes.reason, 'late_conflict' satisfies SaleReason)
    assert.deepEqual(judged.effects, [{ type: 'alert', reason: 'late_conflict' }, { type: 'flag_newer' }])
  }
})

test('rule 23: a contradicted approval by a person leaves the order lock with a newer attempt', () => {
  const row: SaleRow = {
    ...rows.approved,
    byWhom: 'person',
    orderHold: false,
    ...seen('declined|51|', 1),
  }
  for (const orderHeldElsewhere of [true, false]) {
    const judged = reduce(row, read(declined), facts(LATE, { orderHeldElsewhere }))
    assert.ok(judged.kind === 'moved')
    assert.equal(judged.changes.orderHold, !orderHeldElsewhere)
  }
})

test('rereads an end by a person often, an unpaid end of the upstream rarely, its approval never', () => {
  const paceOf = (row: SaleRow, input: SaleInput, nowMs: number, lookup: Facts['lookup'] = 'none') => {
    const judged = reduce(row, input, facts(nowMs, { lookup }))
    assert.ok(judged.kind === 'moved', JSON.stringify(judged))
    return judged.effects.flatMap((effect) => (effect.type === 'follow_up' ? [effect.pace] : []))
  }
  const free = { ...rows.in_doubt, deviceHold: false } as const
  const blind = { ...rows['in_doubt no_session'], deviceHold: false } as const
  const [unpaid, wasPaid] = [inputs['attested_unpaid'], inputs['attested_paid']]
  assert.ok(unpaid && wasPaid)
  assert.deepEqual(paceOf(free, ...unpaid), ['close'])
  assert.deepEqual(paceOf(free, ...wasPaid), ['close'])
  assert.deepEqual(paceOf(blind, ...unpaid), [])
  assert.deepEqual(paceOf(blind, ...unpaid, 'authoritative'), ['close'])
  assert.deepEqual(paceOf({ ...rows.review, reason: 'unknown_outcome' }, ...unpaid), ['close'])
  const conflict = (byWhom: SaleRow['byWhom']): SaleRow => ({
    ...rows.review,
    reason: 'late_conflict',
    byWhom,
    person: byWhom === 'person' ? 'ann' : null,
  })
  // The upstream reports "paid", or "unpaid" against a person: another read would repeat it.
  assert.deepEqual(paceOf(conflict('upstream'), ...unpaid), [])
  assert.deepEqual(paceOf(conflict('upstream'), ...wasPaid), [])
  assert.deepEqual(paceOf(conflict('person'), ...wasPaid), [])
  // An approval that the record does not have is news.
  assert.deepEqual(paceOf(conflict('person'), ...unpaid), ['close'])
  assert.deepEqual(paceOf(conflict(null), ...unpaid), ['close'])
  assert.deepEqual(paceOf(conflict(null), ...wasPaid), ['close'])
  const once = seen('declined|51|', 1)
  assert.deepEqual(paceOf({ ...rows.started, ...once }, read(declined), T + 3_000), ['wide'])
  assert.deepEqual(paceOf(rows.started, read(approved), T + 1), [])
  assert.deepEqual(paceOf(rows.not_started, { type: 'session_found', sessionId: 's', taken: false }, T), [
    'close',
  ])
})

test('message and card of a sale contain no text of the upstream', () => {
  const hostile = { ...approved, card: '4111111111111111 <script>4242' }
  assert.equal(apply(rows.started, read(hostile), facts(T)).card, '…4242')
  const once = seen('declined|99|', 1)
  const refused: Outcome = { kind: 'declined', code: '99', message: 'call 555-0100', reference: null }
  assert.equal(apply({ ...rows.started, ...once }, read(refused), facts(T + 3_000)).message, null)
})

test('the table covers every input of the machine', () => {
  const tested = new Set(Object.values(inputs).map(([{ type }]) => type))
  const all: Readonly<Record<SaleInputType, true>> = {
    send_claimed: true,
    intent_expired: true,
    not_sent: true,
    accepted: true,
    rejected: true,
    send_lost: true,
    session_read: true,
    session_missed: true,
    end_questioned: true,
    soft_passed: true,
    hard_passed: true,
    session_found: true,
    look_up_missed: true,
    resend_claimed: true,
    device_free_passed: true,
    device_idle: true,
    attested_paid: true,
    attested_unpaid: true,
    cancel_requested: true,
    cancel_failed: true,
  }
  assert.deepEqual(tested, new Set(Object.keys(all)))
})
