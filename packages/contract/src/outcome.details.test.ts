// Every reason for an answer without an outcome, and every member of one with it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf, type Expected } from './outcome.ts'

const expected: Expected = {
  sessionId: 'ses_1',
  externalId: 'ext_1',
  deviceId: 'dev_1',
  amountMinor: 4200,
  currency: 'USD',
}
const judge = (body: unknown) => outcomeOf(body, expected)

/** A completed answer with only these members beside its identity. */
const completed = (more: Record<string, unknown>): Record<string, unknown> => ({
  sessionId: 'ses_1',
  status: 'COMPLETED',
  ...more,
})
const declined = { xGatewayStatus: 'Declined' }
const paid = { xGatewayStatus: 'Approved', responseCode: '00', xRefNum: '7', amount: 42 }

/** Answers that are no outcome, with the reason for the operator. */
const DETAILS: readonly (readonly [body: unknown, detail: string])[] = [
  [null, 'unknown: the answer is not a JSON object'],
  [[], 'unknown: the answer is not a JSON object'],
  [
    { status: 'TIMEOUT', xSessionStatus: 'ERROR', sessionId: 'ses_1' },
    'contradiction: xSessionStatus is given twice with different values',
  ],
  [
    completed({ transactionResult: { approvalCode: 'A', xAuthCode: 'B' } }),
    'contradiction: xAuthCode is given twice with different values',
  ],
  [completed({ xResult: 'E' }), 'unknown: the answer is an error'],
  [completed({ error: {} }), 'unknown: the answer is an error'],
  [completed({ transactionResult: 'paid' }), 'unknown: the result is not a JSON object'],
  [completed({ XTransactionResult: [] }), 'unknown: the result is not a JSON object'],
  [{ status: 'COMPLETED' }, 'unknown: the answer names no session'],
  [{ sessionId: ' ', status: 'COMPLETED' }, 'unknown: the answer names no session'],
  [completed({ sessionId: 'ses_2' }), 'identity_mismatch: the answer is about another session'],
  [
    completed({ transactionResult: { sessionId: 'ses_2' } }),
    'identity_mismatch: the answer is about another session',
  ],
  [completed({ xExternalRequestID: 'ext_2' }), 'identity_mismatch: the answer carries another external ID'],
  [completed({ deviceId: 'dev_2' }), 'identity_mismatch: the answer is about another device'],
  [
    completed({ xCommand: 'cc:credit' }),
    'identity_mismatch: the answer is about another kind of transaction',
  ],
  [
    completed({ transactionResult: { transactionType: 7 } }),
    'identity_mismatch: the answer is about another kind of transaction',
  ],
  [completed({ amount: 41 }), 'amount_mismatch: the answer carries another amount'],
  [completed({ amount: 'x' }), 'amount_mismatch: the answer carries another amount'],
  [completed({ xAuthAmount: '41.00' }), 'amount_mismatch: the answer carries another amount'],
  [completed({ amount: 0 }), 'amount_mismatch: the answer carries another amount'],
  [completed({ currency: 'EUR' }), 'amount_mismatch: the answer carries another currency'],
  [
    completed({ xGatewayStatus: 'Declined', transactionResult: { status: 'error' } }),
    'contradiction: the outcome is given twice with different values: declined, error',
  ],
  [
    completed({ xGatewayStatus: 'a'.repeat(90), transactionResult: { status: 'b' } }),
    `contradiction: the outcome is given twice with different values: ${'a'.repeat(80)}`,
  ],
  [
    completed({ ...declined, responseCode: '05', transactionResult: { responseCode: '51' } }),
    'contradiction: the response code is given twice with different values',
  ],
  [
    completed({ ...declined, approvalCode: 'A', transactionResult: { approvalCode: 'B' } }),
    'contradiction: the approval code is given twice with different values',
  ],
  [
    completed({ ...declined, xRefNum: '7', transactionResult: { xRefNum: '8' } }),
    'contradiction: the xRefNum is given twice with different values',
  ],
  [
    completed({ ...declined, xRefNum: '7', xGatewayRefnum: '8' }),
    'contradiction: the xRefNum is given twice with different values',
  ],
  [completed({ status: 'INITIATING', ...declined }), 'contradiction: INITIATING with an outcome'],
  [completed({ status: 'IN_PROGRESS', responseCode: '00' }), 'contradiction: IN_PROGRESS with an outcome'],
  [completed({ status: 'IN_PROGRESS', approvalCode: 'A' }), 'contradiction: IN_PROGRESS with an outcome'],
  [completed({ status: 'IN_PROGRESS', approvalCode: 7 }), 'contradiction: IN_PROGRESS with an outcome'],
  [completed({ status: 'IN_PROGRESS', xResult: 'A' }), 'contradiction: IN_PROGRESS with an outcome'],
  [{ sessionId: 'ses_1' }, 'unknown: the answer has no status'],
  [completed({ status: 'PAUSED' }), 'unknown: the status is not one we know'],
  [completed({ xGatewayStatus: 'Settled' }), 'unknown: the outcome is not one we know'],
  [completed({ ...paid, status: 'TIMEOUT' }), 'contradiction: TIMEOUT with an approval'],
  [
    completed({ ...paid, responseCode: '1'.repeat(9) }),
    'contradiction: approved with response code 11111111',
  ],
  [completed({ ...paid, approvalCode: 7 }), 'contradiction: the approval code is not a text'],
  [
    completed({ ...paid, responseCode: null }),
    'contradiction: approved without code "00" and without an approval code',
  ],
  [completed({ ...paid, xRefNum: null }), 'contradiction: approved without an xRefNum'],
  [completed({ ...paid, xAuthAmount: 0 }), 'amount_mismatch: approved with nothing authorised'],
  [completed({ ...paid, xAuthAmount: '0.0' }), 'amount_mismatch: approved with nothing authorised'],
  [completed({ ...paid, amount: null }), 'amount_mismatch: approved without an amount'],
  [completed({ ...declined, responseCode: '00' }), 'contradiction: declined with approval evidence'],
  [
    completed({ ...declined, transactionResult: { xResult: 'A' } }),
    'contradiction: declined with approval evidence',
  ],
  [completed({ ...declined, xStatus: ' approved ' }), 'contradiction: declined with approval evidence'],
  [completed({ status: 'ERROR', approvalCode: 'A' }), 'contradiction: ERROR with approval evidence'],
  [completed({}), 'unknown: COMPLETED without an outcome'],
  [completed({ status: 'USER_CANCELLED', ...declined }), 'contradiction: USER_CANCELLED with a decline'],
  [completed({ status: 'API_CANCELLED', ...declined }), 'contradiction: API_CANCELLED with a decline'],
]

