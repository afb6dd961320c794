// A manager refunds a part of a paid order on the terminal; more than the rest, two at once and a clerk without the PIN are refused.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { CounterTerminal } from '../kit/terminal.ts'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk } from './support/clerk.ts'
import { openShop, type StackShop } from './support/shop.ts'

const browser = useBrowser()
const CARD = 'Tap, insert or swipe the card'

let shop: StackShop
let terminal: CounterTerminal
let visit: Visit
let clerk: Clerk
let order: string

before(async () => {
  shop = await openShop({ service: { timings: { authorizeMs: 0 } } })
  terminal = await shop.terminal('Back counter')
})
after(() => shop.close())
beforeEach(async () => {
  visit = await browser.visit()
  order = await shop.newOrder()
  clerk = new Clerk(await visit.tab())
  const pay = new Clerk(clerk.page, clerk.page.locator('#pay'))
  await pay.open(shop.siteUrl, order)
  await pay.charge('$42.00', 'Back counter')
  await pay.sees(CARD)
  await terminal.tap()
  await pay.sees('Approved')
})
afterEach(() => visit.leave())

/** The element that refunds, in a tab. */
const refunder = ({ page }: Clerk): Clerk => new Clerk(page, page.locator('#refund-pay terminal-pay'))

async function asksFor(amount: string, { page }: Clerk = clerk): Promise<void> {
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const pin = page.getByLabel('PIN')
  await page.locator('#manager-pin:visible, #refund-amount:visible').first().waitFor()
  if (await pin.isVisible()) await new Clerk(page).signIn(shop.stack.managerPin)
  await page.getByLabel('Amount to refund').fill(amount)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function refunds(amount: string, tab: Clerk = clerk): Promise<Clerk> {
  await asksFor(amount, tab)
  const pay = refunder(tab)
  await pay.reads(`Refund $${amount}`)
  await pay.reads('to the card ending in 4242')
  await pay.choose('Back counter')
  return pay
}

test('a manager refunds a part on the terminal, the order shows it, and more than the rest is refused', async () => {
  const pay = await refunds('12.00')
  await pay.press('Refund $12.00 on Back counter')
  await pay.sees(CARD)
  await terminal.tap()
  await pay.sees('Refunded')
  await pay.serverHears('refund.approved')
  await clerk.page.getByText('Refunded $12.00', { exact: true }).waitFor()

  visit.expect(/status of 409/)
  await asksFor('30.01')
  await clerk.page.getByText('At most $30.00 is left to refund.').waitFor()
  assert.equal(shop.books.sessions(order).length, 2)
  await clerk.page.getByLabel('Amount to refund').fill('30.00')
  await clerk.page.getByRole('button', { name: 'Continue' }).click()
  await pay.choose('Back counter')
  await pay.press('Refund $30.00 on Back counter')
  await pay.sees(CARD)
  await terminal.tap()
  await pay.sees('Refunded')
  await clerk.page.getByText('Refunded $42.00', { exact: true }).waitFor()
  assert.equal(await clerk.page.getByRole('button', { name: 'Refund', exact: true }).count(), 0)
})

test('two managers who refund at once pay back once', async () => {
  const other = new Clerk(await visit.tab())
  await other.page.goto(`${shop.siteUrl}/orders/${order}`)
  const [first, second] = [await refunds('12.00'), await refunds('12.00', other)]
  await Promise.all([first, second].map((pay) => pay.press('Refund $12.00 on Back counter')))
  for (const pay of [first, second]) await pay.sees(CARD)
  await terminal.tap()
  for (const pay of [first, second]) await pay.sees('Refunded')
  assert.equal(shop.books.sessions(order).length, 2)
})

test('a refund without a result is shown again after a reload, to any manager, before another one', async () => {
  const first = await refunds('12.00')
  await first.press('Refund $12.00 on Back counter')
  await first.sees(CARD)
  const other = new Clerk(await visit.tab())
  await other.page.goto(`${shop.siteUrl}/orders/${order}`)
  await clerk.page.reload()
  for (const { page } of [clerk, other]) {
    await page.getByRole('button', { name: 'Show the open refund' }).click()
    await refunder(new Clerk(page)).sees(CARD)
    assert.equal(await page.getByLabel('Amount to refund').isVisible(), false)
  }
  await refunder(clerk).press('Cancel the refund')
  for (const tab of [clerk, other]) await refunder(tab).sees(/^Refund canceled/)
  assert.equal(shop.books.sessions(order).length, 2)
})

test('a clerk without the PIN gets neither the name of a refund nor a token for it', async () => {
  await clerk.page.getByRole('button', { name: 'Refund', exact: true }).click()
  await clerk.page.getByLabel('PIN').waitFor()
  assert.equal(await clerk.page.getByLabel('Amount to refund').isVisible(), false)
  for (const [path, body] of [
    [`/api/orders/${order}/refunds`, { amount: '12.00' }],
    ['/api/token', { kind: 'refund', order, sale: 'sal_1', refund: 'refund-1', amount: '12.00' }],
  ] as const) {
    const answer = await fetch(shop.siteUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.siteUrl },
      body: JSON.stringify(body),
    })
    assert.equal(answer.status, 403)
    assert.deepEqual(await answer.json(), { message: 'Sign in as a manager first.' })
  }
})
