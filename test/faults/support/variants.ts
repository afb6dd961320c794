// Well-formed answers that are wrong: approvals that do not belong to this sale (P10), and contradictory words (P54, D-01, D-09 …
// D-12). Each names the reason for a review.
import type { SaleReason } from '@tapboard/contract'
import { json } from '../../../packages/bff/src/upstream/transport/hostile.testing.ts'
import type { Body, Lie } from './hostile-service.ts'
import { changed } from './lies.ts'

/** A variant, with the reason that the review gives. */
type Variant = readonly [lie: Lie, reason: SaleReason]

const NESTED = ['transactionResult', 'xTransactionResult'] as const

/** The answer with other members in both nested results. */
const nested =
  (members: Body): Lie =>
  (honest) =>
    json({
      ...honest,
      ...Object.fromEntries(NESTED.map((name) => [name, { ...(honest[name] as Body), ...members }])),
    })
const withText =
  (from: RegExp | string, to: string): Lie =>
  (honest) => {
    const body = JSON.stringify(honest).replaceAll(from, to)
    return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }
/** The same amount in every field that has it. */
const amount = (value: number | string): Lie =>
  changed((honest) => ({
    ...honest,
    amount: value,
    xAmount: value,
    xAuthAmount: value,
    ...Object.fromEntries(NESTED.map((name) => [name, { ...(honest[name] as Body), amount: value }])),
  }))

/** Variants of approved (P10): every one goes to review. */
export const APPROVED_VARIANTS: Readonly<Record<string, Variant>> = {
  'a cent more': [amount(42.01), 'amount_mismatch'],
  'a cent less': [amount(41.99), 'amount_mismatch'],
  'a hundred times': [amount(4200), 'amount_mismatch'],
  'a hundredth': [amount('0.42'), 'amount_mismatch'],
  'a cent more authorised': [changed({ xAuthAmount: '42.01' }), 'amount_mismatch'],
  'part of it authorised': [changed({ xAuthAmount: '20.00' }), 'amount_mismatch'],
  'nothing authorised': [changed({ xAuthAmount: '0.00' }), 'amount_mismatch'],
  'a cent more in the result only': [nested({ amount: 42.01 }), 'amount_mismatch'],
  'a negative amount': [amount(-42), 'amount_mismatch'],
  'an amount of zero': [amount(0), 'amount_mismatch'],
  'an amount with an exponent': [withText(/"amount":42(?=[,}])/g, '"amount":4.2e1'), 'contradiction'],
  'three decimals': [amount('42.001'), 'amount_mismatch'],
  'a decimal comma': [amount('42,00'), 'amount_mismatch'],
  'an amount in words': [amount('forty-two'), 'amount_mismatch'],
  'an amount with its currency': [amount('42.00 USD'), 'amount_mismatch'],
  'no amount at all': [
    (honest) => {
      const { amount: _, xAmount: __, xAuthAmount: ___, ...rest } = honest
      const bare = Object.fromEntries(
        NESTED.map((name) => [name, { ...(honest[name] as Body), amount: null }]),
      )
      return json({ ...rest, ...bare })
    },
    'amount_mismatch',
  ],
  'another currency': [changed({ currency: 'EUR' }), 'amount_mismatch'],
  'another currency in x': [changed({ xCurrency: 'CAD' }), 'amount_mismatch'],
  'two amounts': [changed({ xAmount: '41.00' }), 'contradiction'],
  'another session': [changed({ sessionId: 'ses_other', xSessionId: 'ses_other' }), 'identity_mismatch'],
  'another session in the result': [nested({ sessionId: 'ses_other' }), 'identity_mismatch'],
  'another device': [changed({ deviceId: 'dev_other', xDeviceId: 'dev_other' }), 'identity_mismatch'],
  'another external ID': [changed({ xExternalRequestID: 'tb-other' }), 'identity_mismatch'],
  'a refund': [changed({ transactionType: 'cc:credit', xCommand: 'cc:credit' }), 'identity_mismatch'],
  'a void': [changed({ transactionType: 'cc:void', xCommand: 'cc:void' }), 'identity_mismatch'],
  'a blank reference': [
    (honest) => {
      const blank = Object.fromEntries(
        NESTED.map((name) => [name, { ...(honest[name] as Body), xRefNum: ' ' }]),
      )
      return json({ ...honest, ...blank, xRefNum: '', xGatewayRefnum: '' })
    },
    'contradiction',
  ],
  'only the reference of the call (D-11)': [
    (honest) => {
      const bare = Object.fromEntries(
        NESTED.map((name) => [name, { ...(honest[name] as Body), xRefNum: null }]),
      )
      return json({ ...honest, ...bare, xRefNum: null, xGatewayRefnum: null, xRefnum: '1000042' })
    },
    'contradiction',
  ],
  'two references': [changed({ xGatewayRefnum: '999' }), 'contradiction'],
  'a reference with a line break': [withText('1000042', '1000042\\nx'), 'contradiction'],
  'code 05': [changed({ responseCode: '05', xResponseCode: '05' }), 'contradiction'],
  'two codes': [changed({ responseCode: '05' }), 'contradiction'],
  'a code that is a number': [changed({ responseCode: 0, xResponseCode: 0 }), 'contradiction'],
  'neither code nor approval code': [
    (honest) => {
      const bare = Object.fromEntries(
        NESTED.map((name) => [name, { ...(honest[name] as Body), approvalCode: null }]),
      )
      return json({
        ...honest,
        ...bare,
        responseCode: null,
        xResponseCode: null,
        approvalCode: null,
        xAuthCode: null,
      })
    },
    'contradiction',
  ],
  'an approval code that is a number': [
    (honest) => {
      const odd = Object.fromEntries(
        NESTED.map((name) => [name, { ...(honest[name] as Body), approvalCode: 123_456 }]),
      )
      return json({ ...honest, ...odd, approvalCode: 123_456, xAuthCode: 123_456 })
    },
    'contradiction',
  ],
  'two approval codes': [changed({ approvalCode: 'OTHER1' }), 'contradiction'],
  'approved while in progress': [
    changed({ status: 'IN_PROGRESS', xSessionStatus: 'IN_PROGRESS' }),
    'contradiction',
  ],
  'approved in a session that timed out': [
    changed({ status: 'TIMEOUT', xSessionStatus: 'TIMEOUT' }),
    'contradiction',
  ],
  'approved in a cancelled session': [
    changed({ status: 'USER_CANCELLED', xSessionStatus: 'USER_CANCELLED' }),
    'contradiction',
  ],
}

