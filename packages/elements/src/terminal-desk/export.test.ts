import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deskRow } from '../testing/scripted-desk.ts'
import { cardOf, Formats } from './desk.format.ts'
import { csvOf } from './export.part.ts'

test('D-126 a file has a header, one line for each row, and amounts as plain decimals', () => {
  const row = deskRow(0, { order: '=cmd', person: 'Mia, <b>', amountMinor: 123_456 })
  const [header = '', first = '', ...rest] = csvOf([
    row,
    deskRow(1, { kind: 'refund', refundOf: 'sale_0' }),
  ]).split('\r\n')
  assert.equal(
    header,
    '\ufeffid,kind,refund_of,order,attempt,created_at,ended_at,state,reason,amount,currency,terminal,terminal_serial_ending,card,reference,approval_code,our_reference,by,person',
  )
  assert.equal(
    first,
    `sale_0,sale,,'=cmd,1,2026-11-23T17:42:00.000Z,2026-11-23T17:42:23.000Z,approved,,1234.56,USD,Front counter,8810,************4242,84120,A1B2C0,tb_8f3a9c0,upstream,"Mia, <b>"`,
  )
  assert.match(rest[0] ?? '', /^sale_1,refund,sale_0,.*,-121\.19,USD/)
  assert.equal(rest.length, 2)
  assert.equal(csvOf([]).split('\r\n').length, 2)
})

test('times are those of the time zone of the merchant', () => {
  const at = Date.UTC(2026, 10, 23, 3, 30)
  assert.match(new Formats('en', 'America/New_York').time(at), /^10:30/)
  assert.match(new Formats('en', 'America/New_York').moment(at), /Nov 22, 2026/)
  assert.match(new Formats('de', 'Europe/Berlin').time(at), /^04:30/)
  // A zone that this browser does not know must not break the page.
  assert.match(new Formats('en', 'Mars/Olympus').time(at), /:30/)
  assert.equal(new Formats('en', 'UTC').day('2026-11-23'), 'Monday, November 23, 2026')
})

test('an age is in minutes, hours or days', () => {
  const formats = new Formats('en', 'UTC')
  const minute = 60_000
  assert.deepEqual(
    [0, 12 * minute, 90 * minute, 26 * 60 * minute, 72 * 60 * minute, -minute].map((ms) => formats.age(ms)),
    ['this minute', '12 minutes ago', '2 hours ago', '26 hours ago', '3 days ago', 'this minute'],
  )
})

test('a card shows its last four digits only', () => {
  assert.deepEqual([{ card: '4111XXXXXXXX4242' }, { card: null }, { card: 'Visa' }].map(cardOf), [
    '•••• 4242',
    '',
    '',
  ])
})
