// The possible ends of a sale, from the order on the page to the tap on the on-screen terminal and back.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { CARD, Clerk, ScreenTerminal } from './support/clerk.ts'
import { openShop } from './support/shop.ts'
import { useTill } from './support/till.ts'

const till = useTill({}, () =>
  openShop({ service: { scriptedTerminals: true, timings: { authorizeMs: 50 } } }),
)
let clerk: Clerk
let screen: ScreenTerminal
beforeEach(async () => {
  const page = await till.visit.tab()
  clerk = new Clerk(page)
  screen = new ScreenTerminal(page)
})

/** Opens the checkout and charges on the terminal of the page. */
async function charge(amount: string, order = till.order): Promise<void> {
  await clerk.open(till.shop.siteUrl, order)
  await screen.ready()
  await clerk.charge(amount, 'Front counter')
}

const charged = (order = till.order): readonly string[] =>
  till.shop.books.charges(order).map(({ status }) => status)

test('the clerk charges $42.00 on Front counter, the customer taps, and the page shows the approval with reference and approval code', async () => {
  await charge('$42.00')
  await clerk.sees(CARD)
  await screen.shows('$42.00')
  await screen.present('Tap')
  await clerk.sees(/^\$[\d,.]+ approved$/)
  await screen.shows('Approval')

  const [first, ...more] = till.shop.books.charges(till.order)
  assert.equal(more.length, 0)
  assert.equal(first?.status, 'approved')
  assert.equal(first.amount_minor, 4200)
  assert.equal(await clerk.fact('Reference'), first.ref_num)
  assert.equal(await clerk.fact('Approval code'), first.approval_code)
  assert.match(await clerk.fact('Terminal'), /^Front counter/)
  const sale = till.shop.books.sale(till.order)
  assert.deepEqual([sale.state, sale.reference, sale.send_count], ['approved', first.ref_num, 1])
  const events = till.shop.books.events(sale)
  assert.deepEqual(
    [events[0], events[1], events[2], events.at(-1)],
    ['created', 'claimed', 'started', 'approved'],
  )
  assert.deepEqual(await clerk.settled(), ['approved'])
  await clerk.serverHears('sale.approved')

  assert.equal(await clerk.fact('Masked card number'), '…4242')
  await clerk.press('New sale')
  await clerk.button('Charge $118.40 on Front counter').waitFor()
})

test('a decline is shown with its reason, and the amount can be charged again', async () => {
  const order = await till.shop.newOrder('declined')
  await charge('$42.51', order)
  await screen.present('Insert')
  await clerk.sees(/^\$[\d,.]+ declined – not charged$/)
  await clerk.reads('Insufficient funds')
  await clerk.reads(/not charged$/)
  await screen.idle()
  await clerk.press('Charge $42.51 again on Front counter')
  await clerk.sees(CARD)
  await screen.present('Swipe')
  await clerk.sees(/^\$[\d,.]+ declined – not charged$/)
  assert.deepEqual(
    till.shop.books.sales(order).map(({ attempt, state }) => [attempt, state]),
    [
      [1, 'declined'],
      [2, 'declined'],
    ],
  )
  assert.deepEqual(charged(order), ['declined', 'declined'])
  assert.deepEqual(await clerk.settled(), ['declined', 'declined'])
})

test('a failing processor ends the sale as failed, with no charge', async () => {
  const order = await till.shop.newOrder('error')
  await charge('$42.91', order)
  await screen.present('Tap')
  await clerk.sees(/^Payment failed – \$[\d,.]+ not charged$/)
  await clerk.reads(/not charged$/)
  assert.equal(till.shop.books.sale(order).state, 'failed')
  assert.deepEqual(charged(order), ['error'])
})

test('a processor that does not answer ends the sale as timed out, and another terminal can be chosen', async () => {
  const order = await till.shop.newOrder('timeout')
  await charge('$42.98', order)
  await screen.present('Tap')
  await clerk.sees(/^No answer from the card processor – \$[\d,.]+ not charged$/)
  await clerk.reads(/^The card was read, but the card processor did not answer in time\.$/)
  assert.equal(till.shop.books.sale(order).state, 'timed_out')
  await clerk.press('Choose another terminal')
  await clerk.sees('Choose a terminal')
  await clerk.button('Charge $42.98 on Front counter').waitFor()
})

test('a cancel by the customer on the terminal is shown, with no charge', async () => {
  await charge('$42.00')
  await screen.shows('Tap, insert or swipe')
  await screen.press('Cancel')
  await clerk.sees(/^Canceled on the terminal – \$[\d,.]+ not charged$/)
  await clerk.reads(/not charged$/)
  await clerk.button('Charge $42.00 again on Front counter').waitFor()
  const sale = till.shop.books.sale(till.order)
  assert.deepEqual([sale.state, sale.reason], ['failed', 'cancelled'])
  assert.deepEqual(till.shop.books.charges(till.order), [])
})

test('a cancel by the clerk on the page ends the prompt, with no charge', async () => {
  await charge('$42.00')
  await screen.shows('Tap, insert or swipe')
  await clerk.press('Cancel the sale')
  await screen.shows('The payment was canceled at the till.')
  await clerk.reads(/not charged$/)
  assert.equal(till.shop.books.sale(till.order).state, 'failed')
  assert.deepEqual(till.shop.books.charges(till.order), [])
})

test('a debit card is refused at the terminal with the reason, and a credit card then pays', async () => {
  await charge('$42.00')
  await screen.hold('Debit')
  await screen.present('Tap')
  await screen.shows(/Only credit cards/)
  await screen.hold('Visa')
  await screen.present('Tap')
  await clerk.sees(/^\$[\d,.]+ approved$/)
  assert.deepEqual(charged(), ['approved'])
})

test('a sale without a card times out, and the page shows that nothing was charged', async () => {
  const impatient = await openShop({ service: { timings: { promptMs: 1500, tickMs: 100 } } })
  try {
    const order = await impatient.newOrder()
    const terminal = await impatient.terminal('Back counter')
    await clerk.open(impatient.siteUrl, order)
    await clerk.charge('$42.00', 'Back counter')
    await terminal.prompt()
    await clerk.sees(/^No card in time – \$[\d,.]+ not charged$/)
    assert.equal(impatient.books.sale(order).state, 'timed_out')
    assert.deepEqual(impatient.books.charges(order), [])
    await clerk.page.close()
  } finally {
    await impatient.close()
  }
})
