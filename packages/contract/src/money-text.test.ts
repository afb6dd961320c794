import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CURRENCIES, CURRENCY_EXPONENT } from './currency.ts'
import { moneyText } from './money-text.ts'

void test('formats an amount with its sign, in the form of the language', () => {
  assert.equal(moneyText(42, 'USD', 'en-US'), '$42.00')
  assert.equal(moneyText(-8, 'USD', 'en-US'), '-$8.00')
  assert.equal(moneyText(1234.5, 'EUR', 'de'), '1.234,50\u00a0€')
})

void test('an amount has the decimals of its currency', () => {
  for (const currency of CURRENCIES) {
    const decimals = moneyText(1, currency, 'en').split('.')[1] ?? ''
    assert.equal(decimals.length, CURRENCY_EXPONENT[currency], currency)
  }
})

void test('keeps the halves of "US$" in their order in a text from right to left', () => {
  assert.equal(moneyText(42, 'USD', 'ar'), '\u200f42.00\u00a0\u2066US$\u2069')
  assert.equal(moneyText(42, 'USD', 'en-CA'), 'US$42.00')
})
