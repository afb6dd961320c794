import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf, type Expected } from './outcome.ts'
import { writeSession, type Session, type SessionStatus, type TransactionResult } from './session.ts'

const expected: Expected = {
  sessionId: 'ses_1',
  externalId: 'ext_1',
  deviceId: 'dev_1',
  amountMinor: 4200,
  currency: 'USD',
}

const approvedResult: TransactionResult = {
  status: 'approved',
  xRefNum: '1000042',
  responseCode: '00',
  approvalCode: 'A1B2C3',
  message: null,
  completedAtMs: Date.UTC(2026, 0, 31, 10, 15),
  card: { brand: 'Visa', lastFour: '4242', entry: 'tap' },
}

const session = (
  status: SessionStatus,
  result: TransactionResult | null = null,
  more: Partial<Session> = {},
): Session => ({
  sessionId: 'ses_1',
  deviceId: 'dev_1',
  command: 'cc:sale',
  amountMinor: 4200,
  currency: 'USD',
  externalId: 'ext_1',
  status,
  progress: null,
  result,
  custom: {},
  ...more,
})

const answer = (...parts: Parameters<typeof session>): Record<string, unknown> =>
  writeSession(session(...parts), 'call_9')
const approved = (): Record<string, unknown> => answer('COMPLETED', approvedResult)
const judge = (body: unknown) => outcomeOf(body, expected)

test('D-10 an approved session gives reference, approval code, time and card', () => {
  assert.deepEqual(judge(approved()), {
    kind: 'approved',
    reference: '1000042',
    approvalCode: 'A1B2C3',
    completedAt: '2026-01-31T10:15:00Z',
    card: 'Visa …4242',
  })
})

test('D-118 an answer about a credit is the outcome of a refund, and of nothing else', () => {
  const credit = answer('COMPLETED', approvedResult, { command: 'cc:credit' })
  const asRefund = (body: unknown) => outcomeOf(body, { ...expected, command: 'cc:credit' })
  assert.equal(asRefund(credit).kind, 'approved')
  assert.equal(asRefund(answer('IN_PROGRESS', null, { command: 'cc:credit' })).kind, 'pending')
  for (const judged of [asRefund(approved()), asRefund(answer('IN_PROGRESS')), judge(credit)])
    assert.deepEqual(judged, {
      kind: 'contradiction',
      reason: 'identity_mismatch',
      detail: 'the answer is about another kind of transaction',
    })
})

test('D-09 a live session is pending with its phase', () => {
  assert.deepEqual(judge(answer('INITIATING')), { kind: 'pending', phase: 'contacting' })
  assert.deepEqual(judge(answer('IN_PROGRESS')), { kind: 'pending', phase: 'present_card' })
  assert.deepEqual(judge(answer('IN_PROGRESS', null, { progress: 'authorizing' })), {
    kind: 'pending',
    phase: 'authorizing',
  })
})

test('D-09 a completed session that was declined is not approved', () => {
  const declined = {
    ...approvedResult,
    status: 'declined',
    responseCode: '51',
    approvalCode: null,
    message: 'Insufficient funds',
  } as const
  assert.deepEqual(judge(answer('COMPLETED', declined)), {
    kind: 'declined',
    code: '51',
    message: 'Insufficient funds',
    reference: '1000042',
  })
})

test('a session that timed out, failed or was cancelled is unpaid', () => {
  const kinds = (['TIMEOUT', 'ERROR', 'USER_CANCELLED', 'API_CANCELLED'] as const).map(
    (status) => judge(answer(status)).kind,
  )
  assert.deepEqual(kinds, ['timed_out', 'failed', 'cancelled', 'cancelled'])
  const gone = {
    ...approvedResult,
    status: 'timeout',
    responseCode: null,
    approvalCode: null,
    xRefNum: null,
  } as const
  assert.equal(judge(answer('TIMEOUT', gone)).kind, 'timed_out')
  assert.equal(judge(answer('COMPLETED', gone)).kind, 'timed_out')
  assert.equal(judge(answer('COMPLETED', { ...gone, status: 'error' })).kind, 'failed')
})

test('a cancelled session tells who cancelled it, in either dialect', () => {
  const by = (...bodies: readonly object[]) =>
    bodies.map((body) => {
      const outcome = judge(body as Parameters<typeof judge>[0])
      return outcome.kind === 'cancelled' ? outcome.cancelledBy : outcome.kind
    })
  assert.deepEqual(by(answer('USER_CANCELLED'), answer('API_CANCELLED')), ['terminal', 'api'])
  const wrapped = (xSessionStatus: string) => ({ xSessionId: 'ses_1', xDeviceId: 'dev_1', xSessionStatus })
  assert.deepEqual(by(wrapped('USER_CANCELLED'), wrapped('API_CANCELLED')), ['terminal', 'api'])
})

