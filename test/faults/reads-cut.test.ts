// Reads of the service, cut at every byte of a recorded answer: a fault of a read never leads to a statement about money.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { outcomeOf } from '@tapboard/contract'
import { OUTBOUND } from '../../packages/bff/src/app/runtime/node.ts'
import { createUpstream } from '../../packages/bff/src/upstream/terminal/create-upstream.ts'
import { until } from '../kit/until.ts'
import { openFaultShop, type FaultShop } from './support/shop.ts'

const SESSION = /^GET \/v1\/Session\/ses_\w+$/

/** A shop with an approved sale and a reader of its own on the line. */
async function approved(context: TestContext): Promise<{
  readonly shop: FaultShop
  readonly deviceId: string
  readonly read: () => Promise<string>
  readonly readDevice: () => Promise<string>
}> {
  const shop = await openFaultShop(context)
  const deviceId = await shop.terminal()
  await (await shop.page()).start(deviceId)
  const sale = await shop.reaches('approved')
  const { client, close } = createUpstream(
    { baseUrl: shop.line.url, apiKey: shop.apiKey, dialect: 'spec' },
    { outbound: OUTBOUND },
  )
  context.after(close)
  return {
    shop,
    deviceId,
    async read() {
      const reading = await client.readSession(sale.session_id ?? '', {})
      if (reading.kind !== 'found') return reading.kind === 'fault' ? `fault ${reading.fault}` : reading.kind
      return outcomeOf(reading.body, {
        sessionId: sale.session_id ?? '',
        externalId: sale.external_id,
        deviceId,
        amountMinor: sale.amount_minor,
        currency: sale.currency,
      }).kind
    },
    async readDevice() {
      const reading = await client.readDevice(deviceId)
      return reading.kind === 'found' ? reading.value.status : reading.kind
    },
  }
}

test('P2 rejects a result truncated at any byte', async (context) => {
  const { shop, read } = await approved(context)
  assert.equal(await read(), 'approved')
  const whole = shop.line.exchanges.at(-1)?.answered().length ?? 0
  assert.ok(whole > 500)
  for (let at = 0; at < whole; at += 1) {
    shop.line.plan({ request: SESSION, down: { type: at % 2 === 0 ? 'cut' : 'half_close', at } })
    assert.match(await read(), /^fault (broken|garbled)$/, `cut at ${at} of ${whole}`)
  }
  assert.equal(await read(), 'approved')
})

test('P2 rejects a terminal state truncated at any byte', async (context) => {
  const { shop, readDevice } = await approved(context)
  assert.equal(await readDevice(), 'CONNECTED')
  const whole = shop.line.exchanges.at(-1)?.answered().length ?? 0
  for (let at = 0; at < whole; at += 1) {
    shop.line.plan({ request: /^GET \/v1\/Device\//, down: { type: 'cut', at } })
    assert.equal(await readDevice(), 'fault', `cut at ${at} of ${whole}`)
  }
})

test('P2 follows a sale with truncated results until a complete one', async (context) => {
  for (const longPoll of [false, true]) {
    const shop = await openFaultShop(context, { features: { longPoll } })
    const deviceId = await shop.terminal()
    for (const at of [0, 9, 100, 400, 700])
      shop.line.plan({ request: SESSION, down: { type: at === 100 ? 'reset' : 'cut', at } })
    const page = await shop.page()
    assert.ok((await page.begin(deviceId)).ok)
    const seen = new Set<string>()
    await shop.reaches('started')
    shop.clock.hurry(10)
    await until('the sale is approved', async () => {
      const state = (await shop.sales()).at(-1)?.state ?? ''
      seen.add(state)
      return state === 'approved'
    })
    for (const state of seen) assert.match(state, /^(intent|sending|started|approved)$/)
    assert.equal((await shop.charges()).length, 1)
  }
})

test('P2 reads a result with repeated bytes never wrongly', async (context) => {
  const { shop, read } = await approved(context)
  assert.equal(await read(), 'approved')
  const whole = shop.line.exchanges.at(-1)?.answered().length ?? 0
  for (let from = 0; from + 8 < whole; from += 17) {
    shop.line.plan({ request: SESSION, down: { type: 'repeat', from, to: from + 8 } })
    // Duplicated bytes within a header's free text or a blank change nothing; at any other place the answer is refused.
    assert.match(
      await read(),
      /^(fault (broken|garbled)|contradiction|unknown|approved)$/,
      `doubled at ${from}`,
    )
  }
})
