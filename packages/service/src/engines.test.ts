/** The service on both stores, and two processes on one PostgreSQL. */
import assert from 'node:assert/strict'
import { eachEngine } from '@tapboard/store/testing'
import type { Tables } from './schema/schema.ts'
import { stopping } from './testing.ts'

eachEngine<Tables>(
  'a sale is approved, reported and still stored after a restart',
  stopping(async (begin, { store, open }) => {
    const stack = await begin({ store })
    const { deviceId, terminal, terminalKey } = await stack.device()
    await stack.initiate(deviceId, 'order-1', { xInvoice: 'R-1' })
    const sessionId = await terminal.pay()
    await terminal.receive('authorization')
    terminal.send({ type: 'result_shown', sessionId })
    const done = await stack.until(sessionId, 'COMPLETED')
    await stack.stop()
    const again = await begin({ store: await open() }, stack.key)
    const read = await again.read(sessionId)
    assert.equal(read.body['xRefNum'], done['xRefNum'])
    assert.equal((await again.initiate(deviceId, 'order-1')).body['sessionId'], sessionId)
    const ask = { xCommand: 'Report:Transaction', xRefNum: done['xRefNum'] }
    const { body } = await again.call('POST', '/reportjson', ask)
    assert.equal((body['xReportData'] as Record<string, unknown>[])[0]?.['xInvoice'], 'R-1')
    await again.connect({ terminalKey })
  }),
)

eachEngine<Tables>(
  'ten concurrent requests for one device start one session; the others get "busy" (D-15)',
  stopping(async (begin, { store }) => {
    const stack = await begin({ store })
    const { deviceId, terminal } = await stack.device()
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => stack.initiate(deviceId, `order-${index}`)),
    )
    assert.equal(all.filter(({ status }) => status === 200).length, 1)
    const refused = all.filter(({ status }) => status === 409)
    assert.equal(refused.length, 9)
    assert.ok(refused.every(({ body }) => body['xErrorCode'] === 'TRANSACTION_FAILED'))
    const { sessionId } = await terminal.receive('prompt')
    assert.equal((await stack.call('POST', '/v1/Session/cancel', { xSessionId: sessionId })).status, 200)
  }),
)

eachEngine<Tables>(
  'a terminal of one process is prompted, followed and cancelled through another, and replaced by a third connection',
  stopping(async (begin, { store, open }) => {
    const one = await begin({ store })
    const two = await begin({ store: await open() }, one.key)
    const { deviceId, terminal, terminalKey } = await one.device()
    assert.equal((await two.call('GET', `/v1/Device/${deviceId}`)).body['status'], 'CONNECTED')
    await two.initiate(deviceId, 'order-1')
    const sessionId = await terminal.pay()
    await terminal.receive('authorization')
    terminal.send({ type: 'result_shown', sessionId })
    await two.until(sessionId, 'COMPLETED')
    await two.initiate(deviceId, 'order-2')
    const second = await terminal.receive('prompt')
    const cancel = { xSessionId: second.sessionId }
    assert.equal((await two.call('POST', '/v1/Session/cancel', cancel)).status, 200)
    assert.equal((await terminal.receive('end')).reason, 'api_cancelled')
    await two.connect({ terminalKey })
    assert.equal((await terminal.receive('refused')).code, 'replaced')
    assert.equal((await one.call('GET', `/v1/Device/${deviceId}`)).body['status'], 'CONNECTED')
  }),
  {},
  ['postgres'],
)
