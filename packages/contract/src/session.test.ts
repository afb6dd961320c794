// The written form of a session, member by member.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeDate, writeSession, type Session, type TransactionResult } from './session.ts'

const live: Session = {
  sessionId: 'ses_1',
  deviceId: 'dev_1',
  command: 'cc:sale',
  amountMinor: 4200,
  currency: 'USD',
  externalId: 'ext_1',
  status: 'IN_PROGRESS',
  progress: null,
  result: null,
  custom: {},
}
const approved: TransactionResult = {
  status: 'approved',
  xRefNum: '1000042',
  responseCode: '00',
  approvalCode: 'A1B2C3',
  message: 'Approved',
  completedAtMs: Date.UTC(2026, 0, 31, 10, 15, 7, 89),
  card: { brand: 'Visa', lastFour: '4242', entry: 'tap' },
}
const identity = {
  sessionId: 'ses_1',
  xSessionId: 'ses_1',
  deviceId: 'dev_1',
  xDeviceId: 'dev_1',
  transactionType: 'cc:sale',
  xCommand: 'cc:sale',
  amount: 42,
  xAmount: '42.00',
  xExternalRequestID: 'ext_1',
}
const success = { xResult: 'S', xStatus: 'Success', xError: '', xRefnum: 'call_9' }

test('a live session has its progress, its own members and no result', () => {
  assert.deepEqual(writeSession(live, 'call_9'), {
    ...identity,
    status: 'IN_PROGRESS',
    xSessionStatus: 'IN_PROGRESS',
    ...success,
  })
  const custom = { xCustom01: { till: 7 } }
  assert.deepEqual(writeSession({ ...live, progress: 'authorizing', custom }, 'call_9'), {
    ...identity,
    status: 'IN_PROGRESS',
    xSessionStatus: 'IN_PROGRESS',
    xProgress: 'authorizing',
    ...custom,
    ...success,
  })
})

test('an approved session has its result in both spellings, nested and at the top', () => {
  const nested = {
    xRefNum: '1000042',
    transactionType: 'cc:sale',
    amount: 42,
    status: 'approved',
    approvalCode: 'A1B2C3',
    message: 'Approved',
    Date: '2026-01-31T10:15:07Z',
  }
  assert.deepEqual(writeSession({ ...live, status: 'COMPLETED', result: approved }, 'call_9'), {
    ...identity,
    status: 'COMPLETED',
    xSessionStatus: 'COMPLETED',
    responseCode: '00',
    xResponseCode: '00',
    xRefNum: '1000042',
    xGatewayRefnum: '1000042',
    approvalCode: 'A1B2C3',
    xAuthCode: 'A1B2C3',
    Date: nested.Date,
    xEnteredDate: nested.Date,
    xGatewayStatus: 'Approved',
    xAuthAmount: '42.00',
    xCardType: 'Visa',
    xMaskedCardNumber: '…4242',
    xEntryMethod: 'tap',
    xGatewayError: 'Approved',
    transactionResult: nested,
    xTransactionResult: nested,
    ...success,
  })
})

for (const [status, gatewayStatus] of [
  ['declined', 'Declined'],
  ['timeout', 'Timeout'],
  ['error', 'Error'],
] as const)
  test(`a result of status ${status} omits what is unknown and authorises nothing`, () => {
    const result: TransactionResult = {
      status,
      xRefNum: null,
      responseCode: null,
      approvalCode: null,
      message: null,
      completedAtMs: approved.completedAtMs,
      card: null,
    }
    const nested = { transactionType: 'cc:sale', amount: 42, status, Date: '2026-01-31T10:15:07Z' }
    assert.deepEqual(writeSession({ ...live, status: 'COMPLETED', result }, 'call_9'), {
      ...identity,
      status: 'COMPLETED',
      xSessionStatus: 'COMPLETED',
      Date: nested.Date,
      xEnteredDate: nested.Date,
      xGatewayStatus: gatewayStatus,
      transactionResult: nested,
      xTransactionResult: nested,
      ...success,
    })
  })

test('a time is written in UTC without fractions', () => {
  assert.equal(writeDate(0), '1970-01-01T00:00:00Z')
  assert.equal(writeDate(999), '1970-01-01T00:00:00Z')
})
