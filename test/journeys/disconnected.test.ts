// A disconnected terminal: the page explains it before a start, the BFF refuses a start fast when the terminal disconnects just
// before the press (P7), and the page shows its return.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk, ScreenTerminal } from './support/clerk.ts'
import { openShop, type StackShop } from './support/shop.ts'
import { until } from '../kit/until.ts'

const browser = useBrowser()

let shop: StackShop
let visit: Visit
let clerk: Clerk
let order: string

before(async () => {
  shop = await openShop({ service: { timings: { authorizeMs: 0 } } })
})
after(() => shop.close())
beforeEach(async () => {
  visit = await browser.visit()
  clerk = new Clerk(await visit.tab())
  order = await shop.newOrder()
})
afterEach(() => visit.leave())

test('P7 the page explains a disconnected terminal and offers no charge', async () => {
  await clerk.open(shop.siteUrl, order)
  await clerk.choose('Pop-up stand')
  await clerk.reads('Pop-up stand is not connected')
  await clerk.reads('Look for the “Running...” notice on its screen.')
  assert.equal(await clerk.button('Charge $42.00 on Pop-up stand').isDisabled(), true)
  assert.equal(shop.books.sales(order).length, 0)
})

test('P7 a terminal that disconnects after the page’s read is refused within three seconds, without a session', async () => {
  const terminal = await shop.terminal('Back counter')
  visit.expect(/status of 424/)
  await clerk.open(shop.siteUrl, order)
  await clerk.choose('Back counter')
  const before = shop.books.sessionCount()
  terminal.unplug()
  const device = shop.stack.serviceUrl
  await until('the service knows', async () => {
    const answer = await fetch(`${device}/v1/Device`, { headers: { authorization: shop.stack.apiKey } })
    return /"JOURNEY-1"[^}]*"DISCONNECTED"/.test(await answer.text())
  })
  const began = performance.now()
  await clerk.press('Charge $42.00 on Back counter')
  await clerk.reads('Back counter is not connected')
  assert.ok(performance.now() - began < 3_000)
  assert.equal(shop.books.sessionCount(), before)
  assert.deepEqual(shop.books.charges(order), [])
  assert.equal(await clerk.button('Charge $42.00 on Back counter').isDisabled(), true)

  await terminal.plugIn()
  await clerk.press('Check again')
  await clerk.press('Charge $42.00 on Back counter')
  await terminal.tap()
  await clerk.sees('Approved')
  assert.equal(shop.books.charges(order).length, 1)
})

test('a terminal that is starting when the page opens becomes ready without a press', async () => {
  await clerk.open(shop.siteUrl, order)
  await clerk.choose('Front counter')
  await new ScreenTerminal(clerk.page).ready()
  await until('it can be charged', () => clerk.button('Charge $42.00 on Front counter').isEnabled())
})

test('a terminal that loses its network during a sale reconnects and takes the card', async () => {
  await clerk.open(shop.siteUrl, order)
  const screen = new ScreenTerminal(clerk.page)
  await screen.ready()
  await clerk.charge('$42.00', 'Front counter')
  await screen.shows('Tap, dip or swipe')
  await screen.press('Unplug network')
  await screen.shows('No network')
  await screen.press('Plug network in')
  await screen.present('Tap')
  await clerk.sees('Approved')
  assert.equal(shop.books.charges(order).length, 1)
  assert.equal(shop.books.sessions(order).length, 1)
})
