// The order changes on the shop's server while the page is open. Headline, button and charge agree, the page announces the new
// amount, and a token of the old amount starts nothing (D-87, D-102).
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk } from './support/clerk.ts'
import { grantFrom, type Granted } from './support/granted.ts'
import { openShop, type StackShop } from './support/shop.ts'
import type { CounterTerminal } from '../kit/terminal.ts'

const browser = useBrowser()
const CARD = 'Tap, insert or swipe the card'
const CHANGED = 'The amount changed to $60.00.'

let shop: StackShop
let terminal: CounterTerminal
let visit: Visit
let clerk: Clerk
let order: string
let granted: Granted

before(async () => {
  shop = await openShop({ service: { timings: { authorizeMs: 0 } } })
  terminal = await shop.terminal('Back counter')
})
after(() => shop.close())
afterEach(() => visit.leave())
beforeEach(async () => {
  visit = await browser.visit()
})

async function open(amount: string): Promise<void> {
  order = await shop.newOrder()
  const page = await visit.tab()
  granted = await grantFrom(shop, page, { order, amount })
  clerk = await new Clerk(page).open(shop.siteUrl, order)
}

/** The amount in the headline. */
const headline = async (): Promise<string> => (await clerk.pay.locator('.amount').first().innerText()).trim()

const amounts = (): readonly number[] => shop.books.sessions(order).map(({ amount_minor }) => amount_minor)

async function pays(amount: string): Promise<void> {
  await clerk.sees(CARD)
  assert.equal(await headline(), amount)
  await terminal.tap()
  await clerk.sees('Approved')
  assert.equal(await headline(), amount)
}

test('D-102 declined at 42.51, then the order becomes 60.00: the attempt keeps its amount, the button names the new one, and it is charged', async () => {
  await open('42.51')
  await clerk.charge('$42.51', 'Back counter')
  await terminal.tap()
  await clerk.sees('Card declined')
  assert.equal(await clerk.button('Charge $42.51 again on Back counter').count(), 1)
  granted.amount = '60.00'
  await clerk.reload('Card declined')
  assert.equal(await headline(), '$42.51')
  await clerk.reads(CHANGED)
  assert.equal(await clerk.button(/\$42\.51/).count(), 0)
  assert.equal(await clerk.button('Charge $60.00 on Back counter').count(), 1)
  await clerk.press('Choose another terminal')
  await clerk.sees('Choose a terminal')
  assert.equal(await headline(), '$60.00')
  await clerk.press('Charge $60.00 on Back counter')
  await pays('$60.00')
  assert.deepEqual(amounts(), [4251, 6000])
})

test('D-87 with a token of the old amount the press is refused, the page shows the new amount, and only that is charged', async () => {
  visit.expect(/status of (403|409|422)/)
  await open('42.00')
  await clerk.choose('Back counter')
  granted.amount = '60.00'
  // Another page of the order asks for a token: from now on the old one is not the newest.
  const other = await visit.tab()
  await grantFrom(shop, other, granted)
  await new Clerk(other).open(shop.siteUrl, order)
  await clerk.press('Charge $42.00 on Back counter')
  await clerk.reads(CHANGED)
  assert.deepEqual(amounts(), [])
  assert.equal(await headline(), '$60.00')
  await clerk.press('Charge $60.00 on Back counter')
  await pays('$60.00')
  assert.deepEqual(amounts(), [6000])
})

for (const [way, act] of [
  ['refresh() is called', 'refresh()'],
  ['the page sets another getToken', 'getToken = ((old) => (wish) => old(wish))(pay.getToken)'],
] as const)
  test(`D-102 the page switches to another order and ${way}: it shows and charges that order`, async () => {
    await open('42.00')
    const first = order
    order = await shop.newOrder()
    Object.assign(granted, { order, amount: '99.00' })
    await clerk.page.evaluate(`const pay = document.querySelector('terminal-pay'); pay.${act}; undefined`)
    await clerk.reads(`Order ${order}`)
    assert.equal(await headline(), '$99.00')
    await clerk.charge('$99.00', 'Back counter')
    await pays('$99.00')
    assert.deepEqual(amounts(), [9900])
    assert.deepEqual(shop.books.sales(first), [])
  })