const declined = { responseCode: '51', xResponseCode: '51', xGatewayStatus: 'Declined' }
const declinedResult = { status: 'declined', approvalCode: null, xRefNum: '1000042', amount: 42 }
const decline =
  (members: Body, result: Body = {}): Lie =>
  (honest) =>
    json({
      ...honest,
      ...declined,
      approvalCode: null,
      xAuthCode: null,
      xAuthAmount: null,
      ...Object.fromEntries(NESTED.map((name) => [name, { ...declinedResult, ...result }])),
      ...members,
    })

/** Contradictory and unknown words, which never end a sale. */
export const ODD_WORDS: Readonly<Record<string, Variant>> = {
  'two session states (D-01)': [changed({ xSessionStatus: 'IN_PROGRESS' }), 'contradiction'],
  'two outcomes': [changed({ xGatewayStatus: 'Declined' }), 'contradiction'],
  'two nested results that differ': [
    changed((honest) => ({
      xTransactionResult: { ...(honest['xTransactionResult'] as Body), status: 'declined' },
    })),
    'contradiction',
  ],
  'declined with code 00': [decline({ responseCode: '00', xResponseCode: '00' }), 'contradiction'],
  'declined with an approval code': [decline({ xAuthCode: 'A1B2C3' }), 'contradiction'],
  'declined with money authorised': [decline({ xAuthAmount: '1.00' }), 'amount_mismatch'],
  'declined, another amount': [decline({ amount: 41, xAmount: '41.00' }), 'amount_mismatch'],
  'declined, another session': [
    decline({ sessionId: 'ses_other', xSessionId: 'ses_other' }),
    'identity_mismatch',
  ],
  'declined, called approved elsewhere': [decline({ xStatus: 'Approved' }), 'contradiction'],
  'timed out with an approval code': [
    decline(
      { status: 'TIMEOUT', xSessionStatus: 'TIMEOUT', xGatewayStatus: 'Timeout', xAuthCode: 'A1' },
      { status: 'timeout' },
    ),
    'contradiction',
  ],
  'cancelled and declined': [
    decline({ status: 'API_CANCELLED', xSessionStatus: 'API_CANCELLED' }),
    'contradiction',
  ],
  'an unknown session state': [changed({ status: 'SETTLED', xSessionStatus: 'SETTLED' }), 'unknown_outcome'],
  'an unknown outcome': [
    (honest) =>
      json({
        ...honest,
        xGatewayStatus: 'Partially',
        ...Object.fromEntries(
          NESTED.map((name) => [name, { ...(honest[name] as Body), status: 'partially' }]),
        ),
      }),
    'unknown_outcome',
  ],
  'the state "constructor"': [
    changed({ status: 'constructor', xSessionStatus: 'constructor' }),
    'unknown_outcome',
  ],
  'completed without an outcome': [
    (honest) =>
      json({
        ...honest,
        responseCode: null,
        xResponseCode: null,
        xAuthCode: null,
        approvalCode: null,
        xAuthAmount: null,
        xGatewayStatus: null,
        transactionResult: null,
        xTransactionResult: null,
      }),
    'unknown_outcome',
  ],
  'a result that is a list': [
    changed((honest) => ({ transactionResult: [honest['transactionResult']] })),
    'unknown_outcome',
  ],
  'a result that is a text': [changed({ transactionResult: 'approved' }), 'unknown_outcome'],
  'a state that is a list': [
    changed({ status: ['COMPLETED'], xSessionStatus: ['COMPLETED'] }),
    'unknown_outcome',
  ],
  'no session named': [changed({ sessionId: null, xSessionId: null }), 'unknown_outcome'],
  'the error member of a fault': [changed({ xResult: 'E', xError: 'no' }), 'unknown_outcome'],
}
