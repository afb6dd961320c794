// Duplicate clicks, tabs and starts give one sale, one session and one charge (P60).
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk, ScreenTerminal } from './support/clerk.ts'
import { openShop, type StackShop } from './support/shop.ts'
import type { CounterTerminal } from '../kit/terminal.ts'

const browser = useBrowser()
const CARD = 'Tap, insert or swipe the card'
const PAY = 'Charge $42.00 on Back counter'

let shop: StackShop
let terminal: CounterTerminal
let visit: Visit
let order: string

before(async () => {
  shop = await openShop({ service: { timings: { authorizeMs: 0 } } })
  terminal = await shop.terminal('Back counter')
})
after(() => shop.close())
beforeEach(async () => {
  visit = await browser.visit()
  order = await shop.newOrder()
})
afterEach(() => visit.leave())

const tab = async (): Promise<Clerk> => new Clerk(await visit.tab()).open(shop.siteUrl, order)

async function isPaidOnce(...clerks: readonly Clerk[]): Promise<void> {
  await terminal.tap()
  for (const clerk of clerks) await clerk.sees('Approved')
  const references = await Promise.all(clerks.map((clerk) => clerk.fact('Reference')))
  assert.equal(new Set(references).size, 1)
  assert.equal(shop.books.sales(order).length, 1)
  assert.equal(shop.books.sessions(order).length, 1)
  assert.equal(shop.books.charges(order).length, 1)
  for (const clerk of clerks) assert.deepEqual(await clerk.settled(), ['approved'])
}

test('P60 a double click starts one sale', async () => {
  const clerk = await tab()
  await clerk.choose('Back counter')
  await clerk.button(PAY).dblclick()
  await clerk.sees(CARD)
  await isPaidOnce(clerk)
})

// P60 asserts: 1 row, 1 session and 1 charge after 50 clicks in 100 ms.
test('P60 fifty clicks in 100 ms start one sale', async () => {
  const clerk = await tab()
  await clerk.choose('Back counter')
  const ms = await clerk.button(PAY).evaluate((button: HTMLButtonElement) => {
    const began = performance.now()
    for (let click = 0; click < 50; click += 1) button.click()
    return performance.now() - began
  })
  assert.ok(ms < 100, `the clicks took ${ms} ms`)
  await clerk.sees(CARD)
  await isPaidOnce(clerk)
})

test('P60 a second tab shows the sale of the first, and both see the approval', async () => {
  const first = await tab()
  await first.charge('$42.00', 'Back counter')
  await first.sees(CARD)
  const second = await tab()
  await second.sees(CARD)
  await isPaidOnce(first, second)
})

// P60 asserts: 1 row, 1 session and 1 charge in two tabs.
test('P60 concurrent presses in two tabs start one sale, which both tabs follow', async () => {
  const [first, second] = [await tab(), await tab()]
  await first.choose('Back counter')
  await second.choose('Back counter')
  await Promise.all([first, second].map((clerk) => clerk.button(PAY).dispatchEvent('click')))
  await Promise.all([first.sees(CARD), second.sees(CARD)])
  await isPaidOnce(first, second)
})

test('P60 a later press in a tab opened before the sale joins that sale', async () => {
  const [first, late] = [await tab(), await tab()]
  // The page reads the terminals again when its own one connects; it knows nothing of the sale that follows.
  await new ScreenTerminal(late.page).ready()
  await first.charge('$42.00', 'Back counter')
  await first.sees(CARD)
  await late.charge('$42.00', 'Back counter')
  await late.sees(CARD)
  await isPaidOnce(first, late)
})
