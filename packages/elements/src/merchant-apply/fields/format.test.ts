import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanAmount, cleanDigits, cleanPhone, emptyAddress } from '@tapboard/contract'
import {
  addressLines,
  display,
  formatEin,
  formatMoney,
  formatPhone,
  formatSsn,
  isolated,
  masked,
} from './format.ts'

test('formatted numbers parse back to the same value', () => {
  assert.equal(formatPhone('7325550123'), '(732) 555-0123')
  assert.equal(cleanPhone(formatPhone('7325550123')), '7325550123')
  assert.equal(formatEin('123456789'), '12-3456789')
  assert.equal(formatSsn('123456789'), '123-45-6789')
  assert.equal(cleanDigits(formatSsn('123456789')), '123456789')
  assert.equal(formatMoney('250000', 'en'), '$250,000')
  assert.equal(formatMoney('0', 'en'), '$0')
  for (const amount of ['0', '999', '250000', '999999999'])
    assert.equal(cleanAmount(formatMoney(amount, 'en')), amount)
})

test('an invalid value is shown as typed', () => {
  for (const typed of ['', '12', 'twelve', '1234567890123', '(732) 555', '<b>']) {
    for (const format of [formatPhone, formatEin, formatSsn]) {
      if (!/^\d{9,10}$/.test(typed)) assert.equal(format(typed), typed)
    }
    if (!/^\d{1,9}$/.test(typed)) assert.equal(formatMoney(typed, 'en'), typed)
  }
})

test('a masked secret shows at most four digits, and only if it hides more', () => {
  assert.equal(masked(''), '')
  assert.equal(masked('123-45-6789'), '•••••6789')
  assert.equal(masked('4567'), '•••••')
  assert.equal(masked('1234567'), '•••••')
  assert.equal(masked('not a number'), '•••••')
  assert.equal(masked('1'.repeat(10_000)), '•••••')
})

test('D-73 the review shows each value in its format', () => {
  assert.equal(display('signers[3].ssn', '123456789', 'en'), '•••••6789')
  assert.equal(display('taxId', '123456789', 'en'), '•••••6789')
  assert.equal(display('banking.accountNumber', '000123456789', 'en'), '•••••6789')
  assert.equal(display('banking.routingNumber', '021000021', 'en'), '021000021')
  assert.equal(display('businessPhone', '7325550123', 'en'), '(732) 555-0123')
  assert.equal(display('signers[0].ownerCellPhone', '7325550123', 'en'), '(732) 555-0123')
  assert.equal(display('signers[0].dateOfBirth', '1996-02-29', 'en'), 'February 29, 1996')
  assert.equal(display('businessStartDate', '2009-01-02', 'de'), '2. Januar 2009')
  assert.equal(display('businessStartDate', '2009-13-02', 'en'), '2009-13-02')
  // The form asks for the month and the year only.
  assert.equal(display('businessStartDate', '2019-05-01', 'en'), 'May 2019')
  assert.equal(display('businessStartDate', '2019-05-01', 'ko'), '2019년 5월')
  assert.equal(display('businessStartDate', '2019-13-01', 'en'), '2019-13-01')
  assert.equal(display('signers[0].dateOfBirth', '1990-05-01', 'en'), 'May 1, 1990')
  // The calendars of these languages count years differently from the form's calendar.
  assert.match(display('businessStartDate', '2009-01-02', 'th'), /2009/)
  assert.match(display('businessStartDate', '2009-01-02', 'ar-SA'), /٢٠٠٩/)
  assert.equal(display('annualCreditCardSales', '250000', 'en'), '$250,000')
  assert.equal(display('annualCreditCardSales', '250000', 'de'), '250.000\u00a0$')
  assert.equal(display('signers[0].ownershipPercentage', '50', 'en'), '50%')
  assert.equal(display('signers[0].ownershipPercentage', '50', 'fr-CA'), '50\u00a0%')
  assert.equal(display('signers[0].ownershipPercentage', 'half', 'en'), 'half')
  assert.equal(display('taxIdType', 'EIN', 'en'), 'EIN')
})

test('a number keeps its order in right-to-left text', () => {
  assert.equal(isolated('12-3', 'ar-EG'), '\u206612-3\u2069')
  assert.equal(isolated('12-3', 'de'), '12-3')
  assert.equal(display('businessPhone', '7325550123', 'he'), '\u2066(732) 555-0123\u2069')
  assert.equal(display('corporateName', 'Ecke', 'he'), 'Ecke')
})

test('formats an address line by line without empty lines', () => {
  const address = {
    ...emptyAddress('US'),
    streetAddress: '12 Main St',
    city: 'Lakewood',
    state: 'NJ',
    zip: '08701',
  }
  assert.deepEqual(addressLines(address, 'en'), ['12 Main St', 'Lakewood, NJ 08701', 'United States'])
  assert.deepEqual(addressLines(emptyAddress('CA'), 'de'), ['Kanada'])
})
