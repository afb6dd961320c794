// Card numbers in any writing (INV-15).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { propertyRuns } from '@tapboard/contract/testing'
import * as fc from 'fast-check'
import { hasCardNumber } from './card-number.ts'
import { detailsOf } from './details.ts'

/** Zeros of scripts and widths: ASCII, full-width, Arabic, Persian, Devanagari, Bengali, Thai, Khmer, Adlam, mathematical bold, and the second of two neighbours. */
const ZEROS = [0x30, 0xff10, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x17e0, 0x1e950, 0x1d7ce, 0x116da]
const SEPARATORS = [
  '',
  ' ',
  '  ',
  '-',
  '.',
  '/',
  '_',
  ':',
  ',',
  '|',
  '·',
  '\u00a0',
  '\u2009',
  '\u202f',
  '\u3000',
  '–',
  ' - ',
  '*',
]

/** Appends the check digit of ISO/IEC 7812-1. */
function withCheckDigit(digits: readonly number[]): number[] {
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const weighted = index % 2 === 0 ? 2 * digit : digit
    return total + Math.floor(weighted / 10) + (weighted % 10)
  }, 0)
  return [...digits, (10 - (sum % 10)) % 10]
}

const digitsOfCard = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 })
  .map((digits) => withCheckDigit(digits))

void test('INV-15 the details of a payment omit a card number in any script, width and separators', () => {
  const cells = fc.array(
    fc.record({ zero: fc.constantFrom(...ZEROS), separator: fc.constantFrom(...SEPARATORS) }),
    { minLength: 19, maxLength: 19 },
  )
  const around = fc.constantFrom('', 'card ', 'PAN: ', ' please', ' exp')
  fc.assert(
    fc.property(digitsOfCard, cells, around, around, (digits, writing, before, after) => {
      const number = digits
        .map((digit, index) => {
          const { zero = 0x30, separator = '' } = writing[index] ?? {}
          return String.fromCodePoint(zero + digit) + (index === digits.length - 1 ? '' : separator)
        })
        .join('')
      const text = `${before}${number}${after}`
      assert.ok(hasCardNumber(text), text)
      assert.deepEqual(detailsOf('1', { xNote: text }).rows, [])
    }),
    propertyRuns(6, 500),
  )
})

void test('a card number beside other digits is found', () => {
  assert.ok(hasCardNumber('4242 4242 4242 4242 12/27'))
  assert.ok(hasCardNumber('#1 4242424242424242'))
  assert.ok(hasCardNumber('４２４２．４２４２．４２４２．４２４２'))
})

void test('references, amounts, times and masked numbers are no card numbers', () => {
  for (const text of [
    '1000042',
    '424242424242',
    '…4242',
    '4242 42xx xxxx 4242',
    '42424242x42424242',
    '3816898380088902',
    '٣٨١٦٨٩٨٣٨٠٠٨٨٩٠٢',
    // Passes the check as a whole, which is longer than a card number.
    '50045310297939950136',
    '2026-01-31T10:15:00Z',
    '+1 732 555 0123',
    '$1,234.00',
  ])
    assert.equal(hasCardNumber(text), false, text)
})
