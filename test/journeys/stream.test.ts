// The stream of a sale in a real browser when it is cut, stalls, or is buffered by a proxy (P62, P63), and a start that a proxy
// sends twice (P1).
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { openFaultLine, type FaultLine, type Plan } from '../kit/line/fault-line.ts'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk } from './support/clerk.ts'
import { openProcesses, type ProcessShop } from './support/processes.ts'
import type { CounterTerminal } from '../kit/terminal.ts'

const browser = useBrowser()
const EVENTS = /^GET \/v1\/sales\/\w+\/events$/
const CARD = 'Tap, insert or swipe the card'

let front: FaultLine
let shop: ProcessShop
let terminal: CounterTerminal
let visit: Visit

before(async () => {
  front = await openFaultLine()
  shop = await openProcesses({ front })
  terminal = await shop.terminal('Front counter')
})
after(async () => {
  await shop.close()
  await front.close()
})
beforeEach(async () => {
  visit = await browser.visit()
  visit.expect(/Failed to load resource: net::ERR_/)
  // A request that a proxy, or the browser after a reset, delivers twice has a proof that was used before (RFC 9449 §11.1). The
  // element retries with a new one.
  visit.expect(/Failed to load resource: the server responded with a status of 401/)
})
afterEach(() => visit.leave())

/** One sale of 42.00 whose requests meet a fault plan; the clerk sees each of its states once. */
async function sell(plan: Plan): Promise<void> {
  const order = await shop.newOrder()
  const clerk = await new Clerk(await visit.tab()).open(shop.siteUrl, order)
  const planned = front.plan(plan)
  await clerk.charge('$42.00', 'Front counter')
  await planned.met
  await clerk.sees(CARD)
  await terminal.tap()
  await clerk.sees('Approved')
  planned.drop()
  assert.deepEqual(await clerk.settled(), ['approved'])
  assert.equal(shop.books.sales(order).length, 1)
  assert.equal(shop.books.sessions(order).length, 1)
  assert.equal(shop.books.charges(order).length, 1)
  assert.equal(await clerk.fact('Reference'), shop.books.sale(order).reference)
  await clerk.page.close()
}

for (const [where, down] of [
  ['before its first byte', { type: 'cut', at: 0 }],
  ['in its head', { type: 'reset', at: 60 }],
  ['in its first frame', { type: 'half_close', at: 900 }],
  ['in its second frame', { type: 'cut', at: 1_900 }],
  ['later on', { type: 'reset', at: 2_700 }],
] as const)
  test(`P62 a stream interrupted ${where} loses no event in a browser`, () => sell({ request: EVENTS, down }))

test('P62 reconnects a stream that is interrupted four times in a row', () =>
  sell({ request: EVENTS, down: { type: 'cut', at: 1_000 }, times: 4 }))

test('P63 polls the sale behind a buffering proxy and shows its end', () =>
  sell({ request: EVENTS, down: { type: 'hold' }, times: Infinity }))

test('P1 a start duplicated by a proxy makes one sale, with either answer', async () => {
  for (const twice of ['first', 'second'] as const) await sell({ request: /^POST \/v1\/sales$/, twice })
})