test('D-11 never uses the reference of the call as that of the transaction', () => {
  const body = approved()
  delete body['xRefNum']
  delete body['xGatewayRefnum']
  for (const name of ['transactionResult', 'xTransactionResult']) {
    const { xRefNum: _, ...rest } = body[name] as Record<string, unknown>
    body[name] = rest
  }
  assert.equal(body['xRefnum'], 'call_9')
  assert.deepEqual(judge(body), {
    kind: 'contradiction',
    reason: 'contradiction',
    detail: 'approved without an xRefNum',
  })
})

const changed = (change: Record<string, unknown>): Record<string, unknown> => ({ ...approved(), ...change })
const nestedChanged = (change: Record<string, unknown>): Record<string, unknown> => {
  const body = approved()
  return { ...body, transactionResult: { ...(body['transactionResult'] as object), ...change } }
}

test('P10 an answer with another amount, device, session or order is never an approval', () => {
  const amounts = [
    changed({ amount: 42.01 }),
    changed({ amount: 41.99 }),
    changed({ amount: 4200 }),
    changed({ xAuthAmount: '42.01' }),
    changed({ xAuthAmount: '0.42' }),
    nestedChanged({ amount: 42.01 }),
    nestedChanged({ amount: '1e2' }),
    changed({ amount: Number.NaN, xAmount: null }),
    changed({ amount: 42.01, xAmount: '42.01' }),
  ]
  for (const body of amounts) {
    const outcome = judge(body)
    assert.equal(outcome.kind, 'contradiction', JSON.stringify(outcome))
  }
  const others = [
    changed({ sessionId: 'ses_2', xSessionId: 'ses_2' }),
    changed({ deviceId: 'dev_2', xDeviceId: 'dev_2' }),
    changed({ xExternalRequestID: 'ext_2' }),
  ]
  for (const body of others)
    assert.deepEqual(
      [judge(body).kind, (judge(body) as { reason?: string }).reason],
      ['contradiction', 'identity_mismatch'],
    )
})

test('D-12 an answer that contradicts itself is never final', () => {
  const bodies = [
    changed({ responseCode: '05', xResponseCode: '05' }),
    changed({ responseCode: '05' }),
    changed({ xGatewayStatus: 'Declined' }),
    changed({ status: 'TIMEOUT', xSessionStatus: 'TIMEOUT' }),
    changed({ status: 'IN_PROGRESS', xSessionStatus: 'IN_PROGRESS' }),
    changed({ xSessionStatus: 'ERROR' }),
    changed({ xRefNum: 'other' }),
    changed({ approvalCode: 'OTHER1' }),
    nestedChanged({ status: 'declined' }),
    nestedChanged({ approvalCode: 'ZZZZZZ' }),
    { ...answer('COMPLETED', { ...approvedResult, status: 'declined', responseCode: '51' }) },
    { ...answer('USER_CANCELLED'), approvalCode: 'A1B2C3' },
    { ...answer('ERROR'), responseCode: '00' },
    { ...answer('IN_PROGRESS'), responseCode: '00' },
  ]
  for (const body of bodies) assert.equal(judge(body).kind, 'contradiction', JSON.stringify(body))
})

test('P10 an answer about a refund, an authorisation or another result inside ours is never an approval', () => {
  const bodies = [
    changed({ transactionType: 'cc:credit', xCommand: 'cc:credit' }),
    changed({ transactionType: 'cc:void', xCommand: null }),
    nestedChanged({ transactionType: 'cc:credit' }),
    nestedChanged({ sessionId: 'ses_2' }),
    nestedChanged({ xExternalRequestID: 'ext_2' }),
    nestedChanged({ deviceId: 'dev_2' }),
    nestedChanged({ xGatewayRefnum: 'other' }),
  ]
  for (const body of bodies) assert.equal(judge(body).kind, 'contradiction', JSON.stringify(body))
  assert.equal(judge(changed({ transactionType: 'CC:Sale', xCommand: 'CC:Sale' })).kind, 'approved')
})

test('INV-7 rejects an approval without an amount', () => {
  const none = { amount: null, xAmount: null, xAuthAmount: null }
  const bare = changed({ ...none, transactionResult: null, xTransactionResult: null })
  assert.deepEqual(judge(bare), {
    kind: 'contradiction',
    reason: 'amount_mismatch',
    detail: 'approved without an amount',
  })
})

test('D-12 a code of another type than text is still evidence', () => {
  const declined = answer('COMPLETED', {
    ...approvedResult,
    status: 'declined',
    responseCode: null,
    approvalCode: null,
  })
  const unsaid = changed({ responseCode: null, xResponseCode: null })
  const bodies = [
    { ...unsaid, responseCode: 51 },
    { ...unsaid, responseCode: 0 },
    { ...unsaid, responseCode: false },
    { ...declined, approvalCode: 123_456 },
    { ...unsaid, approvalCode: {}, xAuthCode: null, transactionResult: null, xTransactionResult: null },
    { ...declined, xResult: 'A' },
    { ...declined, xStatus: 'Approved' },
    changed({ xRefNum: null, xGatewayRefnum: 7, transactionResult: null, xTransactionResult: null }),
  ]
  for (const body of bodies) assert.equal(judge(body).kind, 'contradiction', JSON.stringify(body))
  assert.equal(judge(declined).kind, 'declined')
})

