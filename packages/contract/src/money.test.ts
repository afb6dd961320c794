import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CURRENCIES, CURRENCY_EXPONENT, type Currency } from './currency.ts'
import {
  formatDecimal,
  isMinor,
  MAX_MINOR,
  parseDecimal,
  readWireAmount,
  wireDecimal,
  wireNumber,
} from './money.ts'

const accepted: readonly [unknown, Currency, number][] = [
  ['0.01', 'USD', 1],
  ['0.1', 'USD', 10],
  ['0.10', 'USD', 10],
  ['1', 'USD', 100],
  ['1.0', 'USD', 100],
  ['42.00', 'USD', 4200],
  ['42', 'CAD', 4200],
  ['1234.56', 'USD', 123_456],
  ['999999.99', 'USD', 99_999_999],
  [0.01, 'USD', 1],
  [0.1, 'USD', 10],
  [1, 'USD', 100],
  [1.1, 'USD', 110],
  [19.99, 'USD', 1999],
  [4.35, 'USD', 435],
  [1.15, 'USD', 115],
  [8.41, 'USD', 841],
  [42, 'USD', 4200],
  [999_999.99, 'USD', 99_999_999],
  ['1', 'JPY', 1],
  ['4200', 'JPY', 4200],
  [999_999, 'JPY', 999_999],
  ['500.00', 'JPY', 500],
  [500, 'KRW', 500],
  ['1.25', 'BHD', 1250],
  ['0.01', 'BHD', 10],
]

const refused: readonly [unknown, Currency][] = [
  ['', 'USD'],
  ['0', 'USD'],
  ['0.00', 'USD'],
  ['-1', 'USD'],
  ['+1', 'USD'],
  ['01', 'USD'],
  ['00.10', 'USD'],
  ['.5', 'USD'],
  ['5.', 'USD'],
  ['1.234', 'USD'],
  ['1e2', 'USD'],
  ['1E2', 'USD'],
  ['1,00', 'USD'],
  ['1,000.00', 'USD'],
  ['1 000', 'USD'],
  [' 1', 'USD'],
  ['1 ', 'USD'],
  ['$1', 'USD'],
  ['0x10', 'USD'],
  ['1_000', 'USD'],
  ['NaN', 'USD'],
  ['Infinity', 'USD'],
  ['1000000', 'USD'],
  ['1000000.00', 'USD'],
  ['99999999999', 'USD'],
  ['١٢', 'USD'],
  ['１', 'USD'],
  ['1\n', 'USD'],
  ['1\u0000', 'USD'],
  [0, 'USD'],
  [-0.01, 'USD'],
  [Number.NaN, 'USD'],
  [Number.POSITIVE_INFINITY, 'USD'],
  [1.234, 'USD'],
  [0.001, 'USD'],
  [1_000_000, 'USD'],
  [1e21, 'USD'],
  [1e-7, 'USD'],
  [0.1 + 0.2, 'USD'],
  [null, 'USD'],
  [undefined, 'USD'],
  [true, 'USD'],
  [[1], 'USD'],
  [{ amount: 1 }, 'USD'],
  ['1.5', 'JPY'],
  ['1.01', 'JPY'],
  ['1.000', 'JPY'],
  ['1000000', 'JPY'],
  ['1.2345', 'BHD'],
  ['1.234', 'BHD'],
  ['1.230', 'BHD'],
  ['0.001', 'BHD'],
  [1.234, 'BHD'],
]

test('P51 parses plain amounts exactly and rejects all others', () => {
  assert.ok(accepted.length + refused.length >= 60)
  for (const [value, currency, minor] of accepted) {
    assert.deepEqual(readWireAmount(value, currency), { ok: true, minor }, `${String(value)} ${currency}`)
  }
  for (const [value, currency] of refused) {
    const read = readWireAmount(value, currency)
    assert.equal(read.ok, false, `${String(value)} ${currency} must be refused`)
    assert.match(read.ok ? '' : read.message, /^must be |^must have /)
  }
})

/** All amounts in the long version, and with `EVERY_AMOUNT=true` in this file alone. */
const STEP = process.env['EVERY_AMOUNT'] === 'true' || process.env['TAPBOARD_LONG'] === '1' ? 1 : 97

