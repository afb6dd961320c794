/** Parsing of start requests: both dialects, every invalid member, arbitrary input. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { pathTextRule, writeServiceError, writeSession } from '@tapboard/contract'
import { isRefusal } from '../../http/refusal.ts'
import { initiateBody } from '../../testing.ts'
import { readNewSession } from './request.ts'

const flat: Record<string, unknown> = initiateBody('dev_1', 'order-1')
const wrapped = {
  xPayload: {
    xCommand: 'cc:sale',
    xAmount: '42.00',
    xExternalRequestId: 'order-1',
    xSoftwareName: 'Till',
    xSoftwareVersion: '1.0',
  },
  xDeviceId: 'dev_1',
}
const wanted = {
  command: 'cc:sale',
  amountMinor: 4200,
  creditOf: null,
  externalId: 'order-1',
  softwareName: 'Till',
  softwareVersion: '1.0',
  deviceId: 'dev_1',
  custom: {},
}
const refusalOf = (body: Record<string, unknown>): string => {
  const read = readNewSession(body, 'USD')
  assert.ok(isRefusal(read), 'it was accepted')
  assert.equal(read.error.code, 'INVALID_REQUEST')
  assert.equal(read.status, 400)
  return read.error.message
}

void test('the flat body of §4.3 and the wrapped body of D-06 are equivalent', () => {
  assert.deepEqual(readNewSession(flat, 'USD'), wanted)
  assert.deepEqual(readNewSession(wrapped, 'USD'), wanted)
})

void test('names are case-insensitive, and members may be inside or outside the wrapper (D-01, D-06)', () => {
  const shouted = Object.fromEntries(Object.entries(flat).map(([name, value]) => [name.toUpperCase(), value]))
  assert.deepEqual(readNewSession(shouted, 'USD'), wanted)
  assert.deepEqual(readNewSession({ XPAYLOAD: { ...wrapped.xPayload, xDeviceID: 'dev_1' } }, 'USD'), wanted)
  assert.deepEqual(
    readNewSession({ ...flat, xPayload: { xAmount: '42.00', xcommand: 'cc:sale' } }, 'USD'),
    wanted,
  )
})

void test('rejects a member given twice with different values, by name (D-06)', () => {
  assert.match(refusalOf({ ...flat, XAMOUNT: 43 }), /^XAMOUNT is given twice/)
  assert.match(refusalOf({ ...wrapped, xAmount: 43 }), /amount is given twice/)
  assert.match(refusalOf({ ...flat, xCustom01: 'a', XCUSTOM01: 'b' }), /xCustom01 is given twice/)
  assert.match(refusalOf({ ...flat, xPayload: {}, xpayload: {} }), /xPayload is given twice/)
})

void test('D-06 keeps further x fields unchanged, in the spelling of the request', () => {
  const custom = {
    xInvoice: 'R-17',
    xDescription: 'Repair ☂',
    xCustom01: 'a',
    xCustom20: 7,
    xTip: true,
    XTax: 0,
  }
  assert.deepEqual(readNewSession({ ...flat, ...custom }, 'USD'), { ...wanted, custom })
  assert.deepEqual(
    readNewSession({ ...flat, XINVOICE: 'R-17', XCUSTOM20: 7, xPayload: { xTip: 'a' }, xtip: 'a' }, 'USD'),
    { ...wanted, custom: { xTip: 'a', xInvoice: 'R-17', xCustom20: 7 } },
  )
  for (const value of [{}, [1], 'x'.repeat(1025), Number.NaN])
    for (const name of ['xCustom01', 'xTip'])
      assert.match(refusalOf({ ...flat, [name]: value }), new RegExp(`^${name} must be`))
})

void test('D-06 refuses a field with another name, by its name', () => {
  for (const name of ['tip', 'foo-bar', 'amountMinor', 'x', `x${'a'.repeat(40)}`.slice(1), 'sessionid'])
    assert.match(refusalOf({ ...flat, [name]: 1 }), new RegExp(`^${name} `), name)
  for (const name of ['x-tip', 'xTip.Total', '', ' xTip', 'x'.repeat(42), '☂', 'a\nb'])
    assert.match(refusalOf({ ...flat, [name]: 1 }), /is not a field of this request\. .*begin with x/s, name)
  assert.match(refusalOf({ ...flat, xPayload: { tip: 1 } }), /^tip is not a field/)
  assert.deepEqual(readNewSession({ ...flat, tip: null }, 'USD'), wanted)
})

void test('D-06 refuses card data and credentials without repeating them', () => {
  for (const name of ['xKey', 'xCardNum', 'xCVV', 'XEXP', 'xMagstripe', 'xPin', 'xToken', 'xTrack2']) {
    const message = refusalOf({ ...flat, [name]: '4111111111111111' })
    assert.match(message, new RegExp(`^${name} is not accepted`))
    assert.equal(message.includes('4111'), false)
  }
})

void test('D-06 refuses a field that the service writes itself', () => {
  const result = { status: 'declined', xRefNum: '1', responseCode: '51', approvalCode: 'A' } as const
  const card = { brand: 'Visa', lastFour: '4242', entry: 'tap' } as const
  const ended = { ...result, status: 'approved', message: 'm', completedAtMs: 0, card } as const
  const answer = writeSession(
    {
      sessionId: 's',
      deviceId: 'd',
      command: 'cc:sale',
      amountMinor: 1,
      currency: 'USD',
      externalId: 'e',
      status: 'COMPLETED',
      progress: 'authorizing',
      result: ended,
      custom: {},
    },
    'call',
  )
  const error = writeServiceError({ code: 'INVALID_REQUEST', message: 'm' }, 'call')
  const request = new Set(Object.keys(flat).map((name) => name.toLowerCase()))
  const written = [...Object.keys(answer), ...Object.keys(error)].filter(
    (name) => !request.has(name.toLowerCase()) && !['amount', 'deviceId', 'transactionType'].includes(name),
  )
  assert.ok(written.length > 20)
  for (const name of written)
    assert.match(refusalOf({ ...flat, [name]: 'mine' }), new RegExp(`^${name} `, 'i'), name)
})

void test('D-30 a request may name the currency of the account and no other', () => {
  assert.deepEqual(readNewSession({ ...flat, xCurrency: 'USD' }, 'USD'), wanted)
  assert.equal(refusalOf({ ...flat, currency: 'CAD' }), 'xCurrency must be USD, the currency of the account.')
})

for (const command of ['cc:sale', 'cc:credit'])
  void test(`accepts the command ${command} (D-07)`, () => {
    assert.deepEqual(readNewSession({ ...flat, xCommand: command }, 'USD'), { ...wanted, command })
  })

void test('D-07 refuses an authorisation, which could be neither captured nor released', () => {
  for (const xCommand of ['cc:authonly', 'CC:AUTHONLY'])
    assert.match(refusalOf({ ...flat, xCommand }), /^xCommand .*cc:sale, cc:credit/)
})

void test('D-118 a credit names its sale by xRefNum, and no other command takes one', () => {
  const credit = { ...flat, xCommand: 'cc:credit' }
  const linked = { ...wanted, command: 'cc:credit', creditOf: '900001' }
  assert.deepEqual(readNewSession({ ...credit, xRefNum: '900001' }, 'USD'), linked)
  assert.deepEqual(readNewSession({ ...credit, XREFNUM: '900001' }, 'USD'), linked)
  const inside = { ...wrapped, xPayload: { ...wrapped.xPayload, xCommand: 'cc:credit', xRefNum: '900001' } }
  assert.deepEqual(readNewSession(inside, 'USD'), linked)
  assert.deepEqual(readNewSession({ ...credit, xRefNum: null }, 'USD'), { ...linked, creditOf: null })
  for (const xRefNum of ['', ' ', 'abc', '1'.repeat(21), '-1', '1.0', 900001, true, {}, ['900001']])
    assert.match(refusalOf({ ...credit, xRefNum }), /^xRefNum .*digits only/)
  assert.match(refusalOf({ ...credit, xRefNum: '1', XREFNUM: '2' }), /XREFNUM is given twice/)
  assert.match(refusalOf({ ...inside, xRefNum: '2' }), /refNum is given twice/)
  for (const xRefNum of ['900001', '', 1])
    assert.equal(
      refusalOf({ ...flat, xRefNum }),
      'xRefNum belongs to cc:credit only. Leave it out of cc:sale.',
    )
})

const wrong: readonly [string, readonly unknown[], RegExp][] = [
  ['xCommand', [undefined, null, '', 'cc:void', 'cc:authonly', 'CC:SALE', 1, {}], /^xCommand .*cc:sale/],
  [
    'xAmount',
    [undefined, null, 0, -1, 0.001, 1e6, 1_000_000, '', '1e2', '+1', '-1', '01', '1.', '.5', '1.234', '0.00'],
    /^xAmount /,
  ],
  ['xAmount', ['1,00', ' 1', 'NaN', Number.NaN, true, [], {}, '9999999999999999'], /^xAmount must/],
  [
    'xExternalRequestID',
    [undefined, null, '', 'a/b', '..', ' a', 'x'.repeat(65), 1, [], 'a\u0000'],
    /^xExternalRequestID .*64 printable/,
  ],
  ['xSoftwareName', [undefined, '', 'x'.repeat(65), 'a\nb', 1, {}], /^xSoftwareName .*64 printable/],
  [
    'xSoftwareVersion',
    [undefined, '', 'x'.repeat(65), 'a\u0000b', 2, []],
    /^xSoftwareVersion .*64 printable/,
  ],
  ['xDeviceID', [undefined, null, '', 1, {}, []], /^xDeviceID .*POST \/v1\/Device/],
]
for (const [name, values, message] of wrong)
  void test(`rejects an invalid ${name} (${JSON.stringify(values[0]) ?? 'missing'} …) by name, with the expected value`, () => {
    for (const value of values) assert.match(refusalOf({ ...flat, [name]: value }), message)
  })

void test('converts the amounts that D-08 allows to minor units exactly', () => {
  const cases: readonly [unknown, number][] = [
    [0.01, 1],
    ['0.01', 1],
    [999_999.99, 99_999_999],
    ['999999.99', 99_999_999],
    [1.1, 110],
    ['1.10', 110],
    [42, 4200],
    ['7', 700],
  ]
  for (const [amount, minor] of cases) {
    const read = readNewSession({ ...flat, xAmount: amount }, 'USD')
    assert.ok(!isRefusal(read))
    assert.equal(read.amountMinor, minor)
  }
})

void test('rejects a wrapper that is not an object', () => {
  for (const wrapper of [1, 'x', [], true])
    assert.match(refusalOf({ ...flat, xPayload: wrapper }), /^xPayload must/)
})

void test('any body gives either a valid session or a refusal with a sentence', () => {
  const names = fc.constantFrom(
    ...Object.keys(flat),
    'xPayload',
    'XAMOUNT',
    'xCustom01',
    'xInvoice',
    'xTip',
    'tip',
    'deviceId',
  )
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...Object.values(flat)))
  fc.assert(
    fc.property(fc.dictionary(names, value), (changes) => {
      const read = readNewSession({ ...flat, ...changes }, 'USD')
      if (isRefusal(read)) {
        assert.equal(read.status, 400)
        assert.match(read.error.message, /\.$/)
      } else {
        assert.ok(Number.isInteger(read.amountMinor) && read.amountMinor > 0)
        assert.equal(decodeURIComponent(encodeURIComponent(read.externalId)), read.externalId)
      }
    }),
    propertyRuns(20261121, 3_000),
  )
})

void test('each refusal is one sentence about one member', () => {
  const rule = 'one of cc:sale, cc:credit'
  const id = `${pathTextRule(64)}, unique per transaction`
  for (const [changes, message] of [
    [{ xCommand: undefined }, `xCommand is missing. Give ${rule}.`],
    [{ xCommand: 1 }, `xCommand must be a text: ${rule}.`],
    [{ xCommand: 'cc:void' }, `xCommand is not valid. Give ${rule}.`],
    [{ xAmount: undefined }, 'xAmount is missing. Give an amount such as "42.00".'],
    [{ xAmount: 0 }, 'xAmount must be greater than 0.'],
    [{ xExternalRequestID: undefined }, `xExternalRequestID is missing. Give ${id}.`],
    [{ xExternalRequestID: 'a/b' }, `xExternalRequestID is not valid. Give ${id}.`],
    [{ xSoftwareName: 1 }, 'xSoftwareName must be a text: 1 to 64 printable characters.'],
    [{ xSoftwareVersion: '' }, 'xSoftwareVersion is not valid. Give 1 to 64 printable characters.'],
    [{ xDeviceID: '' }, 'xDeviceID is not valid. Give the device ID that POST /v1/Device answered.'],
    [{ xPayload: [] }, 'xPayload must be a JSON object.'],
    [{ XPAYLOAD: {}, xPayload: {} }, 'xPayload is given twice with different values. Give it once.'],
    [{ xPayload: { xDeviceId: 'dev_2' } }, 'deviceId is given twice with different values. Give it once.'],
    [{ xPayload: { xAmount: 43 } }, 'amount is given twice with different values. Give it once.'],
    [{ xCustom01: {} }, 'xCustom01 must be a text of at most 1024 characters or a plain number.'],
    [{ xInvoice: [] }, 'xInvoice must be a text of at most 1024 characters or a plain number.'],
    [{ xDescription: {} }, 'xDescription must be a text of at most 1024 characters or a plain number.'],
  ] as const)
    assert.equal(refusalOf({ ...flat, ...changes }), message)
})

void test('the same value twice is one value, also as number and text', () => {
  const inside = { xAmount: 42, xInvoice: 'R-1', xCustom01: 'a' }
  const outside = { xAmount: '42.00', xInvoice: 'R-1', XCUSTOM01: 'a' }
  assert.deepEqual(readNewSession({ ...flat, ...outside, xPayload: inside }, 'USD'), {
    ...wanted,
    custom: { xInvoice: 'R-1', xCustom01: 'a' },
  })
  for (const xPayload of [null, {}]) assert.deepEqual(readNewSession({ ...flat, xPayload }, 'USD'), wanted)
})

void test('a custom value has at most 1,024 characters and may be null', () => {
  const xCustom01 = 'x'.repeat(1_024)
  assert.deepEqual(
    readNewSession({ ...flat, xCustom01, xCustom02: null, xCustom03: false, xCustom04: 0 }, 'USD'),
    {
      ...wanted,
      custom: { xCustom01, xCustom03: false, xCustom04: 0 },
    },
  )
  assert.match(refusalOf({ ...flat, xCustom01: Number.POSITIVE_INFINITY }), /^xCustom01 must be/)
})

void test('a default command is used only without one', () => {
  const { xCommand: _, ...bare } = flat
  assert.deepEqual(readNewSession(bare, 'USD', 'cc:credit'), { ...wanted, command: 'cc:credit' })
  assert.deepEqual(readNewSession(flat, 'USD', 'cc:credit'), wanted)
})

void test('the currency decides the amount', () => {
  const read = readNewSession({ ...flat, xAmount: '500.00' }, 'JPY')
  assert.ok(!isRefusal(read))
  assert.equal(read.amountMinor, 500)
})
