import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UpstreamDevice } from '../upstream/terminal/client.ts'
import { DeviceCache } from './cache.ts'
import type { DeviceSource } from './source.ts'

const device = (status: UpstreamDevice['status']): UpstreamDevice => ({
  id: 'dev_1',
  name: 'Front counter',
  make: 'A920',
  serial: 'SN-0001',
  status,
})

test('P7 rereads a terminal with an unusable status at once, alone and in the list', async () => {
  let status: UpstreamDevice['status'] = 'CONNECTED'
  let reads = 0
  const source: DeviceSource = {
    read: () => Promise.resolve({ ok: true, device: device(status) }),
    list: () => {
      reads += 1
      return Promise.resolve({ ok: true, devices: [device(status)] })
    },
    register: () => Promise.reject(new Error('not used by this test')),
  }
  const cache = new DeviceCache(source, { now: () => 1_000, after: () => () => {} })
  const statusInList = async (): Promise<string> => {
    const list = await cache.list('shop')
    return list.ok ? (list.devices[0]?.device.status ?? '') : list.code
  }
  assert.equal(await statusInList(), 'CONNECTED')
  status = 'DISCONNECTED'
  assert.equal(await statusInList(), 'CONNECTED')
  assert.equal(reads, 1)
  cache.invalidate('shop', 'dev_1')
  const read = await cache.read('shop', 'dev_1')
  assert.equal(read.ok && read.device.status, 'DISCONNECTED')
  assert.equal(await statusInList(), 'DISCONNECTED')
  assert.equal(cache.recall('shop', 'dev_1')?.device.name, 'Front counter')
})
