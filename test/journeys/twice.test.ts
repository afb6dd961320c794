// Duplicate clicks, tabs and starts give one sale, one session and one charge (P60), and one refund.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CARD, Clerk, ScreenTerminal } from './support/clerk.ts'
import { askFor, refunder } from './support/refunds.ts'
import { useTill } from './support/till.ts'

const PAY = 'Charge $42.00 on Back counter'

const till = useTill({ terminal: 'Back counter' })

async function isPaidOnce(...clerks: readonly Clerk[]): Promise<void> {
  await till.terminal.tap()
  for (const clerk of clerks) await clerk.sees(/^\$[\d,.]+ approved$/)
  const references = await Promise.all(clerks.map((clerk) => clerk.fact('Reference')))
  assert.equal(new Set(references).size, 1)
  assert.equal(till.shop.books.sales(till.order).length, 1)
  assert.equal(till.shop.books.sessions(till.order).length, 1)
  assert.equal(till.shop.books.charges(till.order).length, 1)
  for (const clerk of clerks) assert.deepEqual(await clerk.settled(), ['approved'])
}

/** Chooses the terminal, and waits until Charge takes a click. */
async function isReady(clerk: Clerk): Promise<void> {
  await clerk.choose('Back counter')
  await clerk.pay.locator('button:not([aria-disabled])', { hasText: PAY }).waitFor()
}

test('P60 a double click starts one sale', async () => {
  const clerk = await till.tab()
  await clerk.choose('Back counter')
  await clerk.button(PAY).dblclick()
  await clerk.sees(CARD)
  await isPaidOnce(clerk)
})

// P60 asserts: 1 row, 1 session and 1 charge after 50 clicks in 100 ms.
test('P60 fifty clicks in 100 ms start one sale', async () => {
  const clerk = await till.tab()
  await isReady(clerk)
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
  const first = await till.tab()
  await first.charge('$42.00', 'Back counter')
  await first.sees(CARD)
  const second = await till.tab()
  await second.sees(CARD)
  await isPaidOnce(first, second)
})

// P60 asserts: 1 row, 1 session and 1 charge in two tabs.
test('P60 concurrent presses in two tabs start one sale, which both tabs follow', async () => {
  const [first, second] = [await till.tab(), await till.tab()]
  await Promise.all([isReady(first), isReady(second)])
  await Promise.all([first, second].map((clerk) => clerk.button(PAY).dispatchEvent('click')))
  await Promise.all([first.sees(CARD), second.sees(CARD)])
  await isPaidOnce(first, second)
})

test('P60 a later press in a tab opened before the sale joins that sale', async () => {
  const [first, late] = [await till.tab(), await till.tab()]
  // The page reads the terminals again when its own one connects; it knows nothing of the sale that follows.
  await new ScreenTerminal(late.page).ready()
  await first.charge('$42.00', 'Back counter')
  await first.sees(CARD)
  await late.charge('$42.00', 'Back counter')
  await late.sees(CARD)
  await isPaidOnce(first, late)
})

test('a manager refunds an order in the form once: a double click pays back once, and then nothing is left to refund', async () => {
  const { page } = await till.tab()
  const pay = new Clerk(page, page.locator('#pay'))
  await pay.charge('$42.00', 'Back counter')
  await pay.sees(CARD)
  await till.terminal.tap()
  await pay.sees(/^\$[\d,.]+ approved$/)

  await askFor('42.00', pay, till.shop.stack.managerPin)
  const refund = refunder(pay)
  await refund.reads('Refund $42.00')
  await refund.choose('Back counter')
  await refund.button('Refund $42.00 on Back counter').dblclick()
  await refund.sees(CARD)
  await till.terminal.tap()
  await refund.sees(/^\$[\d,.]+ refunded$/)
  await page.getByText('Refunded $42.00', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Refund', exact: true }).count(), 0)

  // As a page that is not up to date would ask.
  till.visit.expect(/status of 409/)
  const refusal = await page.evaluate(async (order) => {
    const body = JSON.stringify({ amount: '42.00' })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`/api/orders/${order}/refunds`, { method: 'POST', headers, body })
    return [answer.status, await answer.json()] as const
  }, till.order)
  assert.deepEqual(refusal, [409, { message: 'Nothing of this order can be refunded.' }])
  assert.equal(till.shop.books.sessions(till.order).length, 2)
})