test('an answer without a clear outcome has its reason', () => {
  for (const [body, detail] of DETAILS) {
    const outcome = judge(body)
    const found =
      outcome.kind === 'contradiction'
        ? `${outcome.reason}: ${outcome.detail}`
        : outcome.kind === 'unknown'
          ? `unknown: ${outcome.detail}`
          : outcome.kind
    assert.equal(found, detail, JSON.stringify(body))
  }
})

test('an unpaid answer has its code, message and reference, or null', () => {
  const none = { code: null, message: null, reference: null }
  const of = (more: Record<string, unknown>) => judge(completed(more))
  assert.deepEqual(of(declined), { kind: 'declined', ...none })
  assert.deepEqual(of({ status: 'TIMEOUT' }), { kind: 'timed_out', ...none })
  assert.deepEqual(of({ status: 'TIMEOUT', ...declined }), { kind: 'declined', ...none })
  assert.deepEqual(of({ status: ' error ' }), { kind: 'failed', ...none })
  assert.deepEqual(of({ xGatewayStatus: 'timeout' }), { kind: 'timed_out', ...none })
  assert.deepEqual(of({ xGatewayStatus: 'error' }), { kind: 'failed', ...none })
  assert.deepEqual(of({ status: 'user_cancelled' }), { kind: 'cancelled', ...none, cancelledBy: 'terminal' })
  assert.deepEqual(of({ status: 'API_CANCELLED', xGatewayStatus: 'error' }), {
    kind: 'cancelled',
    ...none,
    cancelledBy: 'api',
  })
  const answer = { responseCode: ' 51 ', xGatewayError: 'No.', xGatewayRefnum: '7' }
  assert.deepEqual(of({ ...declined, ...answer }), {
    kind: 'declined',
    code: '51',
    message: 'No.',
    reference: '7',
  })
  const nested = { transactionResult: { message: 'Inside.', xRefNum: '7' }, xGatewayError: 'Outside.' }
  assert.deepEqual(of({ ...declined, ...nested, responseCode: 51 }), {
    kind: 'declined',
    code: '51',
    message: 'Inside.',
    reference: '7',
  })
})

