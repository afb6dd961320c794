import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { LANGUAGES } from '../../languages/languages.ts'
import { joined, orderOf, partsOf, readDate, readPart, type DatePart } from './dates.ts'

const TAGS = [...LANGUAGES, 'en-GB', 'en-CA', 'hu', 'ja', 'th', 'ar-EG', 'ar-SA', 'fa', 'mr'] as const

test('orders the parts of a date as the language does', () => {
  const order = (lang: string): string => orderOf(lang).join(' ')
  for (const lang of ['en', 'en-US']) assert.equal(order(lang), 'month day year')
  for (const lang of ['es', 'de', 'pt-BR', 'vi', 'ar', 'he', 'en-GB'])
    assert.equal(order(lang), 'day month year')
  for (const lang of ['zh-Hans', 'ko', 'fr-CA', 'hu']) assert.equal(order(lang), 'year month day')
  for (const lang of TAGS) assert.equal(orderOf(lang).toSorted().join(), 'day,month,year')
})

test('parses a pasted date in the order of the language', () => {
  const us = orderOf('en-US')
  assert.deepEqual(readDate('02/29/1996', us), { month: '02', day: '29', year: '1996' })
  assert.deepEqual(readDate('1996-02-29', us), { month: '02', day: '29', year: '1996' })
  assert.deepEqual(readDate('29.2.1996', orderOf('de')), { month: '2', day: '29', year: '1996' })
  assert.deepEqual(readDate('29. 2. 1996', orderOf('de')), { month: '2', day: '29', year: '1996' })
  assert.deepEqual(readDate('1996年2月29日', orderOf('zh-Hans')), { month: '2', day: '29', year: '1996' })
  assert.deepEqual(readDate('1996. 2. 29.', orderOf('ko')), { month: '2', day: '29', year: '1996' })
  assert.deepEqual(readDate('٢٩\u200f/٢\u200f/١٩٩٦', orderOf('ar')), { month: '2', day: '29', year: '1996' })
})

test('does not guess the month of an ambiguous pasted date', () => {
  // In a language that puts the year first, a year at the end does not tell the order of the other two.
  assert.equal(readDate('02/03/1996', orderOf('fr-CA')), null)
  for (const pasted of ['29 February 1996', '2', '', '1/2/96', '1996', '1/2/3/1996'])
    assert.equal(readDate(pasted, orderOf('en')), null, pasted)
})

test('parses the numeric dates of Intl in every language', () => {
  const days = fc.date({ min: new Date('1800-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...TAGS), days, (lang, day) => {
      const written = new Intl.DateTimeFormat(lang, {
        calendar: 'gregory',
        timeZone: 'UTC',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }).format(day)
      // Thai adds an era to the year, so that the date is not numeric only.
      if (lang === 'th') return
      const read = readDate(written, orderOf(lang))
      assert.ok(read, `${lang} ${written}`)
      assert.deepEqual([read.year, read.month, read.day].map(Number), [
        day.getUTCFullYear(),
        day.getUTCMonth() + 1,
        day.getUTCDate(),
      ])
    }),
    propertyRuns(5, 400),
  )
})

test('parses a month by its long or short name and by digits of its script', () => {
  for (const lang of TAGS) {
    for (let month = 1; month <= 12; month++) {
      for (const style of ['long', 'short', 'numeric'] as const) {
        const name = new Intl.DateTimeFormat(lang, {
          calendar: 'gregory',
          timeZone: 'UTC',
          month: style,
        }).format(Date.UTC(2000, month - 1))
        assert.equal(Number(readPart('month', name, lang)), month, `${lang} ${name}`)
      }
    }
  }
  assert.equal(readPart('month', 'FEB.', 'en'), '2')
  assert.equal(readPart('month', 'février', 'fr-CA'), '2')
  assert.equal(readPart('month', 'février', 'en'), 'février')
  assert.equal(readPart('month', 'm', 'en'), 'm')
  assert.equal(readPart('year', '١٩٩٦', 'ar'), '1996')
  assert.equal(readPart('day', 'May', 'en'), 'May')
})

test('keeps the parts as typed, including hyphens', () => {
  const part = fc.string({ maxLength: 6 }).filter((text) => !text.includes('\u2011'))
  const parts: fc.Arbitrary<Record<DatePart, string>> = fc.record({ year: part, month: part, day: part })
  fc.assert(
    fc.property(parts, (typed) => assert.deepEqual(partsOf(joined(typed)), { ...typed })),
    propertyRuns(6),
  )
})
