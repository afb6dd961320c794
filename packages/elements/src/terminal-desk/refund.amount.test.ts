import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CURRENCIES, formatDecimal, type Currency } from '@tapboard/contract'
import { LANGUAGES } from '../languages/languages.ts'
import { decimalAmount, readTypedAmount, typedAmount } from './refund.amount.ts'

test('an amount is typed with a decimal point or comma, in Latin or Arabic digits', () => {
  for (const typed of ['12.5', '12,50', ' 12.50 ', '١٢٫٥٠', '۱۲٫۵'])
    assert.equal(readTypedAmount(typed, 4_200, 'USD'), 1_250, typed)
  assert.equal(readTypedAmount('42', 4_200, 'USD'), 4_200)
  assert.equal(readTypedAmount('1500', 1_500, 'JPY'), 1_500)
})

test('no other text is an amount, and no amount is above the rest of the sale', () => {
  for (const typed of [
    '',
    '0',
    '0.00',
    '-1',
    '1.234',
    '1,234',
    '1,234.50',
    '1e2',
    '$12',
    'all',
    '12.5.0',
    '42.01',
  ])
    assert.equal(readTypedAmount(typed, 4_200, 'USD'), null, typed)
  assert.equal(readTypedAmount('1.5', 1_500, 'JPY'), null)
})

test('an amount of a wish is the decimal of a grant, in every currency', () => {
  for (const currency of CURRENCIES as Currency[])
    for (const minor of [1, 10, 105, 4_200, 1_234_567, 99_999_999])
      assert.equal(decimalAmount(minor, currency), formatDecimal(minor, currency))
})

test('the first amount of the field is read back in every language', () => {
  for (const language of LANGUAGES)
    for (const [minor, currency] of [
      [4_200, 'USD'],
      [1_234_567, 'USD'],
      [1_500, 'JPY'],
      [1_234_567, 'BHD'],
    ] as const satisfies readonly (readonly [number, Currency])[])
      assert.equal(readTypedAmount(typedAmount(language, minor, currency), minor, currency), minor, language)
  assert.equal(typedAmount('de', 4_250, 'USD'), '42,50')
})
