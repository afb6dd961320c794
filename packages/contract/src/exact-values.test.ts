// Small exact rules of the contract: equal members, currencies, short references, makes, time zones and written members.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeviceMake, writeDevice } from './device.ts'
import { readMembers } from './dialect.ts'
import { writeServiceError } from './errors.ts'
import { readShortReference, shortReference } from './reference.ts'
import { isTimeZone, SaleGrant } from './token.ts'

test('D-10 two spellings of a member are equal as JSON, and two forms of an amount as numbers', () => {
  const amounts = (amount: unknown, xAmount: unknown): unknown => {
    const read = readMembers({ amount, xAmount }, ['amount'])
    return read.ok ? read.members.amount : read.name
  }
  assert.equal(amounts(42, '42.00'), 42)
  assert.equal(amounts('42.00', 42), '42.00')
  for (const [one, other] of [
    [1, true],
    [true, 1],
    [42, [42]],
    [[42], 42],
    ['', 0],
    ['42.01', 42],
  ])
    assert.equal(amounts(one, other), 'xAmount', JSON.stringify([one, other]))
  const nested = { transactionResult: { a: [1] }, xTransactionResult: { a: [1] } }
  assert.equal(readMembers(nested, ['transactionResult']).ok, true)
})

test('a short reference has two groups of four only if the ID is longer than four', () => {
  assert.equal(shortReference('abcd'), 'ABCD')
  assert.equal(shortReference('abcde'), 'ABCD-E')
  assert.equal(shortReference('sale_0aB1-cD2e'), '0AB1-CD2E')
  assert.equal(readShortReference(' 7q2m – 4K6X '), '7q2m4k6x')
  for (const typed of ['x 7q2m-4k6x', '7q2m-4k6x x', '7q2m-4k6', '17q2m-4k6x'])
    assert.equal(readShortReference(typed), null)
})

test('the maker is left out only before the model', () => {
  for (const make of ['A920', 'pax A920', 'PAX Technology A-920', 'pax'])
    assert.ok(DeviceMake.safeParse(make).success, make)
  for (const make of ['A9pax20', 'A920 pax', 'A9paxtechnology20'])
    assert.equal(DeviceMake.safeParse(make).success, false, make)
})

test('a device is written in both spellings', () => {
  const device = {
    deviceId: 'dev_1',
    deviceSerialNumber: '1850',
    deviceMake: 'A920',
    deviceFriendlyName: 'Front',
    status: 'CONNECTED',
  } as const
  assert.deepEqual(writeDevice(device), {
    ...device,
    xDeviceId: 'dev_1',
    xDeviceSerialNumber: '1850',
    xDeviceMake: 'A920',
    xDeviceFriendlyName: 'Front',
    xDeviceStatus: 'CONNECTED',
  })
})

test('D-20 an error has its members beside the error, which they cannot replace', () => {
  const members = { sessionId: 'ses_1', xError: 'replaced' }
  assert.deepEqual(writeServiceError({ code: 'DEVICE_BUSY' as never, message: 'Busy.', members }, 'ref'), {
    sessionId: 'ses_1',
    error: { code: 'DEVICE_BUSY', message: 'Busy.' },
    xResult: 'E',
    xStatus: 'Error',
    xErrorCode: 'DEVICE_BUSY',
    xError: 'Busy.',
    xRefnum: 'ref',
  })
})

test('a time zone is one that this runtime knows, and no offset', () => {
  for (const zone of ['UTC', 'America/New_York', 'Etc/GMT+5']) assert.equal(isTimeZone(zone), true, zone)
  for (const zone of ['Mars/Base', '+01:00', '', `A${'b'.repeat(64)}`])
    assert.equal(isTimeZone(zone), false, zone)
})

test('D-146 a wrong list of terminals is refused with both ways to name them', () => {
  const grant = {
    kind: 'sale',
    origin: 'https://shop.example',
    order: 'A-1',
    amount: '42.00',
    currency: 'USD',
  }
  const read = SaleGrant.safeParse({ ...grant, devices: 'all' })
  assert.match(
    read.error?.issues[0]?.message ?? '',
    /^must be a list of 1 to 100 terminal IDs, .* or "any" for all terminals/,
  )
})
