/** Dates and amounts of the dashboard. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agoText, amountText, dateValue, dayRange, durationText } from './format.ts'

void test('an amount keeps its decimals and its sign', () => {
  assert.equal(amountText('42.00', 'USD'), '$42.00')
  assert.equal(amountText('-8.00', 'USD'), '-$8.00')
  assert.equal(amountText('500', 'JPY'), '¥500')
  assert.equal(amountText('1234567.890', 'KWD'), 'KWD\u00a01,234,567.890')
})

void test('a day has its begin and its end, also when the clocks change', () => {
  for (const day of ['2026-03-08', '2026-03-29', '2026-11-01', '2026-12-31']) {
    const range = dayRange(day)
    assert.ok(range)
    assert.equal(dateValue(range.fromMs), day)
    assert.equal(dateValue(range.toMs - 1), day)
    assert.notEqual(dateValue(range.toMs), day)
  }
  for (const text of ['', '2026', '11/23/2026']) assert.equal(dayRange(text), null)
})

void test('a time in the past is said in words', () => {
  const nowMs = Date.UTC(2026, 10, 23, 12)
  const ago = (ms: number): string => agoText(nowMs - ms, nowMs)
  assert.deepEqual([0, -5_000, 59_000, 60_000, 3_600_000, 7_200_000, 86_400_000, 3 * 86_400_000].map(ago), [
    'just now',
    'just now',
    'just now',
    '1 min ago',
    '1 hour ago',
    '2 hours ago',
    'yesterday',
    '3 days ago',
  ])
  assert.equal(durationText(1_140), '1.1 s')
  assert.equal(durationText(125_000), '2 min 5 s')
})
