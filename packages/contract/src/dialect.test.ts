import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCustom, readMembers } from './dialect.ts'

test('D-01 a member is found under either spelling and in any case', () => {
  for (const body of [
    { deviceId: 'dev_1' },
    { xDeviceID: 'dev_1' },
    { XDEVICEID: 'dev_1' },
    { xDeviceId: 'dev_1', deviceID: 'dev_1' },
  ]) {
    assert.deepEqual(readMembers(body, ['deviceId']), { ok: true, members: { deviceId: 'dev_1' } })
  }
})

test('D-06 a member given twice with different values is refused by name', () => {
  assert.deepEqual(readMembers({ deviceId: 'dev_1', xDeviceId: 'dev_2' }, ['deviceId']), {
    ok: false,
    name: 'xDeviceId',
    member: 'deviceId',
  })
})

test('an amount given as number and as text may say the same in both', () => {
  assert.equal(readMembers({ amount: 42, xAmount: '42.00' }, ['amount']).ok, true)
  assert.equal(readMembers({ amount: 42, xAmount: '42.01' }, ['amount']).ok, false)
})

test('a member that is null counts as not given', () => {
  assert.deepEqual(readMembers({ deviceId: null, xDeviceId: 'dev_1' }, ['deviceId']), {
    ok: true,
    members: { deviceId: 'dev_1' },
  })
  assert.deepEqual(readMembers({}, ['deviceId']), { ok: true, members: {} })
})

test('D-06 custom members 01 to 20 are kept untouched and others are not', () => {
  const body = {
    xCustom01: 'a',
    xcustom20: { b: 1 },
    xCustom21: 'no',
    xCustom1: 'no',
    other: 'no',
    'x-xCustom02': 'no',
  }
  assert.deepEqual(readCustom(body), { xCustom01: 'a', xCustom20: { b: 1 } })
})
