import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMembers } from './dialect.ts'

test('D-01 finds a member under either spelling in any case', () => {
  for (const body of [
    { deviceId: 'dev_1' },
    { xDeviceID: 'dev_1' },
    { XDEVICEID: 'dev_1' },
    { xDeviceId: 'dev_1', deviceID: 'dev_1' },
  ]) {
    assert.deepEqual(readMembers(body, ['deviceId']), { ok: true, members: { deviceId: 'dev_1' } })
  }
})

test('D-06 rejects a member with different values, by name', () => {
  assert.deepEqual(readMembers({ deviceId: 'dev_1', xDeviceId: 'dev_2' }, ['deviceId']), {
    ok: false,
    name: 'xDeviceId',
    member: 'deviceId',
  })
})

test('accepts equal amounts as number and text', () => {
  assert.equal(readMembers({ amount: 42, xAmount: '42.00' }, ['amount']).ok, true)
  assert.equal(readMembers({ amount: 42, xAmount: '42.01' }, ['amount']).ok, false)
  for (const blank of ['', ' ']) {
    assert.equal(readMembers({ amount: 0, xAmount: blank }, ['amount']).ok, false)
    assert.equal(readMembers({ amount: blank, xAmount: 0 }, ['amount']).ok, false)
  }
})

test('treats null as absent', () => {
  assert.deepEqual(readMembers({ deviceId: null, xDeviceId: 'dev_1' }, ['deviceId']), {
    ok: true,
    members: { deviceId: 'dev_1' },
  })
  assert.deepEqual(readMembers({}, ['deviceId']), { ok: true, members: {} })
})
