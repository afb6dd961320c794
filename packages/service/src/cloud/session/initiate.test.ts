/** A terminal lost during the prompt (D-20): the caller gets an error, and no session stays open. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRefusal } from '../../http/refusal.ts'
import { openKernel } from '../../app/open-kernel.ts'
import { openAccounts, type Caller } from '../../account/accounts.ts'
import { TerminalHub } from '../../terminal/hub.ts'
import { ManualClock } from '../../testing.ts'
import { DeviceRepository } from '../device/device-repository.ts'
import { initiate } from './routes.ts'
import { SessionRepository, type NewSession } from './session-repository.ts'

async function open() {
  const kernel = await openKernel({ store: 'file::memory:', clock: new ManualClock() })
  const devices = new DeviceRepository(kernel)
  const sessions = new SessionRepository(kernel)
  const hub = new TerminalHub({ kernel, sessions, cardPresented: async () => {} })
  const account = await openAccounts(kernel).createAccount('Shop')
  const caller: Caller = {
    accountId: account?.id ?? '',
    accountName: 'Shop',
    currency: 'USD',
    keyId: 'key',
    scopes: ['terminal'],
    sandbox: false,
  }
  const made = await devices.register(caller.accountId, { serial: 'SN-1', make: 'A35', name: 'Front' })
  assert.ok(made.type === 'registered')
  const wanted: NewSession = {
    command: 'cc:sale',
    amountMinor: 4200,
    creditOf: null,
    externalId: 'order-1',
    softwareName: 'Till',
    softwareVersion: '1',
    deviceId: made.row.id,
    custom: {},
  }
  return { kernel, parts: { kernel, devices, sessions, hub }, caller, wanted, code: made.pairingCode }
}

void test('a connection lost during the prompt answers 502 with the session, which is ERROR, and the device is free', async () => {
  const { kernel, parts, caller, wanted, code } = await open()
  const channel = parts.hub.accept({
    send: (text) => !text.includes('"prompt"'),
    close: () => {},
  })
  channel?.receive(JSON.stringify({ type: 'hello', serial: 'SN-1', pairingCode: code }))
  await channel?.settled()
  const refused = await initiate(parts, caller, wanted)
  assert.ok(isRefusal(refused))
  assert.equal(refused.status, 502)
  assert.equal(refused.error.code, 'TRANSACTION_FAILED')
  const row = await parts.sessions.readByExternalId(caller.accountId, 'order-1')
  assert.equal(refused.error.members?.['sessionId'], row?.id)
  assert.equal(row?.status, 'ERROR')
  assert.equal(row.nextAtMs, null)
  const again = await initiate(parts, caller, { ...wanted, externalId: 'order-2' })
  assert.ok(isRefusal(again))
  assert.equal(again.status, 409, 'it is DISCONNECTED now')
  await kernel.store.close()
})

void test('D-14 a copy of a request that begins its session meanwhile is named, and the terminal is not called busy', async () => {
  const { kernel, parts, caller, wanted, code } = await open()
  const channel = parts.hub.accept({ send: () => true, close: () => {} })
  channel?.receive(JSON.stringify({ type: 'hello', serial: 'SN-1', pairingCode: code }))
  await channel?.settled()
  const { devices } = parts
  const deviceOf = devices.deviceOf.bind(devices)
  const copies: Awaited<ReturnType<typeof initiate>>[] = []
  devices.deviceOf = async (row) => {
    devices.deviceOf = deviceOf
    copies.push(await initiate(parts, caller, wanted))
    return deviceOf(row)
  }
  const refused = await initiate(parts, caller, wanted)
  const [begun] = copies
  assert.ok(begun !== undefined && !isRefusal(begun) && isRefusal(refused))
  const { code: why, members } = refused.error
  assert.deepEqual([refused.status, why, members?.['sessionId']], [409, 'INVALID_REQUEST', begun.id])
  const other = await initiate(parts, caller, { ...wanted, externalId: 'order-2' })
  assert.ok(isRefusal(other) && other.error.code === 'TRANSACTION_FAILED')
  await kernel.store.close()
})

void test('a killed process that restarts under its name finds its terminals DISCONNECTED (D-04)', async () => {
  const { kernel, parts, caller, wanted } = await open()
  const connected_until_ms = kernel.clock.now() + 30_000
  const held = { holder: kernel.instance, channel_id: 'ch_gone', connected_until_ms }
  await kernel.store.db.updateTable('service_device').set(held).execute()
  await parts.hub.start()
  const device = await parts.devices.find(caller.accountId, wanted.deviceId)
  assert.ok(!isRefusal(device))
  assert.equal((await parts.devices.deviceOf(device)).status, 'DISCONNECTED')
  await parts.hub.stop()
  await kernel.store.close()
})

void test('a CONNECTED lease without a connection of this process is DISCONNECTED before any write', async () => {
  const { kernel, parts, caller, wanted } = await open()
  const connected_until_ms = kernel.clock.now() + 30_000
  await kernel.store.db
    .updateTable('service_device')
    .set({ holder: kernel.instance, channel_id: 'ch_gone', connected_until_ms })
    .execute()
  const refused = await initiate(parts, caller, wanted)
  assert.ok(isRefusal(refused))
  assert.equal(refused.status, 409)
  assert.equal(await parts.sessions.readByExternalId(caller.accountId, 'order-1'), null)
  await kernel.store.close()
})
