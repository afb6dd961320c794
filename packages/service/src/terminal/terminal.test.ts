/** The terminals' channel over real WebSockets: pairing, keys, replacement, silence, invalid messages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ToTerminal } from '@tapboard/contract'
import { openStore } from '@tapboard/store'
import type { Tables } from '../schema/schema.ts'
import { PAIRING_MAX } from '../account/attempts.ts'
import { ManualClock, turn, withStack, TestTerminal, type Stack } from '../testing.ts'

const refusal = async (terminal: TestTerminal): Promise<string> => {
  const { code } = await terminal.receive('refused')
  assert.equal(await terminal.closed(), 4000)
  return code
}

const hello = async (stack: Stack, message: object): Promise<TestTerminal> => {
  const terminal = await stack.line()
  terminal.send({ type: 'hello', serial: 'SN-1', ...message })
  return terminal
}

const statusOf = async (stack: Stack, deviceId: string): Promise<unknown> =>
  (await stack.call('GET', `/v1/Device/${deviceId}`)).body['status']

void test(
  'a terminal pairs once with its code and reconnects with its key (D-28)',
  withStack(async (stack) => {
    const { deviceId, pairingCode } = await stack.register()
    const terminal = await hello(stack, { pairingCode: pairingCode.toLowerCase().replace('-', ' ') })
    const welcome = await terminal.receive('welcome')
    ToTerminal.parse(welcome)
    assert.equal(welcome.deviceId, deviceId)
    assert.equal(welcome.name, 'Front counter')
    assert.equal(welcome.merchant, 'Test shop')
    assert.match(welcome.terminalKey ?? '', /^tk_[a-z2-7]{26}$/)
    terminal.unplug()
    assert.equal(await refusal(await hello(stack, { pairingCode })), 'wrong_code', 'a code works once')
    const back = await hello(stack, { terminalKey: welcome.terminalKey })
    assert.equal((await back.receive('welcome')).terminalKey, undefined)
    assert.equal(await statusOf(stack, deviceId), 'CONNECTED')
  }),
)

void test(
  'D-28 gives an unregistered terminal the same answer as a wrong code or a wrong key',
  withStack(async (stack) => {
    const { deviceId, pairingCode } = await stack.register()
    const answer = async (message: object): Promise<unknown> =>
      (await hello(stack, message)).receive('refused')
    const [wrongCode, wrongKey] = [
      await answer({ pairingCode: 'WRONG-234' }),
      await answer({ terminalKey: 'tk_wrong' }),
    ]
    assert.deepEqual(await answer({ serial: 'SN-9', pairingCode }), wrongCode)
    assert.deepEqual(await answer({ serial: 'a b\u0000', pairingCode }), wrongCode)
    assert.deepEqual(await answer({}), wrongCode)
    assert.deepEqual(await answer({ serial: 'SN-9', terminalKey: 'tk_wrong' }), wrongKey)
    assert.equal(await refusal(await hello(stack, { pairingCode: 'WRONG-234' })), 'wrong_code')
    assert.equal(await refusal(await hello(stack, { terminalKey: 'tk_wrong' })), 'wrong_key')
    assert.equal(await statusOf(stack, deviceId), 'DISCONNECTED')
  }),
)

void test('D-28 wrong codes from one address are refused without an end of the right code', async () => {
  const clock = new ManualClock()
  await withStack(
    async (stack) => {
      const { pairingCode } = await stack.register()
      const from = async (address: string, message: object): Promise<TestTerminal> => {
        const terminal = await stack.line({ 'x-forwarded-for': address })
        terminal.send({ type: 'hello', serial: 'SN-1', ...message })
        return terminal
      }
      for (let count = 0; count < PAIRING_MAX; count += 1)
        assert.equal(await refusal(await from('192.0.2.7', { pairingCode: 'WRONG-234' })), 'wrong_code')
      assert.equal(await refusal(await from('192.0.2.7', { pairingCode })), 'too_many_tries')
      assert.equal(await refusal(await from('192.0.2.7', { terminalKey: 'tk_wrong' })), 'wrong_key')
      const elsewhere = await from('192.0.2.8', { pairingCode })
      const { terminalKey } = await elsewhere.receive('welcome')
      elsewhere.unplug()
      const back = await from('192.0.2.7', { terminalKey, pairingCode })
      assert.equal((await back.receive('welcome')).terminalKey, undefined)
      const { pairingCode: second } = await stack.register('SN-2')
      clock.jump(15 * 60_000)
      const late = await from('192.0.2.7', { serial: 'SN-2', pairingCode: second })
      assert.ok((await late.receive('welcome')).terminalKey)
    },
    { clock, proxies: 1 },
  )()
})

void test('D-208 closes further connections of an address that has too many without a hello', async () => {
  const clock = new ManualClock()
  const lines: unknown[] = []
  const write = (fields: unknown, message: unknown): void => {
    if (message === 'terminal refused') lines.push(fields)
  }
  await withStack(
    async (stack) => {
      const from = (address: string): Promise<TestTerminal> => stack.line({ 'x-forwarded-for': address })
      const { pairingCode } = await stack.register()
      const first = await from('192.0.2.7')
      const second = await from('192.0.2.7')
      assert.equal(await (await from('192.0.2.7')).closed(), 1013)
      assert.deepEqual(lines, [{ code: 'UNAVAILABLE', reason: 'no-hello', source: '192.0.2.7' }])
      assert.match(
        await stack.service.metrics(),
        /^tapboard_http_refusals_total\{code="UNAVAILABLE",reason="no-hello"\} 1$/m,
      )
      // Another address is free, and a terminal with its hello counts no more.
      const elsewhere = await from('192.0.2.8')
      first.send({ type: 'hello', serial: 'SN-1', pairingCode })
      await first.receive('welcome')
      const third = await from('192.0.2.7')
      assert.equal(await (await from('192.0.2.7')).closed(), 1013)
      // The timeout of the hello makes room.
      await clock.advance(10_000)
      for (const late of [second, third, elsewhere]) assert.equal(await late.closed(), 4008)
      const { pairingCode: next } = await stack.register('SN-2')
      const fourth = await from('192.0.2.7')
      fourth.send({ type: 'hello', serial: 'SN-2', pairingCode: next })
      await fourth.receive('welcome')
    },
    {
      clock,
      proxies: 1,
      terminalsWaitingPerAddress: 2,
      log: { info: write, warn: write, error: write },
    },
  )()
  await assert.rejects(withStack(async () => {}, { terminalsWaitingPerAddress: 0 })(), RangeError)
})

void test(
  'D-28 a right code does not count as a try of its address',
  withStack(async (stack) => {
    for (let count = 0; count <= PAIRING_MAX; count += 1) {
      const serial = `SN-${count}`
      const { pairingCode } = await stack.register(serial)
      assert.ok((await (await hello(stack, { serial, pairingCode })).receive('welcome')).terminalKey)
    }
  }),
)

void test('D-28 a code is invalid after 100,000 wrong ones from many addresses, and a new code works', async () => {
  const store = await openStore<Tables>('file::memory:')
  await withStack(
    async (stack) => {
      const { deviceId, pairingCode } = await stack.register()
      await store.db.updateTable('service_device').set({ pairing_tries: 99_999 }).execute()
      assert.equal(await refusal(await hello(stack, { pairingCode: 'WRONG-234' })), 'wrong_code')
      assert.equal(await refusal(await hello(stack, { pairingCode })), 'wrong_code')
      const fresh = await stack.service.devices.pairingCode(deviceId)
      assert.ok((await (await hello(stack, { pairingCode: fresh })).receive('welcome')).terminalKey)
      assert.equal(await stack.service.devices.pairingCode('dev_none'), null)
    },
    { store },
  )()
  await store.close()
})

void test('a code expires after a day (D-28)', async () => {
  const clock = new ManualClock()
  await withStack(
    async (stack) => {
      const { pairingCode } = await stack.register()
      clock.jump(86_400_000)
      assert.equal(await refusal(await hello(stack, { pairingCode })), 'wrong_code')
    },
    { clock },
  )()
})

void test(
  'a second connection with the right key replaces the first; pairing again invalidates the old key (D-28)',
  withStack(async (stack) => {
    const { deviceId, terminal, terminalKey } = await stack.device()
    const second = await stack.connect({ terminalKey })
    assert.equal(await refusal(terminal), 'replaced')
    assert.equal(await statusOf(stack, deviceId), 'CONNECTED')
    const pairingCode = (await stack.service.devices.pairingCode(deviceId)) ?? ''
    await stack.connect({ pairingCode })
    assert.equal(await refusal(second.terminal), 'replaced')
    assert.equal(await refusal(await hello(stack, { terminalKey })), 'wrong_key')
  }),
)

void test(
  'two accounts may register the same serial number; the code selects the account (D-03, D-28)',
  withStack(async (stack) => {
    await stack.register()
    const Authorization = await stack.newKey('Other shop')
    const device = { xDeviceSerialNumber: 'SN-1', xDeviceMake: 'A35', xDeviceFriendlyName: 'Theirs' }
    const { body } = await stack.call('POST', '/v1/Device', device, { Authorization })
    const welcome = await (await hello(stack, { pairingCode: body['xPairingCode'] })).receive('welcome')
    assert.equal(welcome.merchant, 'Other shop')
    assert.equal(welcome.deviceId, body['deviceId'])
  }),
)

void test('a device is DISCONNECTED after 30 s of silence; a heartbeat prevents it (D-04)', async () => {
  const clock = new ManualClock()
  await withStack(
    async (stack) => {
      const { deviceId, terminal } = await stack.device()
      await clock.advance(20_000)
      terminal.send({ type: 'heartbeat' })
      await terminal.receive('heartbeat_seen')
      await clock.advance(29_000)
      assert.equal(await statusOf(stack, deviceId), 'CONNECTED')
      await clock.advance(1_000)
      assert.equal(await statusOf(stack, deviceId), 'DISCONNECTED')
      assert.equal(await terminal.closed(), 4008)
      assert.equal((await stack.initiate(deviceId, 'order-1')).status, 409)
    },
    { clock },
  )()
})

void test('closes a connection without a hello', async () => {
  const clock = new ManualClock()
  await withStack(
    async (stack) => {
      const terminal = await stack.line()
      await turn()
      await clock.advance(10_000)
      assert.equal(await terminal.closed(), 4008)
    },
    { clock },
  )()
})

for (const message of [
  '{"type":"heartbeat"}',
  '{"type":"nonsense"}',
  'no json',
  '[]',
  '{"type":"hello"}',
  '{"type":"hello","serial":7}',
  '{"type":"hello","serial":"SN-1","serial":"SN-2"}',
])
  void test(
    `rejects a first message ${message} and closes the connection`,
    withStack(async (stack) => {
      const terminal = await stack.line()
      terminal.send(message)
      assert.equal(await refusal(terminal), 'bad_message')
    }),
  )

void test(
  'binary frames, frames above 4 KiB, a second hello and an incomplete card close that connection only',
  withStack(async (stack) => {
    const { terminalKey } = await stack.device()
    const connected = async (): Promise<TestTerminal> => (await stack.connect({ terminalKey })).terminal
    const bytes = await connected()
    bytes.sendBytes(new Uint8Array([1, 2, 3]))
    assert.equal(await refusal(bytes), 'bad_message')
    const large = await connected()
    large.send('x'.repeat(5_000))
    assert.equal(await large.closed(), 1009)
    const twice = await connected()
    twice.send({ type: 'hello', serial: 'SN-1', terminalKey })
    assert.equal(await refusal(twice), 'bad_message')
    const half = await connected()
    half.send({
      type: 'card_presented',
      sessionId: 'x',
      card: { brand: 'Visa', lastFour: '4242 4242', kind: 'credit' },
    })
    assert.equal(await refusal(half), 'bad_message')
    const flood = await connected()
    for (let count = 0; count < 200; count += 1) flood.send({ type: 'heartbeat' })
    assert.equal(await flood.closed(), 1008)
    const well = await connected()
    well.send({ type: 'heartbeat' })
    await well.receive('heartbeat_seen')
  }),
)

void test(
  "a terminal cannot change another device's session (D-19)",
  withStack(async (stack) => {
    const one = await stack.device('SN-1')
    const two = await stack.device('SN-2')
    const { body } = await stack.initiate(one.deviceId, 'order-1')
    const sessionId = String(body['sessionId'])
    two.terminal.present(sessionId)
    two.terminal.send({ type: 'cancelled', sessionId })
    two.terminal.send({ type: 'prompt_shown', sessionId: 'ses_none' })
    two.terminal.send({ type: 'heartbeat' })
    await two.terminal.receive('heartbeat_seen')
    assert.equal((await stack.read(sessionId)).body['status'], 'INITIATING')
  }),
)

void test(
  'another path of the server does not accept terminals',
  withStack(async (stack) => {
    const wrong = new TestTerminal(`${stack.url}/elsewhere`)
    assert.equal(await wrong.closed(), 1006)
    assert.equal((await fetch(`${stack.url}/terminal`)).status, 404)
  }),
)
