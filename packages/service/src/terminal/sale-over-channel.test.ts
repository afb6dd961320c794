/** Failures between prompt and result: rejected cards, cancels, lost connections, restarts, deadlines. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ManualClock, Stack, turn, withStack } from '../testing.ts'

for (const kind of ['debit', 'ebt', 'gift'])
  void test(
    `rejects a ${kind} card with a clear message and keeps the prompt for another card (§1.2)`,
    withStack(async (stack) => {
      const { deviceId, terminal } = await stack.device()
      await stack.initiate(deviceId, 'order-1')
      const sessionId = await terminal.pay(kind)
      assert.match((await terminal.receive('card_refused')).message, /credit/)
      assert.equal((await stack.read(sessionId)).body['xProgress'], 'waiting_for_card')
      assert.equal((await stack.charges()).length, 0)
      terminal.present(sessionId)
      assert.equal((await terminal.receive('authorization')).status, 'approved')
    }),
  )

void test(
  'a cancel at the terminal ends as USER_CANCELLED without a charge and frees the device (D-09)',
  withStack(async (stack) => {
    const { deviceId, terminal } = await stack.device()
    await stack.initiate(deviceId, 'order-1')
    const { sessionId } = await terminal.receive('prompt')
    terminal.send({ type: 'prompt_shown', sessionId })
    terminal.send({ type: 'cancelled', sessionId })
    const done = await stack.until(sessionId, 'USER_CANCELLED')
    assert.equal('transactionResult' in done, false)
    assert.equal((await terminal.receive('end')).reason, 'user_cancelled')
    assert.equal((await stack.charges()).length, 0)
    assert.equal((await stack.initiate(deviceId, 'order-2')).status, 200)
  }),
)

void test(
  'a card after a cancel is never charged, and the terminal gets the end of the session (D-09)',
  withStack(async (stack) => {
    const { deviceId, terminal } = await stack.device()
    await stack.initiate(deviceId, 'order-1')
    const { sessionId } = await terminal.receive('prompt')
    await stack.call('POST', '/v1/Session/cancel', { xSessionId: sessionId })
    await terminal.receive('end')
    terminal.present(sessionId)
    assert.equal((await terminal.receive('end')).reason, 'api_cancelled')
    terminal.send({ type: 'result_shown', sessionId })
    terminal.send({ type: 'heartbeat' })
    await terminal.receive('heartbeat_seen')
    assert.equal((await stack.read(sessionId)).body['status'], 'API_CANCELLED')
    assert.equal((await stack.charges()).length, 0)
  }),
)

void test(
  'a concurrent card and cancel end as charged and COMPLETED, or cancelled without a charge, thirty times (D-09)',
  withStack(async (stack) => {
    const { deviceId, terminal } = await stack.device()
    const paid: string[] = []
    for (let round = 0; round < 30; round += 1) {
      await stack.initiate(deviceId, `order-${round}`)
      const { sessionId } = await terminal.receive('prompt')
      const cancel = stack.call('POST', '/v1/Session/cancel', { xSessionId: sessionId })
      if (round % 3 === 0) await turn()
      terminal.present(sessionId)
      const { status } = await cancel
      if (status === 409) {
        await terminal.receive('authorization')
        terminal.send({ type: 'result_shown', sessionId })
        await stack.until(sessionId, 'COMPLETED')
        paid.push(sessionId)
      } else assert.equal((await stack.read(sessionId)).body['status'], 'API_CANCELLED')
    }
    const charged = (await stack.charges()).map((charge) => charge.sessionId)
    assert.deepEqual(charged.toSorted(), paid.toSorted())
  }),
)

void test(
  'a reconnected terminal gets the prompt again and finishes the sale',
  withStack(async (stack) => {
    const { deviceId, terminal, terminalKey } = await stack.device()
    await stack.initiate(deviceId, 'order-1')
    const { sessionId } = await terminal.receive('prompt')
    terminal.send({ type: 'prompt_shown', sessionId })
    await stack.until(sessionId, 'IN_PROGRESS')
    terminal.unplug()
    const back = (await stack.connect({ terminalKey })).terminal
    const again = await back.receive('prompt')
    assert.equal(again.sessionId, sessionId)
    assert.ok(again.remainingMs <= 120_000)
    back.present(sessionId)
    await back.receive('authorization')
    back.send({ type: 'result_shown', sessionId })
    assert.equal((await stack.until(sessionId, 'COMPLETED'))['responseCode'], '00')
  }),
)

void test(
  'a terminal that reconnects after the authorization gets the result again and reports it, charged once',
  withStack(async (stack) => {
    const { deviceId, terminal, terminalKey } = await stack.device()
    await stack.initiate(deviceId, 'order-1')
    const sessionId = await terminal.pay()
    const { approvalCode } = await terminal.receive('authorization')
    terminal.unplug()
    assert.equal((await stack.read(sessionId)).body['status'], 'IN_PROGRESS')
    const back = (await stack.connect({ terminalKey })).terminal
    assert.equal((await back.receive('authorization')).approvalCode, approvalCode)
    back.present(sessionId)
    back.send({ type: 'result_shown', sessionId })
    const done = await stack.until(sessionId, 'COMPLETED')
    assert.equal(done['approvalCode'], approvalCode)
    assert.equal((await stack.charges()).length, 1)
  }),
)

void test(
  'a terminal that reconnects after the end of its session gets that end',
  withStack(async (stack) => {
    const { deviceId, terminal, terminalKey } = await stack.device()
    await stack.initiate(deviceId, 'order-1')
    const { sessionId } = await terminal.receive('prompt')
    terminal.unplug()
    await stack.call('POST', '/v1/Session/cancel', { xSessionId: sessionId })
    const back = (await stack.connect({ terminalKey })).terminal
    assert.deepEqual(await back.receive('end'), { type: 'end', sessionId, reason: 'api_cancelled' })
  }),
)

void test('the deadlines: 10 s for the prompt, 120 s for a card, 300 s for everything (D-15)', async () => {
  const clock = new ManualClock()
  await withStack(
    async (stack) => {
      const { deviceId, terminal, terminalKey } = await stack.device()
      const begin = async (externalId: string): Promise<string> => {
        const { body } = await stack.initiate(deviceId, externalId)
        return String(body['sessionId'])
      }
      let line = terminal
      /** Advances the time while the terminal sends heartbeats. */
      const pass = async (ms: number): Promise<void> => {
        for (let left = ms; left > 0; left -= 10_000) {
          line.send({ type: 'heartbeat' })
          await line.receive('heartbeat_seen')
          await clock.advance(Math.min(left, 10_000))
        }
      }
      const silent = await begin('never-shown')
      await pass(11_000)
      const error = await stack.until(silent, 'ERROR')
      assert.equal(error['xGatewayStatus'], 'Error')
      assert.equal('xRefNum' in error, false, 'the processor was never reached (D-11)')

      const cardless = await begin('no-card')
      line.send({ type: 'prompt_shown', sessionId: cardless })
      await stack.until(cardless, 'IN_PROGRESS')
      await pass(118_000)
      assert.equal((await stack.read(cardless)).body['status'], 'IN_PROGRESS')
      await pass(3_000)
      assert.equal((await stack.until(cardless, 'TIMEOUT'))['xGatewayStatus'], 'Timeout')

      const unseen = await begin('charged-not-shown')
      line.present(unseen)
      await line.receive('authorization')
      line.unplug()
      await clock.advance(301_000)
      assert.equal((await stack.until(unseen, 'COMPLETED'))['responseCode'], '00')
      assert.equal((await stack.charges()).length, 1)
      line = (await stack.connect({ terminalKey })).terminal
      assert.equal((await stack.initiate(deviceId, 'next')).status, 200, 'the device is free again')
    },
    { clock },
  )()
})

