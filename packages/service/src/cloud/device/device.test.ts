/** Devices over HTTP: §4.1, §4.2, and D-02 … D-05 in both dialects. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeviceAnswer } from '@tapboard/contract'
import { withStack } from '../../testing.ts'

const spec = { deviceSerialNumber: 'SN-1', deviceMake: 'a920 PRO', deviceFriendlyName: ' Front counter ' }
const field = { xDeviceSerialNumber: 'SN-2', xDeviceMake: 'PAX', xDeviceFriendlyName: 'Back office' }

void test(
  'registering answers 201 with the device in both dialects and a one-time pairing code (§4.1, D-01, D-28)',
  withStack(async (stack) => {
    const one = await stack.call('POST', '/v1/Device', spec)
    assert.equal(one.status, 201)
    DeviceAnswer.parse(one.body)
    const { deviceId, xPairingCode, xRefnum, ...rest } = one.body
    assert.match(String(deviceId), /^dev_[a-z2-7]{26}$/)
    assert.match(String(xPairingCode), /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    assert.match(String(xRefnum), /^call_/)
    assert.deepEqual(rest, {
      deviceSerialNumber: 'SN-1',
      deviceMake: 'A920 Pro',
      deviceFriendlyName: 'Front counter',
      status: 'DISCONNECTED',
      xDeviceId: deviceId,
      xDeviceSerialNumber: 'SN-1',
      xDeviceMake: 'A920 Pro',
      xDeviceFriendlyName: 'Front counter',
      xDeviceStatus: 'DISCONNECTED',
      xResult: 'S',
      xStatus: 'Success',
      xError: '',
    })
    const two = await stack.call('POST', '/v1/Device', field)
    assert.equal(two.status, 201)
    assert.equal(two.body['deviceMake'], 'pax')
  }),
)

void test(
  'rejects a repeated serial number and names the existing device; another account may use it too (D-03)',
  withStack(async (stack) => {
    const { deviceId } = await stack.register('SN-1')
    const again = await stack.call('POST', '/v1/Device', spec)
    assert.equal(again.status, 409)
    assert.equal(again.body['xErrorCode'], 'INVALID_REQUEST')
    assert.deepEqual([again.body['deviceId'], again.body['xDeviceId']], [deviceId, deviceId])
    assert.match(String(again.body['xError']), new RegExp(deviceId))
    const other = { Authorization: await stack.newKey('Other shop') }
    assert.equal((await stack.call('POST', '/v1/Device', spec, other)).status, 201)
  }),
)

void test(
  'reads, lists, renames and removes devices; only the name is changeable (§4.2, D-05)',
  withStack(async (stack) => {
    const { deviceId } = await stack.register('SN-1')
    await stack.register('SN-2')
    const path = `/v1/Device/${deviceId}`
    const renamed = await stack.call('PUT', path, { xDeviceFriendlyName: 'Window', deviceMake: 'A35' })
    assert.equal(renamed.status, 200)
    const read = await stack.call('GET', path)
    assert.equal(read.status, 200)
    assert.equal(read.body['deviceFriendlyName'], 'Window')
    assert.equal(read.body['deviceMake'], 'A920')
    assert.equal('xPairingCode' in read.body, false)
    const { body } = await stack.call('GET', '/v1/Device')
    const list = body['xDevices'] as Record<string, unknown>[]
    assert.deepEqual(
      list.map((device) => device['deviceSerialNumber']),
      ['SN-1', 'SN-2'],
    )
    const gone = await stack.call('DELETE', path)
    assert.equal(gone.status, 200)
    assert.equal(gone.body['xResult'], 'S')
    assert.equal((await stack.call('GET', path)).body['xErrorCode'], 'DEVICE_NOT_FOUND')
    assert.equal((await stack.call('DELETE', path)).status, 404)
    assert.equal(
      (await stack.call('POST', '/v1/Device', spec)).status,
      201,
      'its serial number is free again',
    )
  }),
)

void test(
  'a device answer contains its live session, or null (D-16)',
  withStack(async (stack) => {
    const { deviceId } = await stack.device()
    const live = async (): Promise<unknown> => {
      const { body } = await stack.call('GET', `/v1/Device/${deviceId}`)
      DeviceAnswer.parse(body)
      return body['xLiveSession']
    }
    assert.equal(await live(), null)
    const { body } = await stack.initiate(deviceId, 'order-1')
    const { sessionId } = body
    assert.deepEqual(await live(), { xSessionId: sessionId, xExternalRequestID: 'order-1' })
    await stack.call('POST', '/v1/Session/cancel', { xSessionId: sessionId })
    assert.equal(await live(), null)
  }),
)

void test(
  'paths are case-insensitive, IDs are case-sensitive (D-02)',
  withStack(async (stack) => {
    const { deviceId } = await stack.register('SN-1')
    for (const path of ['/v1/device/', '/V1/DEVICE/', '/v1/Device/'])
      assert.equal((await stack.call('GET', path + deviceId)).status, 200)
    assert.equal((await stack.call('GET', `/v1/Device/${deviceId.toUpperCase()}`)).status, 404)
  }),
)

void test(
  'a list of devices has the members of every answer, and a new name is trimmed',
  withStack(async (stack) => {
    const { deviceId } = await stack.register('SN-1')
    const { body } = await stack.call('GET', '/v1/Device')
    assert.deepEqual([body['xResult'], body['xStatus']], ['S', 'Success'])
    assert.match(String(body['xRefnum']), /^call_/)
    const renamed = await stack.call('PUT', `/v1/Device/${deviceId}`, { deviceFriendlyName: ' Back ' })
    assert.equal(renamed.body['deviceFriendlyName'], 'Back')
  }),
)

void test(
  'a device is CONNECTED while its terminal holds the channel, then DISCONNECTED (D-04)',
  withStack(async (stack) => {
    const { deviceId, terminal } = await stack.device()
    const status = async (): Promise<unknown> =>
      (await stack.call('GET', `/v1/Device/${deviceId}`)).body['status']
    assert.equal(await status(), 'CONNECTED')
    terminal.unplug()
    await terminal.closed()
    while ((await status()) !== 'DISCONNECTED');
  }),
)

void test(
  'does not remove a device with a live session; otherwise closes its terminal with a reason (D-05)',
  withStack(async (stack) => {
    const { deviceId, terminal } = await stack.device()
    const { body } = await stack.initiate(deviceId, 'order-1')
    const refused = await stack.call('DELETE', `/v1/Device/${deviceId}`)
    assert.equal(refused.status, 409)
    assert.equal(refused.body['xErrorCode'], 'TRANSACTION_FAILED')
    const free = await stack.register('SN-2')
    assert.equal((await stack.call('DELETE', `/v1/Device/${free.deviceId}`)).status, 200)
    await stack.call('POST', '/v1/Session/cancel', { xSessionId: body['sessionId'] })
    assert.equal((await stack.call('DELETE', `/v1/Device/${deviceId}`)).status, 200)
    assert.equal((await terminal.receive('refused')).code, 'removed')
    assert.equal((await stack.read(String(body['sessionId']))).status, 200, 'sessions stay readable (D-15)')
  }),
)
