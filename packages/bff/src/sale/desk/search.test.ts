import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Currency } from '@tapboard/contract'
import { readSearch } from './search.ts'

const amounts = (typed: string, currency: Currency = 'USD'): readonly number[] =>
  readSearch(typed, currency)?.amountsMinor ?? []

test('D-114 a search is an amount in any usual notation', () => {
  for (const typed of ['42', '42.00', '42,00', '$42', '$ 42.00', 'US$42.00', '42 USD', '42,00 €', '٤٢٫٠٠'])
    assert.deepEqual(amounts(typed), [4_200], typed)
  for (const typed of ['1,234.50', '1.234,50', '1 234,50', '1’234.50', '1\u202f234,50'])
    assert.deepEqual(amounts(typed), [123_450], typed)
  assert.deepEqual(amounts('1,234'), [123_400])
  assert.deepEqual(amounts('1500', 'JPY'), [1_500])
  assert.deepEqual(amounts('1,500', 'JPY'), [1_500])
  assert.deepEqual(amounts('42.5'), [4_250])
  assert.deepEqual(amounts('٩٬٨٧٦٬٥٣١٫٤٠'), [987_653_140])
})

test('D-114 an ambiguous notation finds both amounts', () => {
  assert.deepEqual(amounts('1,234', 'BHD'), [1_234, 1_234_000])
})

test('D-114 other texts are no amounts', () => {
  for (const typed of [
    'R-1042',
    '42-',
    '4.2.0',
    '1,23,4',
    'abc',
    '42.000.1',
    '9'.repeat(30),
    '-42',
    '4.25 0',
    '1\n234.50',
  ])
    assert.deepEqual(amounts(typed), [], typed)
})

test('D-114 four digits are also the end of a card number', () => {
  for (const typed of ['4242', ' 4242 ', '•••• 4242', '**** 4242', 'xxxx4242', '٤٢٤٢'])
    assert.equal(readSearch(typed, 'USD')?.lastFour, '4242', typed)
  for (const typed of ['424', '42424', '42.42', 'R-4242'])
    assert.equal(readSearch(typed, 'USD')?.lastFour, null, typed)
})

test('a blank search is none, and the text keeps its inner blanks', () => {
  assert.equal(readSearch('   ', 'USD'), null)
  assert.equal(readSearch('  Front  counter ', 'USD')?.text, 'Front  counter')
})