void test("a cancel during the processor's visible delay wins (D-09)", async () => {
  const clock = new ManualClock()
  await withStack(
    async (stack) => {
      const { deviceId, terminal } = await stack.device()
      await stack.initiate(deviceId, 'order-1')
      const first = await terminal.pay()
      await terminal.receive('authorizing')
      assert.equal((await stack.read(first)).body['xProgress'], 'authorizing')
      assert.equal((await stack.call('POST', '/v1/Session/cancel', { xSessionId: first })).status, 200)
      await clock.advance(5_000)
      assert.equal((await stack.charges()).length, 0)
      await stack.initiate(deviceId, 'order-2')
      const second = await terminal.pay()
      await terminal.receive('authorizing')
      await clock.advance(710)
      assert.equal((await terminal.receive('authorization')).sessionId, second)
    },
    { clock, timings: { authorizeMs: 700 } },
  )()
})

for (const moment of ['prompt shown', 'card presented', 'authorised'] as const)
  void test(`a restart with a ${moment} continues the sale and charges it once`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tapboard-service-'))
    const store = `file:${join(folder, 'service.db')}`
    // The processor does not answer before the stop, so that the new process must ask it.
    const first = await Stack.start({
      store,
      timings: { authorizeMs: moment === 'card presented' ? 60_000 : 0 },
    })
    const { deviceId, terminal, terminalKey } = await first.device()
    await first.initiate(deviceId, 'order-1')
    const { sessionId } = await terminal.receive('prompt')
    terminal.send({ type: 'prompt_shown', sessionId })
    if (moment !== 'prompt shown') {
      terminal.present(sessionId)
      await terminal.receive(moment === 'authorised' ? 'authorization' : 'authorizing')
    } else await first.until(sessionId, 'IN_PROGRESS')
    await first.stop()
    assert.equal(await terminal.closed(), 1012)

    const clock = new ManualClock(Date.now() + 61_000)
    const second = await Stack.start({ store, ...(moment === 'card presented' ? { clock } : {}) }, first.key)
    try {
      const before = await second.call('GET', `/v1/Device/${deviceId}`)
      assert.equal(before.body['status'], 'DISCONNECTED')
      const back = (await second.connect({ terminalKey })).terminal
      if (moment === 'prompt shown') {
        assert.equal((await back.receive('prompt')).sessionId, sessionId)
        back.present(sessionId)
      }
      assert.equal((await back.receive('authorization')).status, 'approved')
      back.send({ type: 'result_shown', sessionId })
      assert.equal((await second.until(sessionId, 'COMPLETED'))['responseCode'], '00')
      assert.equal((await second.charges()).length, 1)
    } finally {
      await second.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
