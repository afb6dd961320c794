import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAt, dayOf, isDay } from './day.ts'

const HOUR_MS = 3_600_000
const at = (text: string): number => Date.parse(text)

test('D-113 a day begins and ends at midnight of its time zone, also where clocks change', () => {
  for (const [day, timeZone, from, hours] of [
    ['2026-11-23', 'UTC', '2026-11-23T00:00:00Z', 24],
    ['2026-11-23', 'America/New_York', '2026-11-23T05:00:00Z', 24],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00Z', 23],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00Z', 25],
    ['2026-11-23', 'Pacific/Kiritimati', '2026-11-22T10:00:00Z', 24],
    ['2026-11-23', 'Pacific/Pago_Pago', '2026-11-23T11:00:00Z', 24],
    ['2026-11-23', 'Asia/Kathmandu', '2026-11-22T18:15:00Z', 24],
    // Clocks are set forward at midnight: the day begins at one o'clock.
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00Z', 23],
    // Samoa skipped this day when it crossed the date line.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z', 0],
  ] as const) {
    const { fromMs, untilMs } = dayOf(day, timeZone)
    assert.equal(new Date(fromMs).toISOString(), new Date(from).toISOString(), `${day} ${timeZone}`)
    assert.equal((untilMs - fromMs) / HOUR_MS, hours, `${day} ${timeZone}`)
  }
})

test('D-113 neighbouring days touch and have their names in every time zone of this runtime', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  assert.ok(zones.length > 300)
  for (const [index, timeZone] of zones.entries()) {
    // Each zone gets another day of the year, so that changes of clocks occur.
    const noon = new Date(Date.UTC(2026, 0, 1 + (index % 365), 12))
    const day = noon.toISOString().slice(0, 10)
    const { fromMs, untilMs } = dayOf(day, timeZone)
    const next = new Date(noon.getTime() + 24 * HOUR_MS).toISOString().slice(0, 10)
    assert.equal(dayOf(next, timeZone).fromMs, untilMs, timeZone)
    assert.deepEqual([dayAt(fromMs, timeZone), dayAt(untilMs - 1, timeZone)], [day, day], timeZone)
    assert.ok(dayAt(fromMs - 1, timeZone) < day, timeZone)
  }
})

test('the present day depends on the time zone', () => {
  const nowMs = at('2026-11-23T02:30:00Z')
  assert.equal(dayAt(nowMs, 'UTC'), '2026-11-23')
  assert.equal(dayAt(nowMs, 'America/New_York'), '2026-11-22')
  assert.equal(dayAt(nowMs, 'Asia/Tokyo'), '2026-11-23')
})

test('a day is a date of the calendar from 2000 to 2099', () => {
  for (const day of ['2026-11-23', '2024-02-29', '2000-01-01', '2099-12-31']) assert.ok(isDay(day), day)
  for (const day of ['', '2026-02-29', '2026-13-01', '2026-00-10', '2026-11-31', '1999-12-31', '2100-01-01'])
    assert.ok(!isDay(day), day)
  for (const day of [
    '20261123',
    '2026-11-23T00:00',
    '2026-1-1',
    ' 2026-11-23',
    '2026-11-23\n',
    '+012026-11-23',
    '٢٠٢٦-١١-٢٣',
  ])
    assert.ok(!isDay(day), day)
})
