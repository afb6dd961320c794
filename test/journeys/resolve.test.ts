// An unknown result (P6): the clerk sees it, a manager decides once the terminal is free, and only then can the order be charged
// again.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { asksAgain, useBrowser, type Visit } from './support/browser.ts'
import { Clerk } from './support/clerk.ts'
import { LeapClock } from './support/leap-clock.ts'
import { openShop, type StackShop } from './support/shop.ts'
import type { CounterTerminal } from '../kit/terminal.ts'
import { until } from '../kit/until.ts'

const browser = useBrowser()
const UNKNOWN = 'Result unknown. Do not charge again yet'
const LOST = /^POST \/v1\/Session\/initiate$/
const FENCE_MS = 371_000

let shop: StackShop
let clock: LeapClock
let terminal: CounterTerminal
let visit: Visit
let clerk: Clerk
let order: string

beforeEach(async () => {
  clock = new LeapClock()
  shop = await openShop({
    service: { timings: { authorizeMs: 0 } },
    features: { lookup: 'none', repeat: 'unknown', longPoll: false },
    bff: { clock },
  })
  terminal = await shop.terminal('Back counter')
  order = await shop.newOrder()
  visit = await browser.visit()
  // After a leap the page's last nonce is old: the BFF asks for a proof with a new one.
  visit.expect(/status of 401/)
  clerk = await new Clerk(await visit.tab()).open(shop.siteUrl, order)
})
afterEach(async () => {
  await visit.leave()
  await shop.close()
})

async function losesItsAnswer(): Promise<void> {
  const lost = shop.line.loseAnswer(LOST)
  await clerk.charge('$42.00', 'Back counter')
  await lost
  await clerk.sees(UNKNOWN)
}

const decides = (): Promise<number> => clerk.button(/^Mark as/).count()

// P6 asserts: notice at 150 s, unknown and no charge button after 150 s more, 1 session.
test('P6 a sale that never completes: notice at 150 s, unknown at 300 s, and a manager with the receipt marks it paid', async () => {
  await clerk.charge('$42.00', 'Back counter')
  await clerk.sees('Tap, insert or swipe the card')
  clock.leap(150_000)
  await clerk.sees('Still waiting – check the terminal')
  clock.leap(150_000)
  await clerk.sees(UNKNOWN)
  await clerk.reads(/gave no result in time/)
  await clerk.reads(/We do not know if/)
  const { external_id: ours, session_id: session } = shop.books.sale(order)
  assert.equal(await clerk.fact('Our reference'), ours)
  assert.equal(await clerk.fact('Session'), session)
  assert.equal(await clerk.button(/Charge|another terminal/).count(), 0)

  await clerk.signIn(shop.stack.managerPin)
  await clerk.reads(/Back counter may still be asking for the card/)
  assert.equal(await decides(), 0)
  clock.leap(71_000)
  await clerk.press('Mark as paid')
  await clerk.press('Mark as paid')
  await clerk.reads('Type the reference or the approval code.')
  assert.equal(shop.books.sale(order).state, 'in_doubt')
  await clerk.pay.getByLabel('Approval code').fill('712304')
  await clerk.press('Mark as paid')
  await clerk.sees('Marked as paid')
  await clerk.reads('A manager entered this result by hand.')
  assert.equal(await clerk.fact('Approval code'), '712304')
  await clerk.page.getByText('Paid · 712304').waitFor()
  assert.deepEqual(await clerk.settled(), ['approved'])
  assert.equal(shop.books.sessions(order).length, 1)
  assert.equal(shop.books.attestedBy(shop.books.sale(order)), 'manager')
  await clerk.reload('Marked as paid')
})

test('P6 after a lost answer a manager confirms "not paid" twice, and the next attempt charges', async () => {
  await losesItsAnswer()
  await terminal.cancel()
  await clerk.signIn(shop.stack.managerPin)
  await clerk.reads(/You can settle this in 6:/)
  clock.leap(FENCE_MS)
  await clerk.press('Mark as not paid')
  await clerk.reads(/Only if you saw on the terminal or in the merchant portal/)
  await clerk.press('Mark as not paid')
  await clerk.reads('Look first, then tick the box.')
  assert.equal(shop.books.sale(order).state, 'in_doubt')
  await clerk.pay.getByLabel('I have looked: no payment was made').check()
  await clerk.press('Mark as not paid')
  await clerk.sees('Marked as not paid')
  assert.equal(shop.books.sessions(order).length, 1)

  await clerk.button(/^Charge \$42\.00 again on /).click()
  await clerk.sees('Tap, insert or swipe the card')
  await terminal.tap()
  await clerk.sees('Approved')
  assert.deepEqual(
    shop.books.sales(order).map(({ attempt, state }) => [attempt, state]),
    [
      [1, 'closed_unpaid'],
      [2, 'approved'],
    ],
  )
  assert.equal(shop.books.charges(order).length, 1)
  assert.deepEqual(await clerk.settled(), ['closed_unpaid', 'approved'])
})

test('P6 without permission, or after a wrong PIN, there are no buttons to resolve', async () => {
  await losesItsAnswer()
  clock.leap(FENCE_MS)
  await until('the terminal is released', () =>
    shop.books.events(shop.books.sale(order)).includes('device_released'),
  )
  await clerk.reads('A manager can settle this now.')
  // The upstream cannot be asked about this sale, so the button is not offered.
  assert.equal(await clerk.button('Check now').count(), 0)
  assert.equal(await decides(), 0)
  visit.expect(/status of 403/)
  await clerk.signIn(shop.stack.managerPin === '0000' ? '1111' : '0000')
  await clerk.page.getByText('That is not the PIN.').waitFor()
  assert.equal(await decides(), 0)
  assert.equal(shop.books.sale(order).state, 'in_doubt')
  assert.equal(shop.books.sessions(order).length, 1)
})

test('P6 a manager who was signed out meanwhile sees that nothing was decided', async () => {
  await losesItsAnswer()
  await clerk.signIn(shop.stack.managerPin)
  clock.leap(FENCE_MS)
  await clerk.press('Mark as paid')
  await visit.context.clearCookies()
  visit.expect(/status of 403/)
  await clerk.pay.getByLabel('Reference', { exact: true }).fill('10000441239')
  await clerk.press('Mark as paid')
  await clerk.page.getByRole('button', { name: 'Sign in' }).waitFor()
  assert.equal(shop.books.sale(order).state, 'in_doubt')
})

test('P6 a failed load of the buttons is shown, and a retry loads them', async () => {
  const part = /resolve\.part-[\w-]+\.js$/
  visit.expect(/ERR_FAILED/)
  await clerk.page.route(part, (route) => route.abort())
  await losesItsAnswer()
  await clerk.signIn(shop.stack.managerPin)
  await clerk.reads(/could not be loaded/)
  await clerk.reads(/We do not know if/)
  await clerk.page.unroute(part)
  if (await asksAgain(clerk.page)) await clerk.press('Try again')
  else await clerk.page.reload()
  await clerk.reads(/You can settle this in/)
})
