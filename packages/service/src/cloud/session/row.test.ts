/** Conversion between rows, states and the sessions of an answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransactionResult } from '@tapboard/contract'
import { TIMINGS } from '../../ports.ts'
import { begin, type SessionState } from './machine.ts'
import type { SessionRow } from '../../schema/schema.ts'
import { isAsking, isReversing, membersOf, sessionOf, stateOf } from './row.ts'

const card = { brand: 'Visa', lastFour: '4242', entry: 'tap' } as const
const result: TransactionResult = {
  status: 'approved',
  xRefNum: '123456789012',
  responseCode: '00',
  approvalCode: 'ABC234',
  message: 'Approved',
  completedAtMs: 1_234,
  card,
}
const fresh = begin(1_000, TIMINGS)
const paid: SessionState = {
  ...fresh,
  status: 'IN_PROGRESS',
  progress: 'authorizing',
  card,
  result,
  cardByMs: 5_000,
  authorizeAtMs: 6_000,
}

const rowOf = (state: SessionState): SessionRow => ({
  id: 'ses_1',
  accountId: 'acc',
  deviceId: 'dev_1',
  externalId: 'order-1',
  creditOf: null,
  creditLastFour: null,
  command: 'cc:sale',
  amountMinor: 4_200,
  currency: 'USD',
  softwareName: 'Till',
  softwareVersion: '1',
  custom: '{"xInvoice":"R-1"}',
  steps: '[]',
  version: 3,
  createdAtMs: 1_000,
  fence: 2,
  ...membersOf(state),
})

void test('a state survives its row, and its lease ends', () => {
  const unpaid: SessionState = {
    ...paid,
    status: 'TIMEOUT',
    progress: null,
    result: {
      ...result,
      status: 'timeout',
      xRefNum: null,
      responseCode: null,
      approvalCode: null,
      message: null,
    },
  }
  const reversing: SessionState = {
    ...unpaid,
    status: 'ERROR',
    asks: 1,
    answerByMs: 7_000,
    reversal: 'pending',
  }
  for (const state of [fresh, paid, { ...paid, result: null }, unpaid, reversing]) {
    const row = rowOf(state)
    assert.deepEqual(stateOf(row), state)
    assert.deepEqual([row.leaseOwner, row.leaseUntilMs], [null, null])
  }
  assert.deepEqual(
    [fresh, paid, unpaid, reversing].map((state) => rowOf(state).nextAtMs),
    [fresh.promptByMs, fresh.deadlineMs, null, 6_000],
  )
})

void test('a card needs all of its members, and a result its status and time', () => {
  const row = rowOf({ ...paid, result: null })
  for (const member of ['cardBrand', 'cardLastFour', 'cardEntry'] as const)
    assert.equal(stateOf({ ...row, [member]: null }).card, null, member)
  for (const member of ['resultStatus', 'completedAtMs'] as const)
    assert.equal(stateOf({ ...rowOf(paid), [member]: null }).result, null, member)
})

void test('callers see the result of a final session only, and no progress of a strict service', () => {
  const session = {
    sessionId: 'ses_1',
    deviceId: 'dev_1',
    command: 'cc:sale',
    amountMinor: 4_200,
    currency: 'USD',
    externalId: 'order-1',
    status: 'IN_PROGRESS',
    progress: 'authorizing',
    result: null,
    custom: { xInvoice: 'R-1' },
  }
  assert.deepEqual(sessionOf(rowOf(paid), false), session)
  assert.deepEqual(sessionOf(rowOf(paid), true), { ...session, progress: null })
  const fresh: SessionState = { ...paid, status: 'INITIATING', progress: null }
  assert.equal(sessionOf(rowOf(fresh), false).status, 'INITIATING')
  assert.equal(sessionOf(rowOf(fresh), true).status, 'IN_PROGRESS', 'D-09')
  const done: SessionState = { ...paid, status: 'COMPLETED', progress: null }
  assert.deepEqual(sessionOf(rowOf(done), false), { ...session, status: 'COMPLETED', progress: null, result })
})

void test('an external processor is asked before the end, and after it only for a reversal', () => {
  const asking = { ...rowOf({ ...paid, result: null }), asks: 1 }
  assert.equal(isAsking(asking), true)
  assert.equal(isAsking({ ...asking, asks: 0 }), false)
  assert.equal(isAsking({ ...asking, resultStatus: 'declined' }), false)
  assert.equal(isAsking({ ...asking, status: 'ERROR' }), false)
  const reversing = { ...asking, reversal: 'pending' } as const
  assert.equal(isReversing(reversing), true)
  assert.equal(isReversing({ ...reversing, asks: 0 }), false, 'the built-in processor has no reversals')
  assert.equal(isReversing({ ...reversing, reversal: 'done' }), false)
})
