import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailsOf } from './details.ts'

test('labels the details of a payment in the order of the service', () => {
  const row = {
    xRefNum: '1000042',
    xMaskedCardNumber: '…4242',
    xEnteredDate: '2026-01-31T10:15:00Z',
    xCustom01: 'a',
    xAmount: 42,
  }
  assert.deepEqual(detailsOf('1000042', row), {
    reference: '1000042',
    rows: [
      { name: 'Ref num', value: '1000042' },
      { name: 'Masked card number', value: '…4242' },
      { name: 'Entered date', value: '2026-01-31T10:15:00Z' },
      { name: 'Custom 01', value: 'a' },
      { name: 'Amount', value: '42' },
    ],
  })
})

test('omits details that look like card or serial numbers or are not text', () => {
  const row = {
    xCardNum: '4242424242424242',
    xNote: 'card 4242 4242 4242 4242 please',
    xDeviceSerialNumber: 'SN-1',
    xLong: 'x'.repeat(101),
    xOdd: 'a\u0007b',
    xNested: { a: 1 },
    xEmpty: ' ',
    '<b>': 'x',
    '!Name': 'x',
    'Name!': 'x',
  }
  assert.deepEqual(detailsOf('1', row).rows, [])
})

test('keeps 40 rows, texts of 100 characters, and the letter x within a name', () => {
  const many = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`xField${index + 1}`, 'a']))
  const { rows } = detailsOf('1', many)
  assert.deepEqual([rows.length, rows.at(-1)], [40, { name: 'Field 40', value: 'a' }])
  const value = 'a'.repeat(100)
  assert.deepEqual(detailsOf('1', { maxAmount: value }).rows, [{ name: 'Max amount', value }])
})