test('an approval needs a code "00" or an approval code; card and time are optional', () => {
  const of = (more: Record<string, unknown>) => judge(completed({ ...paid, ...more }))
  const plain = { kind: 'approved', reference: '7', approvalCode: null, completedAt: null, card: null }
  assert.deepEqual(of({}), plain)
  assert.deepEqual(of({ responseCode: null, approvalCode: 'A1' }), { ...plain, approvalCode: 'A1' })
  assert.deepEqual(of({ xMaskedCardNumber: ' …4242 ' }), { ...plain, card: '…4242' })
  assert.deepEqual(of({ xMaskedCardNumber: '…4242', xCardType: 'Visa' }), { ...plain, card: 'Visa …4242' })
  assert.deepEqual(of({ xCardType: 'Visa' }), plain)
  assert.deepEqual(of({ amount: null, xAuthAmount: '42.00' }), plain)
  assert.deepEqual(of({ transactionResult: { amount: '42.00' }, amount: null }), plain)
  assert.deepEqual(of({ currency: 'USDX' }), plain, 'no currency code')
  assert.deepEqual(of({ currency: 'XUSD' }), plain, 'no currency code')
  for (const [Date, completedAt] of [
    ['2026-01-31T10:15:00.123456789Z', '2026-01-31T10:15:00.123456789Z'],
    ['2026-01-31T10:15:00.Z', null],
    ['x2026-01-31T10:15:00Z', null],
    ['2026-01-31T10:15:00Zx', null],
  ] as const)
    assert.deepEqual(of({ Date }), { ...plain, completedAt })
})

test('a live session with an unknown progress still asks for the card', () => {
  for (const xProgress of ['waiting_for_card', 'other', 7, null])
    assert.deepEqual(judge(completed({ status: 'in_progress', xProgress })), {
      kind: 'pending',
      phase: 'present_card',
    })
})

test('an authorised amount of half a unit is another amount, not nothing', () => {
  for (const xAuthAmount of ['0.50', '0.5']) {
    const judged = judge(completed({ ...declined, xAuthAmount }))
    assert.deepEqual(judged, judge(completed({ ...declined, xAuthAmount: '41.00' })))
  }
  for (const xAuthAmount of [0, '0', '0.0', '0.00'])
    assert.equal(judge(completed({ ...declined, xAuthAmount })).kind, 'declined')
})

test('an amount is read with the decimals of its currency', () => {
  const inYen = { ...expected, amountMinor: 42, currency: 'JPY' } as const
  assert.equal(outcomeOf(completed({ ...paid, amount: 42 }), inYen).kind, 'approved')
  assert.equal(judge(completed({ ...paid, amount: 42 })).kind, 'approved')
})

test('the time of a nested result is that of the sale', () => {
  const Date = '2026-05-28T20:26:40Z'
  const judged = judge(completed({ transactionResult: { ...paid, Date } }))
  assert.equal(judged.kind === 'approved' && judged.completedAt, Date)
})
