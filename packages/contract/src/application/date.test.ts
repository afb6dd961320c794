// Dates of the form: the calendar, and the limits of a start date and a date of birth (D-24).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTEXT } from '../testing.ts'
import { birthDateRule, cleanDate, isRealDate, startDateRule } from './date.ts'

const LAST_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

test('every month ends on its last day', () => {
  for (const [index, last] of LAST_DAYS.entries()) {
    const month = `2023-${String(index + 1).padStart(2, '0')}`
    assert.ok(isRealDate(`${month}-01`) && isRealDate(`${month}-${last}`), month)
    assert.ok(!isRealDate(`${month}-00`) && !isRealDate(`${month}-${last + 1}`), month)
  }
})

test('29 February exists in leap years only', () => {
  for (const year of ['2024', '2000', '0004', '2400']) assert.ok(isRealDate(`${year}-02-29`), year)
  for (const year of ['2023', '1900', '2100', '0000']) assert.ok(!isRealDate(`${year}-02-29`), year)
  assert.ok(!isRealDate('2024-02-30'))
})

test('rejects a date without a month, a day or a year, and any other form', () => {
  for (const value of [
    '2023-00-10',
    '2023-13-10',
    '0000-05-05',
    '2023-5-05',
    'x2023-05-05',
    '2023-05-05x',
    '',
  ])
    assert.ok(!isRealDate(value), value)
})

test('pads month and day of a complete date and keeps any other text', () => {
  assert.equal(cleanDate(' 1990 - 2 - 3 '), '1990-02-03')
  assert.equal(cleanDate('1990-12-31'), '1990-12-31')
  assert.equal(cleanDate('--'), '')
  for (const value of ['1990-2-', '990-2-3', '1990-2-3-', 'x1990-2-3', '1990-123-1'])
    assert.equal(cleanDate(value), value)
})

const codeOf = (rule: typeof startDateRule, value: string): string =>
  rule(value, { ...CONTEXT, today: '2026-03-10' }).code

test('a business starts between 1800 and today', () => {
  for (const date of ['1800-01-01', '2026-03-10']) assert.equal(codeOf(startDateRule, date), '', date)
  assert.equal(codeOf(startDateRule, '1799-12-31'), 'date-too-early')
  assert.equal(codeOf(startDateRule, '2026-03-11'), 'date-future')
  assert.equal(codeOf(startDateRule, '2025-04-31'), 'date-not-real')
  for (const date of ['2025--', '-04-', '-04-01', '2025--01', '202-04-01'])
    assert.equal(codeOf(startDateRule, date), 'date-incomplete', date)
})

test('D-161 the start date of a business without its day is the first of the month', () => {
  for (const typed of ['2025-4-', '2025-04-', '2025-04', ' 2025 - 4 - '])
    assert.deepEqual(startDateRule(typed, CONTEXT), { value: '2025-04-01', code: '' }, typed)
  assert.equal(codeOf(birthDateRule, '1985-4-'), 'date-incomplete')
})

test('a person is 18 to 120 years old', () => {
  for (const date of ['2008-03-10', '1905-03-11']) assert.equal(codeOf(birthDateRule, date), '', date)
  assert.equal(codeOf(birthDateRule, '2008-03-11'), 'under-18')
  assert.equal(codeOf(birthDateRule, '1905-03-10'), 'over-120')
  assert.equal(codeOf(birthDateRule, '2026-03-11'), 'date-future')
  assert.equal(codeOf(birthDateRule, '1981-02-29'), 'date-not-real')
})
