// A reload in every state of a sale: the same sale is back within two seconds, and nothing was started anew (P5).
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk } from './support/clerk.ts'
import { openShop, type StackShop } from './support/shop.ts'
import type { CounterTerminal } from './support/terminal.ts'
import { until } from './support/until.ts'

const browser = useBrowser()
const BACK_MS = 2_000
const CARD = 'Tap, insert or swipe the card'
const UNKNOWN = 'Result unknown. Do not charge again yet'

let shop: StackShop
let terminal: CounterTerminal
let visit: Visit
let clerk: Clerk
let order: string

before(async () => {
  // An upstream that promises nothing: a lost answer stays in doubt.
  const features = { lookup: 'none', repeat: 'unknown' } as const
  shop = await openShop({ service: { timings: { authorizeMs: 0 } }, features })
  terminal = await shop.terminal('Back counter')
})
after(() => shop.close())
beforeEach(async () => {
  Object.assign(terminal.habits, { slowPrompt: false, slowResult: false })
  visit = await browser.visit()
  clerk = new Clerk(await visit.tab())
})
afterEach(() => visit.leave())

async function charge(scenario: 'approved' | 'declined' = 'approved'): Promise<void> {
  order = await shop.newOrder(scenario)
  await clerk.open(shop.siteUrl, order)
  await clerk.charge(scenario === 'approved' ? '$42.00' : '$42.51', 'Back counter')
}

/** Reloads and finds the same sale under the same title; the service saw nothing new. */
async function staysAt(title: string | RegExp): Promise<void> {
  await clerk.sees(title)
  const [before, sessions] = [shop.books.sale(order), shop.books.sessionCount()]
  const ms = await clerk.reload(title)
  assert.ok(ms <= BACK_MS, `it took ${Math.round(ms)} ms`)
  await clerk.reads('Back counter')
  assert.equal(shop.books.sale(order).id, before.id)
  assert.equal(shop.books.sales(order).length, 1)
  assert.equal(shop.books.sessionCount(), sessions)
}

async function isPaid(): Promise<void> {
  await clerk.sees('Approved')
  assert.equal(shop.books.charges(order).length, 1)
  assert.equal(shop.books.sale(order).state, 'approved')
}

test('P5 a reload while the terminal is being contacted', async () => {
  terminal.habits.slowPrompt = true
  await charge()
  await terminal.prompt()
  await until('the sale has started', () => shop.books.sale(order).state === 'started')
  await staysAt(/Contacting Back counter|Follow the terminal Back counter/)
  await terminal.showPrompt()
  await clerk.sees(CARD)
  await terminal.tap()
  await isPaid()
})

test('P5 a reload while the customer looks for a card', async () => {
  await charge()
  await staysAt(CARD)
  await terminal.tap()
  await isPaid()
})

test('P5 a reload while the card is being authorised', async () => {
  terminal.habits.slowResult = true
  await charge()
  await terminal.tap()
  await terminal.result()
  await staysAt('Authorising the card')
  await terminal.showResult()
  await isPaid()
})

test('P5 a reload after the approval, which is told with the same reference', async () => {
  await charge()
  await terminal.tap()
  await clerk.sees('Approved')
  const reference = await clerk.fact('Reference')
  await staysAt('Approved')
  assert.equal(await clerk.fact('Reference'), reference)
  await isPaid()
})

test('P5 a reload after a decline, which can be tried again', async () => {
  await charge('declined')
  await terminal.tap()
  await staysAt('Card declined')
  await clerk.button('Try again').waitFor()
  assert.equal(shop.books.charges(order).length, 1)
})

test('P5 the tab is closed in the middle of a sale: a new one shows it', async () => {
  await charge()
  await clerk.sees(CARD)
  await clerk.page.close()
  clerk = await new Clerk(await visit.tab()).open(shop.siteUrl, order)
  await clerk.sees(CARD)
  await terminal.tap()
  await isPaid()
  assert.equal(shop.books.sessions(order).length, 1)
})

test('P5 a reload while the result is unknown: it stays unknown, and nothing can be charged', async () => {
  const lost = shop.line.loseAnswer(/^POST \/v1\/Session\/initiate$/)
  await charge()
  await lost
  await staysAt(UNKNOWN)
  assert.equal(await clerk.button(/Charge|Try again/).count(), 0)
  await terminal.cancel()
})