// P51 asserts: exact for 0.01 to 999,999.99 in steps of ${STEP} cents.
test(`P51 every ${STEP === 1 ? '' : 'hundredth '}amount from 0.01 to 999,999.99 round-trips as text and as number`, () => {
  let checked = 0
  for (let minor = 1; minor <= MAX_MINOR; minor += STEP) {
    const text = formatDecimal(minor, 'USD')
    const read = parseDecimal(text, 'USD')
    if (!read.ok || read.minor !== minor) assert.fail(`${minor} became ${text}`)
    const wire = readWireAmount(wireNumber(minor, 'USD'))
    if (!wire.ok || wire.minor !== minor) assert.fail(`${minor} was lost as a number`)
    checked++
  }
  assert.equal(checked, Math.floor((MAX_MINOR - 1) / STEP) + 1)
})

test('formats money with the decimals of its currency', () => {
  assert.equal(formatDecimal(4200, 'USD'), '42.00')
  assert.equal(formatDecimal(5, 'USD'), '0.05')
  assert.equal(formatDecimal(4200, 'JPY'), '4200')
  assert.equal(formatDecimal(1250, 'BHD'), '1.250')
  for (const currency of CURRENCIES) {
    const read = parseDecimal(formatDecimal(12_345, currency), currency)
    assert.deepEqual(
      read,
      { ok: true, minor: 12_345 },
      `${currency} has ${CURRENCY_EXPONENT[currency]} decimals`,
    )
  }
})

test('P51 the wire format never has a third decimal, in any currency', () => {
  for (const currency of CURRENCIES)
    for (const minor of [1, 7, 10, 99, 100, 999, 1000, 1250, 1255, 12_340, 12_345, MAX_MINOR]) {
      const wire = wireDecimal(minor, currency)
      if (CURRENCY_EXPONENT[currency] > 2 && minor % 10 !== 0) assert.equal(wire, null)
      else assert.match(wire ?? '', /^\d+\.\d\d$/, `${minor} ${currency}`)
    }
})

test('never rounds an amount that two decimals cannot represent', () => {
  assert.equal(wireDecimal(1250, 'BHD'), '1.25')
  assert.equal(wireDecimal(1255, 'BHD'), null)
  assert.equal(wireNumber(1255, 'BHD'), null)
  assert.equal(wireDecimal(4200, 'JPY'), '4200.00')
  assert.equal(wireNumber(1999, 'USD'), 19.99)
})

test('accepts only integer minor units within the limits', () => {
  assert.deepEqual([1, 4200, MAX_MINOR].map(isMinor), [true, true, true])
  for (const bad of [0, -1, 1.5, MAX_MINOR + 1, Number.NaN, '4200', null]) assert.equal(isMinor(bad), false)
})

test('P51 wire amounts round-trip in every currency', () => {
  for (const currency of CURRENCIES) {
    for (const minor of [10, 500, 4200, 12_340, 99_990]) {
      for (const wire of [wireDecimal(minor, currency), wireNumber(minor, currency)])
        assert.deepEqual(
          readWireAmount(wire, currency),
          { ok: true, minor },
          `${minor} ${currency} as ${wire}`,
        )
    }
  }
})

const LIMIT = 'must be at most 999999.99'
const PLAIN = 'must be a plain decimal such as "42.00": digits, one dot, no sign, no exponent'
const sentences: readonly [unknown, Currency, string][] = [
  [0, 'USD', 'must be greater than 0'],
  ['0.00', 'USD', 'must be greater than 0'],
  [-5, 'USD', 'must be greater than 0'],
  [1e21, 'USD', LIMIT],
  [1_000_000, 'USD', LIMIT],
  ['1000000', 'JPY', 'must be at most 999999'],
  ['1000000', 'BHD', 'must be at most 99999.999'],
  [Number.NaN, 'USD', 'must be a plain number such as 42.00, without an exponent'],
  [1e-7, 'USD', PLAIN],
  ['1.234x', 'USD', PLAIN],
  ['1.234', 'USD', 'must have at most 2 decimals'],
  ['1.234', 'BHD', 'must have at most 2 decimals'],
  ['1.50', 'JPY', 'must have no decimals in JPY'],
  [true, 'USD', 'must be a number or a decimal string such as "42.00"'],
]

for (const [value, currency, message] of sentences)
  test(`says why ${JSON.stringify(value)} ${currency} is refused (${typeof value})`, () =>
    assert.deepEqual(readWireAmount(value, currency), { ok: false, message }))

test('the decimals of a currency limit a decimal string', () => {
  assert.deepEqual(parseDecimal('1.234', 'BHD'), { ok: true, minor: 1234 })
  assert.deepEqual(parseDecimal('1.234', 'USD'), {
    ok: false,
    message: 'must have at most 2 decimals in USD',
  })
})
