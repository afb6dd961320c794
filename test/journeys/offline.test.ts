// The clerk's computer loses its network during a sale: the page shows it within three seconds and recovers within three (P61).
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk } from './support/clerk.ts'
import { openProcesses, type ProcessShop } from './support/processes.ts'
import type { CounterTerminal } from '../kit/terminal.ts'
import { until } from '../kit/until.ts'

const browser = useBrowser()
const LOST = /^No news since .* – the terminal shows the result$/
const CARD = 'Tap, insert or swipe the card'
const SAID_MS = 3_000
const HEALED_MS = 3_000
/** Longer than the first tries to come back. */
const AWAY_MS = 5_000

let shop: ProcessShop
let terminal: CounterTerminal
let visit: Visit
let clerk: Clerk
let order: string

before(async () => {
  shop = await openProcesses()
  terminal = await shop.terminal('Front counter')
})
after(() => shop.close())
beforeEach(async () => {
  visit = await browser.visit()
  visit.expect(/Failed to load resource: net::ERR_/)
  order = await shop.newOrder()
  clerk = await new Clerk(await visit.tab()).open(shop.siteUrl, order)
  await clerk.charge('$42.00', 'Front counter')
  await clerk.sees(CARD)
})
afterEach(() => visit.leave())

async function isPaidOnce(): Promise<void> {
  await clerk.sees('Approved', HEALED_MS)
  await clerk.pay.getByText(LOST).first().waitFor({ state: 'hidden' })
  assert.equal(shop.books.sessions(order).length, 1)
  assert.equal(shop.books.charges(order).length, 1)
  assert.deepEqual(await clerk.settled(), ['approved'])
}

test('P61 the connection is cut during the tap: shown, and the approval follows the reconnect', async () => {
  await shop.street.cut()
  await clerk.reads(LOST, SAID_MS)
  await terminal.tap()
  await until('the sale is approved', () => shop.books.sale(order).state === 'approved')
  await shop.street.heal()
  await isPaidOnce()
})

test('P61 the computer is offline for five seconds: shown at once, and the approval follows the reconnect', async () => {
  const began = performance.now()
  await visit.context.setOffline(true)
  await shop.street.cut()
  await clerk.reads(LOST, SAID_MS)
  await terminal.tap()
  await until('the sale is approved', () => shop.books.sale(order).state === 'approved')
  await until('five seconds are over', () => performance.now() - began >= AWAY_MS)
  await shop.street.heal()
  await visit.context.setOffline(false)
  await isPaidOnce()
})

test('P61 the network returns before the tap: the sale continues normally', async () => {
  await visit.context.setOffline(true)
  await shop.street.cut()
  await clerk.reads(LOST, SAID_MS)
  await shop.street.heal()
  await visit.context.setOffline(false)
  await clerk.pay.getByText(LOST).first().waitFor({ state: 'hidden', timeout: HEALED_MS })
  await clerk.sees(CARD)
  await terminal.tap()
  await isPaidOnce()
})
