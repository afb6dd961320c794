/** Scripted terminals: the behaviour of each serial number suffix. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createService } from '../app/service.ts'
import { ManualClock, Stack, turn } from '../testing.ts'
import { behaviourOf } from './behaviour.ts'

async function withScripted(
  serial: string,
  body: (stack: Stack, clock: ManualClock, deviceId: string) => Promise<void>,
  fastTerminals = false,
): Promise<void> {
  const clock = new ManualClock()
  const stack = await Stack.start({ clock, scriptedTerminals: true, fastTerminals })
  try {
    const { deviceId } = await stack.register(serial)
    await turn()
    await body(stack, clock, deviceId)
  } finally {
    await stack.stop()
  }
}

const statusOf = async (stack: Stack, deviceId: string): Promise<unknown> =>
  (await stack.call('GET', `/v1/Device/${deviceId}`)).body['status']

async function begin(stack: Stack, deviceId: string, xAmount: string | number = 42): Promise<string> {
  const started = await stack.initiate(deviceId, 'order-1', { xAmount })
  assert.equal(started.status, 200)
  const sessionId = String(started.body['sessionId'])
  await stack.until(sessionId, 'IN_PROGRESS')
  return sessionId
}

for (const [serial, afterMs] of [
  ['FRONT-OK', 400],
  ['FRONT-SLOW', 6_000],
] as const)
  void test(`${serial} shows the prompt and taps a card ${afterMs} ms later; the cents select the result`, () =>
    withScripted(serial, async (stack, clock, deviceId) => {
      assert.equal(await statusOf(stack, deviceId), 'CONNECTED')
      const sessionId = await begin(stack, deviceId, '42.51')
      await clock.advance(afterMs - 1)
      assert.equal((await stack.read(sessionId)).body['status'], 'IN_PROGRESS')
      await clock.advance(1)
      assert.equal((await stack.until(sessionId, 'COMPLETED'))['xGatewayStatus'], 'Declined')
    }))

void test('FRONT-NEVER shows the prompt and stays connected without a card', () =>
  withScripted('FRONT-NEVER', async (stack, clock, deviceId) => {
    const sessionId = await begin(stack, deviceId)
    await clock.advance(119_000)
    assert.equal(await statusOf(stack, deviceId), 'CONNECTED')
    await clock.advance(2_000)
    await stack.until(sessionId, 'TIMEOUT')
  }))

void test('FRONT-OFF never connects', () =>
  withScripted('FRONT-OFF', async (stack, clock, deviceId) => {
    await clock.advance(60_000)
    assert.equal(await statusOf(stack, deviceId), 'DISCONNECTED')
    assert.equal((await stack.initiate(deviceId, 'order-1')).status, 409)
  }))

for (const [serial, awayMs, fast] of [
  ['FRONT-FLAP', 3_000, false],
  ['FRONT-REBOOT', 60_000, false],
  ['FRONT-FLAP', 3_000, true],
  ['FRONT-REBOOT', 3_000, true],
] as const)
  void test(`§1.3 ${serial} disconnects after the prompt for ${awayMs / 1000} s and finishes the sale${fast ? ' (fast)' : ''}`, () =>
    withScripted(
      serial,
      async (stack, clock, deviceId) => {
        const sessionId = await begin(stack, deviceId)
        await turn()
        while ((await statusOf(stack, deviceId)) !== 'DISCONNECTED');
        await clock.advance(awayMs - 100)
        assert.equal(await statusOf(stack, deviceId), 'DISCONNECTED')
        await clock.advance(700)
        assert.equal((await stack.until(sessionId, 'COMPLETED'))['xGatewayStatus'], 'Approved')
        assert.equal(await statusOf(stack, deviceId), 'CONNECTED')
      },
      fast,
    ))

void test('removing a device stops its scripted terminal', () =>
  withScripted('FRONT-OK', async (stack, clock, deviceId) => {
    assert.equal((await stack.call('DELETE', `/v1/Device/${deviceId}`)).status, 200)
    await clock.advance(60_000)
    assert.equal((await stack.call('GET', `/v1/Device/${deviceId}`)).status, 404)
  }))

void test('a device that another process adds gets its scripted terminal without a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-scripted-'))
  const store = `file:${join(folder, 'service.db')}`
  const clock = new ManualClock()
  const stack = await Stack.start({ clock, store, scriptedTerminals: true })
  const other = await createService({ store, clock })
  try {
    const [account] = await other.accounts.listAccounts()
    assert.ok(account)
    const made = await other.devices.register(account.id, { serial: 'BACK-OK', make: 'A920', name: 'Back' })
    assert.equal(made?.type, 'registered')
    const deviceId = made?.type === 'registered' ? made.deviceId : ''
    assert.equal(await statusOf(stack, deviceId), 'DISCONNECTED')
    await clock.advance(2_000)
    await turn()
    while ((await statusOf(stack, deviceId)) !== 'CONNECTED') await turn()
  } finally {
    await other.close()
    await stack.stop()
    await rm(folder, { recursive: true })
  }
})

void test('only the known suffixes of a serial number select a script', () => {
  for (const serial of ['OK', 'FRONT-ok', 'FRONT-OK-1', 'FRONT-', 'SN-1', 'X-constructor'])
    assert.equal(behaviourOf(serial), null)
  assert.equal(behaviourOf('A-OFF')?.connects, false)
})
