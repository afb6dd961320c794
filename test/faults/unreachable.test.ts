// P7: when the BFF cannot reach the terminal, the clerk sees it soon, and no sale is begun that has to be explained.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { FaultCode } from '../../packages/elements/src/shared/fault.ts'
import { BUSY } from '../kit/limits.ts'
import { openFaultShop, type FaultShop } from './support/shop.ts'

const SAID_MS = 3_000

const DEVICE = /^GET \/v1\/Device\//

/** Obstacles to a start, with the fault that the clerk sees. */
const ways: readonly [string, FaultCode, (shop: FaultShop) => void][] = [
  ['a service that refuses connections', 'upstream-unavailable', ({ line }) => line.refuse()],
  [
    'a service that closes every connection',
    'upstream-unavailable',
    ({ line }) => void line.plan({ meets: 'close', times: 9 }),
  ],
  [
    'a service that takes and never answers',
    'upstream-unavailable',
    ({ line }) => void line.plan({ meets: 'silence', times: 9 }),
  ],
  [
    'a service that never answers',
    'upstream-unavailable',
    ({ line }) => void line.plan({ request: DEVICE, down: { type: 'swallow', at: 0 } }),
  ],
  [
    'an answer that never ends',
    'upstream-unavailable',
    ({ line }) => void line.plan({ request: DEVICE, down: { type: 'swallow', at: 250 } }),
  ],
  [
    'an answer that comes by drops',
    'upstream-unavailable',
    ({ line }) =>
      void line.plan({
        request: DEVICE,
        down: { type: 'drip', bytes: 1, pause: () => new Promise((resolve) => setTimeout(resolve, 100)) },
      }),
  ],
]

for (const [title, code, arrange] of ways)
  // P7 asserts: reported within ${SAID_MS}, for each of ${#ways} faults.
  test(`P7 reports ${title} soon`, async (context) => {
    const shop = await openFaultShop(context)
    const deviceId = await shop.terminal()
    const page = await shop.page()
    arrange(shop)
    const began = performance.now()
    const started = await page.start(deviceId)
    assert.ok(!started.ok && started.code === code, JSON.stringify(started))
    const tookMs = performance.now() - began
    assert.ok(tookMs < BUSY * SAID_MS, `${tookMs} ms`)
    assert.deepEqual([(await shop.sales()).length, (await shop.sessions()).length], [0, 0])
  })

const startOn = async (context: TestContext, behaviour: string) => {
  const shop = await openFaultShop(context)
  const deviceId = await shop.terminal(behaviour)
  return { shop, deviceId, page: await shop.page() }
}

test('P7 reports a disconnected terminal before a sale starts', async (context) => {
  const { shop, deviceId, page } = await startOn(context, 'OFF')
  const started = await page.start(deviceId)
  assert.ok(!started.ok && started.code === 'device-not-connected')
  assert.equal((await shop.sales()).length, 0)
})

test('P7 a terminal that disconnects between check and send ends the sale as not started and frees the order', async (context) => {
  const { shop, deviceId, page } = await startOn(context, 'OK')
  const gate = Promise.withResolvers<void>()
  const held = shop.line.plan({
    request: /^POST \/v1\/Session\/initiate$/,
    up: { type: 'wait', at: 0, until: gate.promise },
  })
  assert.ok((await page.start(deviceId)).ok)
  await held.met
  const gone = await fetch(`${shop.serviceUrl}/v1/Device/${deviceId}`, {
    method: 'DELETE',
    headers: { authorization: shop.apiKey },
  })
  assert.ok(gone.ok)
  gate.resolve()
  const sale = await shop.reaches('not_started')
  assert.equal(sale.reason, 'device-not-found')
  assert.deepEqual([sale.order_hold, sale.device_hold, (await shop.charges()).length], [0, 0, 0])
})
