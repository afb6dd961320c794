import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clock, money } from './format.ts'
import { ago } from './terminals.format.ts'

test('formats an amount with the decimals of its currency', () => {
  assert.equal(money('en', 4200, 'USD'), '$42.00')
  assert.equal(money('en', 4200, 'JPY'), '¥4,200')
  assert.equal(money('en', 4205, 'BHD').replace('\u00a0', ' '), 'BHD 4.205')
  assert.equal(money('en', 99_999_999, 'USD'), '$999,999.99')
})

test('keeps the sign of a foreign dollar in one piece from right to left', () => {
  assert.equal(money('ar', 4200, 'USD'), '\u200f42.00\u00a0\u2066US$\u2069')
  assert.equal(money('he', 4200, 'CAD'), '\u200f42.00\u00a0\u200f\u2066CA$\u2069')
  assert.equal(money('en-CA', 4200, 'USD'), 'US$42.00')
})

test('formats elapsed time as minutes and seconds', () => {
  assert.deepEqual(
    [clock(0), clock(9_999), clock(61_000), clock(3_600_000), clock(-5)],
    ['0:00', '0:09', '1:01', '60:00', '0:00'],
  )
})

test('formats freshness in words', () => {
  assert.deepEqual(
    [ago('en', 200), ago('en', 12_000), ago('en', 95_000)],
    ['now', '12 seconds ago', '2 minutes ago'],
  )
})

test('an amount in a foreign currency keeps its sign together in Arabic text, and is plain text elsewhere', () => {
  assert.match(money('ar', 4200, 'USD'), /^\u200f42\.00\s\u2066US\$\u2069$/)
  for (const lang of ['en', 'de', 'zh-Hans', 'fr-CA'])
    assert.doesNotMatch(money(lang, 4200, 'USD'), /[\u2066\u200f]/)
})