test('P54 an error body or an unreadable result is never final', () => {
  const inside = [{ status: 'approved', approvalCode: 'A1B2C3', xRefNum: '7' }]
  const bodies = [
    { ...answer('ERROR'), xResult: 'E', xErrorCode: 'SOMETHING' },
    { ...approved(), xResult: 'E' },
    { ...answer('ERROR'), error: { code: 'INTERNAL_ERROR', message: 'No.' } },
    { ...answer('TIMEOUT'), transactionResult: inside },
    { ...answer('ERROR'), transactionResult: 'approved' },
    {
      ...answer('COMPLETED', { ...approvedResult, status: 'error', responseCode: '91', approvalCode: null }),
      xGatewayStatus: ['Approved'],
    },
  ]
  for (const body of bodies) assert.match(judge(body).kind, /^(unknown|contradiction)$/, JSON.stringify(body))
})

test('P54 an unknown status, or an answer without a session, is unknown and never final', () => {
  const bodies: unknown[] = [
    null,
    'approved',
    42,
    [],
    {},
    { status: 'COMPLETED' },
    changed({ sessionId: '', xSessionId: null }),
    { ...answer('IN_PROGRESS'), status: 'PAUSED', xSessionStatus: 'PAUSED' },
    { ...answer('COMPLETED') },
    { sessionId: 'ses_1' },
    { ...answer('COMPLETED'), xGatewayStatus: 'Settled' },
    { sessionId: 'ses_1', status: 'constructor' },
    { sessionId: 'ses_1', status: 'COMPLETED', xGatewayStatus: '__proto__' },
  ]
  for (const body of bodies) assert.equal(judge(body).kind, 'unknown', JSON.stringify(body))
})

test('D-01 reads answers of a service with one dialect only', () => {
  const spec = {
    sessionId: 'ses_1',
    deviceId: 'dev_1',
    transactionType: 'cc:sale',
    amount: 42,
    status: 'COMPLETED',
    responseCode: '00',
    xRefNum: '7',
    transactionResult: {
      xRefNum: '7',
      amount: 42,
      status: 'approved',
      approvalCode: 'ABC123',
      Date: '2026-01-31T10:15:00Z',
    },
  }
  assert.equal(judge(spec).kind, 'approved')
  const field = {
    xSessionId: 'ses_1',
    xDeviceId: 'dev_1',
    xAmount: '42.00',
    xSessionStatus: 'COMPLETED',
    xGatewayStatus: 'Approved',
    xGatewayRefnum: '7',
    xRefnum: 'call',
    xAuthCode: 'ABC123',
    xAuthAmount: '42.00',
  }
  assert.equal(judge(field).kind, 'approved')
})

test('D-34 a decline with zero authorised is a decline; an approval with zero authorised is rejected', () => {
  const declined = { ...approvedResult, status: 'declined', responseCode: '05', approvalCode: null } as const
  for (const nothing of [0, '0', '0.00'])
    assert.equal(judge({ ...answer('COMPLETED', declined), xAuthAmount: nothing }).kind, 'declined')
  assert.equal(judge({ ...answer('COMPLETED', declined), xAuthAmount: '1.00' }).kind, 'contradiction')
  assert.equal(judge({ ...answer('COMPLETED', declined), amount: 0, xAmount: '0.00' }).kind, 'contradiction')
  assert.deepEqual(judge(changed({ xAuthAmount: '0.00' })), {
    kind: 'contradiction',
    reason: 'amount_mismatch',
    detail: 'approved with nothing authorised',
  })
})

test('D-13 dates decide nothing about money: two forms or two times are no contradiction', () => {
  const forms = [
    changed({ xEnteredDate: '1/31/2026 10:15:00 AM' }),
    changed({ xEnteredDate: '2026-01-31T10:14:59Z' }),
    changed({ Date: '31.01.2026', xEnteredDate: '2026-01-31T10:15:00Z' }),
    nestedChanged({ Date: 1_769_854_500, xEnteredDate: '2026-01-31 10:15' }),
  ]
  for (const body of forms) {
    const outcome = judge(body)
    assert.equal(outcome.kind === 'approved' && outcome.completedAt, '2026-01-31T10:15:00Z')
  }
  const none = judge(
    changed({ Date: 'today', xEnteredDate: null, transactionResult: null, xTransactionResult: null }),
  )
  assert.equal(none.kind === 'approved' && none.completedAt, null)
})

test('D-30 an answer with another currency has another amount', () => {
  for (const body of [
    changed({ currency: 'EUR' }),
    changed({ xCurrency: 'cad' }),
    nestedChanged({ xCurrency: 'EUR' }),
  ])
    assert.deepEqual(judge(body), {
      kind: 'contradiction',
      reason: 'amount_mismatch',
      detail: 'the answer carries another currency',
    })
  // A numeric code (`840`) cannot be compared.
  for (const body of [
    changed({ xCurrency: 'USD' }),
    changed({ currency: 'usd' }),
    changed({ xCurrency: '840' }),
  ])
    assert.equal(judge(body).kind, 'approved')
})
