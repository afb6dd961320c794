// The rules of a new device and their sentences, without a service (§4.1, D-03).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDeviceText, serialInUse, spellDevice } from './new-device.ts'

void test('D-03 each member of a device has its rule in the sentence of its error', () => {
  for (const [member, valid, invalid, rule] of [
    ['serial', 'SN-1', '', /^Serial is not valid\. Give 1 to 32 printable characters without /],
    [
      'serial',
      'x'.repeat(32),
      'x'.repeat(33),
      /^Serial is not valid\. Give 1 to 32 printable characters without /,
    ],
    ['make', 'pax A920', 'A921', /^Serial is not valid\. Give one of A77, A35, A80, A920, A920 Pro, pax\.$/],
    ['name', ' Front ', ' ', /^Serial is not valid\. Give 1 to 64 printable characters\.$/],
    ['name', 'x'.repeat(64), 'x'.repeat(65), /^Serial is not valid\. Give 1 to 64 printable characters\.$/],
  ] as const) {
    assert.deepEqual(readDeviceText(member, valid, 'Serial'), { ok: true, text: valid })
    const wrong = readDeviceText(member, invalid, 'Serial')
    assert.match(wrong.ok ? '' : wrong.message, rule)
    assert.equal(readDeviceText(member, 7, 'Serial').ok, false)
  }
})

void test('D-03 a missing member is named as missing, with its rule', () => {
  const missing = readDeviceText('name', undefined, 'deviceFriendlyName')
  assert.deepEqual(missing, {
    ok: false,
    message: 'deviceFriendlyName is missing. Give 1 to 64 printable characters.',
  })
  const nothing = readDeviceText('name', null, 'deviceFriendlyName')
  assert.match(nothing.ok ? '' : nothing.message, /is not valid/)
})

void test('a device is stored with the spelling of its make and a trimmed name', () => {
  const device = { serial: ' SN ', make: 'PAX a920-pro', name: ' Front counter ' }
  assert.deepEqual(spellDevice(device), { serial: ' SN ', make: 'A920 Pro', name: 'Front counter' })
})

void test('a serial number in use names the device that has it', () => {
  assert.equal(
    serialInUse('dev_1'),
    'A device with this serial number is registered as dev_1. Use that one, or remove it first.',
  )
})
