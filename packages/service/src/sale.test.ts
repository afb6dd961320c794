/** A sale from initiate to its result, over HTTP and a real terminal channel. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Stack } from './testing.ts'

void test('approves a tapped credit card and reports it in both dialects', async () => {
  const stack = await Stack.start()
  try {
    const { deviceId, terminal } = await stack.device()
    const started = await stack.initiate(deviceId, 'order-1', { xInvoice: 'R-1' })
    assert.equal(started.status, 200)
    const sessionId = String(started.body['sessionId'])
    const prompt = await terminal.receive('prompt')
    assert.equal(prompt.amount, '42.00')
    terminal.send({ type: 'prompt_shown', sessionId })
    const shown = await stack.until(sessionId, 'IN_PROGRESS')
    assert.equal(shown['xProgress'], 'waiting_for_card')
    terminal.present(sessionId)
    const { approvalCode } = await terminal.receive('authorization')
    assert.equal((await stack.read(sessionId)).body['status'], 'IN_PROGRESS')
    terminal.send({ type: 'result_shown', sessionId })
    const done = await stack.until(sessionId, 'COMPLETED')
    assert.equal(done['responseCode'], '00')
    assert.equal(done['approvalCode'], approvalCode)
    const charges = await stack.charges()
    assert.equal(charges.length, 1)
    assert.equal(charges[0]?.reference, done['xRefNum'])
    assert.equal((await terminal.receive('end')).reason, 'completed')
  } finally {
    await stack.stop()
  }
})
