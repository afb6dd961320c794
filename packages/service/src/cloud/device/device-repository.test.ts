/** The repository of devices: whose devices a call reads, and the times of codes and connections. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccounts } from '../../account/accounts.ts'
import { isRefusal } from '../../http/refusal.ts'
import { openKernel } from '../../app/open-kernel.ts'
import { ManualClock } from '../../testing.ts'
import { DEVICE_CHANNEL, DeviceRepository, pairingHash } from './device-repository.ts'
import { DEVICE, type DeviceRow } from '../../schema/schema.ts'

async function open() {
  const clock = new ManualClock()
  const kernel = await openKernel({ store: 'file::memory:', clock })
  const devices = new DeviceRepository(kernel)
  const accounts = await Promise.all(
    ['Shop', 'Other'].map((name) => openAccounts(kernel).createAccount(name)),
  )
  const [mine = '', other = ''] = accounts.map((account) => account?.id ?? '')
  const register = async (serial: string, account = mine): Promise<DeviceRow & { code: string }> => {
    const made = await devices.register(account, { serial, make: 'A35', name: serial })
    assert.ok(made.type === 'registered')
    return { ...made.row, code: made.pairingCode }
  }
  return { clock, kernel, devices, mine, other, register, close: () => kernel.store.close() }
}

void test('a new device is unpaired, and its code is valid for a day', async () => {
  const { clock, devices, mine, register, close } = await open()
  const { code, ...row } = await register('SN-1')
  assert.deepEqual(row, {
    id: row.id,
    accountId: mine,
    serial: 'SN-1',
    make: 'A35',
    name: 'SN-1',
    createdAtMs: clock.now(),
    deletedAtMs: null,
    pairingHash: pairingHash(row.id, code),
    pairingUntilMs: clock.now() + 86_400_000,
    pairingTries: 0,
    terminalKeyHash: null,
    holder: null,
    channelId: null,
    connectedUntilMs: 0,
  })
  assert.deepEqual(await devices.read(row.id), row)
  assert.notEqual(pairingHash(row.id, code), pairingHash('dev_other', code))
  await close()
})

void test('lists the devices of one account, oldest first, and by ID if equally old', async () => {
  const { clock, devices, mine, other, register, close } = await open()
  const first = [await register('SN-2'), await register('SN-1')].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await register('SN-3', other)
  clock.jump(-1)
  const older = await register('SN-9')
  clock.jump(5)
  const newest = await register('SN-0')
  const removed = await register('SN-8')
  assert.equal(await devices.remove(removed), true)
  assert.deepEqual(
    (await devices.list(mine)).map(({ id }) => id),
    [older, ...first, newest].map(({ id }) => id),
  )
  await close()
})

void test('finds neither a foreign nor a removed device nor another kind of ID', async () => {
  const { devices, mine, other, register, close } = await open()
  const device = await register('SN-1')
  const found = await devices.find(mine, device.id)
  assert.ok(!isRefusal(found) && found.id === device.id)
  for (const [account, id] of [
    [other, device.id],
    [mine, device.id.toUpperCase()],
    [mine, 'dev_'],
    [mine, ''],
  ] as const) {
    const refused = await devices.find(account, id)
    assert.ok(isRefusal(refused))
    assert.deepEqual([refused.status, refused.error.code], [404, 'DEVICE_NOT_FOUND'])
  }
  await devices.remove(device)
  assert.equal(await devices.read(device.id), null)
  assert.equal(await devices.newPairingCode(device.id), null)
  await close()
})

void test('a serial number is used once per account while its device exists', async () => {
  const { devices, mine, other, register, close } = await open()
  await register('SN-0')
  const device = await register('SN-1')
  await register('SN-1', other)
  const wanted = { serial: 'SN-1', make: 'A77', name: 'Again' }
  assert.deepEqual(await devices.register(mine, wanted), { type: 'exists', deviceId: device.id })
  await devices.remove(device)
  const again = await register('SN-1')
  assert.deepEqual(await devices.register(mine, wanted), { type: 'exists', deviceId: again.id })
  await close()
})

void test('another conflict of a new device is an error, not a serial number in use', async () => {
  const { kernel, mine, close } = await open()
  const devices = new DeviceRepository({ ...kernel, random: (length) => new Uint8Array(length) })
  const register = (serial: string): Promise<unknown> =>
    devices.register(mine, { serial, make: 'A35', name: serial })
  await register('SN-1')
  // The same random bytes make the same ID.
  await assert.rejects(register('SN-2'))
  await close()
})

void test('a new code replaces the earlier one, its age and its failed tries', async () => {
  const { clock, devices, kernel, register, close } = await open()
  const [device, beside] = [await register('SN-1'), await register('SN-2')]
  await kernel.store.db.updateTable('service_device').set({ pairing_tries: 4 }).execute()
  clock.jump(7_000)
  const code = await devices.newPairingCode(device.id)
  assert.ok(code !== null && code !== device.code)
  const row = await devices.read(device.id)
  assert.deepEqual(
    [row?.pairingHash, row?.pairingUntilMs, row?.pairingTries],
    [pairingHash(device.id, code), clock.now() + 86_400_000, 0],
  )
  assert.equal((await devices.read(beside.id))?.pairingTries, 4)
  for (const id of ['dev_', 'ses_aaaaaaaaaaaaaaaaaaaaaaaaaa', 'dev_aaaaaaaaaaaaaaaaaaaaaaaaaa'])
    assert.equal(await devices.newPairingCode(id), null)
  await close()
})

void test('a removed device has no key, code or connection, and its terminal gets a message', async () => {
  const { clock, devices, kernel, register, close } = await open()
  const [device, beside] = [await register('SN-1'), await register('SN-2')]
  const held = {
    holder: 'one',
    channel_id: 'ch_1',
    connected_until_ms: clock.now() + 9,
    terminal_key_hash: 'h',
  }
  await kernel.store.db.updateTable('service_device').set(held).execute()
  const notice = new Promise((resolve) => void kernel.store.listen(DEVICE_CHANNEL, resolve))
  assert.equal(await devices.remove(device), true)
  assert.deepEqual(await notice, { type: 'notice', payload: device.id })
  const rows = await kernel.store.db.selectFrom('service_device').selectAll().orderBy('serial').execute()
  const { code: _, ...plain } = device
  assert.deepEqual(rows[0], DEVICE.toColumns({ ...plain, deletedAtMs: clock.now(), pairingHash: null }))
  assert.deepEqual(
    [rows[1]?.deleted_at_ms, rows[1]?.holder, rows[1]?.terminal_key_hash, rows[1]?.pairing_hash],
    [null, 'one', 'h', beside.pairingHash],
  )
  await close()
})

void test('a device is CONNECTED until the lease of its channel ends', async () => {
  const { clock, devices, register, close } = await open()
  const device = await register('SN-1')
  const statuses = await devices.devicesOf(
    [1, 0, -1].map((leftMs) => ({ ...device, connectedUntilMs: clock.now() + leftMs })),
  )
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ['CONNECTED', 'DISCONNECTED', 'DISCONNECTED'],
  )
  const { code: _, ...row } = device
  assert.deepEqual(await devices.deviceOf(row), {
    deviceId: device.id,
    deviceSerialNumber: 'SN-1',
    deviceMake: 'A35',
    deviceFriendlyName: 'SN-1',
    status: 'DISCONNECTED',
  })
  await close()
})

void test('lists at most 1,000 devices', async () => {
  const { devices, kernel, mine, register, close } = await open()
  const { code: _, ...device } = await register('SN-0')
  const more = Array.from({ length: 1_000 }, (_each, index) => ({
    ...device,
    id: `${device.id}${index}`,
    serial: `SN-${index + 1}`,
  }))
  for (const half of [more.slice(0, 500), more.slice(500)])
    await kernel.store.db.insertInto('service_device').values(half.map(DEVICE.toColumns)).execute()
  assert.equal((await devices.list(mine)).length, 1_000)
  await close()
})

void test('renames one device', async () => {
  const { devices, register, close } = await open()
  const [device, beside] = [await register('SN-1'), await register('SN-2')]
  assert.equal((await devices.rename(device, 'Window')).name, 'Window')
  assert.equal((await devices.read(device.id))?.name, 'Window')
  assert.equal((await devices.read(beside.id))?.name, 'SN-2')
  await close()
})
