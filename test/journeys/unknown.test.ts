// The answer of an initiate is lost between BFF and service: the BFF asks for the result and never repeats the initiate (P2), and
// the page shows the result as unknown (P6).
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { CARD, Clerk, ScreenTerminal, UNKNOWN } from './support/clerk.ts'
import { INITIATE, openShop, type StackShop } from './support/shop.ts'
import type { CounterTerminal } from '../kit/terminal.ts'
import type { StackOptions } from '../../demo/stack.ts'
import { until } from '../kit/until.ts'

const browser = useBrowser()

let shop: StackShop
let terminal: CounterTerminal
let visit: Visit
let clerk: Clerk
let order: string

async function open(features: NonNullable<StackOptions['features']>): Promise<void> {
  shop = await openShop({ service: { timings: { authorizeMs: 0 } }, features })
  terminal = await shop.terminal('Back counter')
  await shop.terminal('Side counter')
  order = await shop.newOrder()
  await clerk.open(shop.siteUrl, order)
}

/** Charges; the answer of the initiate is lost. */
async function chargeWithLostAnswer(): Promise<void> {
  const lost = shop.line.loseAnswer(INITIATE)
  await clerk.charge('$42.00', 'Back counter')
  await lost
}

const initiates = (): number => shop.line.requests.filter((one) => INITIATE.test(one)).length

beforeEach(async () => {
  visit = await browser.visit()
  clerk = new Clerk(await visit.tab())
})
afterEach(async () => {
  await visit.leave()
  await shop.close()
})

test('P2 after a lost answer one initiate reached the terminal, and the page shows "unknown" without a second charge', async () => {
  await open({ lookup: 'none', repeat: 'unknown' })
  await chargeWithLostAnswer()
  await clerk.sees(UNKNOWN)
  await clerk.reads(/We don’t know if/)
  assert.equal(await clerk.button(/Charge|another terminal/).count(), 0)
  // The clerk reads the question, and on all but the smallest phones its answers, without scrolling.
  for (const [width, height, last] of [
    [1280, 720, 'Approved'],
    [390, 844, 'Approved'],
    [320, 568, 'What does the terminal show?'],
  ] as const) {
    await clerk.page.setViewportSize({ width, height })
    // The page folds its order by its width when it is loaded.
    await clerk.page.locator('#order').evaluate((order) => {
      order.toggleAttribute('open', matchMedia('(min-width: 1160px)').matches)
      scrollTo(0, 0)
    })
    const box = await clerk.pay.locator('.guide').getByText(last, { exact: true }).boundingBox()
    const end = Math.round((box?.y ?? Infinity) + (box?.height ?? 0))
    assert.ok(end <= height, `${width} × ${height}: "${last}" ends at ${end} px`)
  }
  const ours = shop.books.sale(order).external_id
  assert.equal(await clerk.fact('Our reference'), ours)

  await terminal.tap()
  await until('the terminal has charged', () => shop.books.charges(order).length === 1)
  // The upstream has no look-up, so the button is not offered.
  assert.equal(await clerk.button('Ask for the result now').count(), 0)
  await clerk.sees(UNKNOWN)
  const sale = shop.books.sale(order)
  assert.deepEqual([sale.state, sale.reason, sale.send_count], ['in_doubt', 'no_session', 1])
  assert.equal(initiates(), 1)
  assert.equal(shop.books.sessions(order).length, 1)
  assert.deepEqual(await clerk.settled(), [])
})

test('P6 an order with an unknown result cannot be charged from another tab', async () => {
  await open({ lookup: 'none', repeat: 'unknown' })
  // The late tab requests the same attempt on another terminal: it is refused, and gets the existing sale.
  visit.expect(/status of 422/)
  const late = await new Clerk(await visit.tab()).open(shop.siteUrl, order)
  // The page reads the terminals again when its own one connects; it knows nothing of the sale that follows.
  await new ScreenTerminal(late.page).ready()
  await chargeWithLostAnswer()
  await clerk.sees(UNKNOWN)
  await late.charge('$42.00', 'Side counter')
  await late.sees(UNKNOWN)
  assert.equal(initiates(), 1)
  assert.equal(shop.books.sales(order).length, 1)
})

test('P2 after a lost answer a look-up by our own reference finds the sale, which continues', async () => {
  await open({ lookup: 'authoritative', repeat: 'unknown' })
  await chargeWithLostAnswer()
  await clerk.sees(CARD)
  await terminal.tap()
  await clerk.sees(/^\$[\d,.]+ approved$/)
  assert.equal(initiates(), 1)
  assert.equal(shop.books.charges(order).length, 1)
  assert.equal(await clerk.fact('Reference'), shop.books.charges(order)[0]?.ref_num)
})
