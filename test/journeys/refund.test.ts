// A manager refunds a part of a paid order on the terminal; more than the rest, two at once and a clerk without the PIN are refused.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { CARD, Clerk } from './support/clerk.ts'
import { askFor, refunder } from './support/refunds.ts'
import { useTill } from './support/till.ts'

const till = useTill({ terminal: 'Back counter' })
beforeEach(async () => {
  till.clerk = new Clerk(await till.visit.tab())
  const pay = new Clerk(till.clerk.page, till.clerk.page.locator('#pay'))
  await pay.open(till.shop.siteUrl, till.order)
  await pay.charge('$42.00', 'Back counter')
  await pay.sees(CARD)
  await till.terminal.tap()
  await pay.sees(/^\$[\d,.]+ approved$/)
})

const asksFor = (amount: string, tab: Clerk = till.clerk): Promise<void> =>
  askFor(amount, tab, till.shop.stack.managerPin)

async function refunds(amount: string, tab: Clerk = till.clerk): Promise<Clerk> {
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
  await till.terminal.tap()
  await pay.sees(/^\$[\d,.]+ refunded$/)
  await pay.serverHears('refund.approved')
  await till.clerk.page.getByText('Refunded $12.00', { exact: true }).waitFor()

  till.visit.expect(/status of 409/)
  await asksFor('30.01')
  await till.clerk.page.getByText('At most $30.00 is left to refund.').waitFor()
  assert.equal(till.shop.books.sessions(till.order).length, 2)
  await till.clerk.page.getByLabel('Amount to refund').fill('30.00')
  await till.clerk.page.getByRole('button', { name: 'Continue' }).click()
  await pay.choose('Back counter')
  await pay.press('Refund $30.00 on Back counter')
  await pay.sees(CARD)
  await till.terminal.tap()
  await pay.sees(/^\$[\d,.]+ refunded$/)
  await till.clerk.page.getByText('Refunded $42.00', { exact: true }).waitFor()
  assert.equal(await till.clerk.page.getByRole('button', { name: 'Refund', exact: true }).count(), 0)
})

test('the focus follows a manager who signs in, refunds and signs out by keyboard', async () => {
  const { page } = till.clerk
  const focused = async (id: string): Promise<void> => {
    await page.locator(`#${id}:focus`).waitFor()
  }
  await page.getByRole('button', { name: 'Refund', exact: true }).press('Enter')
  await focused('manager-pin')
  await page.keyboard.type(till.shop.stack.managerPin)
  await page.keyboard.press('Enter')
  await focused('refund-amount')
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await focused('manager-pin')
  await page.keyboard.type(till.shop.stack.managerPin)
  await page.keyboard.press('Enter')
  await focused('refund-amount')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('12.00')
  await page.keyboard.press('Enter')
  await refunder(till.clerk).reads('Refund $12.00')
  await focused('payment')
})

test('two managers who refund at once pay back once', async () => {
  const other = new Clerk(await till.visit.tab())
  await other.page.goto(`${till.shop.siteUrl}/orders/${till.order}`)
  const [first, second] = [await refunds('12.00'), await refunds('12.00', other)]
  await Promise.all([first, second].map((pay) => pay.press('Refund $12.00 on Back counter')))
  for (const pay of [first, second]) await pay.sees(CARD)
  await till.terminal.tap()
  for (const pay of [first, second]) await pay.sees(/^\$[\d,.]+ refunded$/)
  assert.equal(till.shop.books.sessions(till.order).length, 2)
})

test('a refund without a result is shown again after a reload, to any manager, before another one', async () => {
  const first = await refunds('12.00')
  await first.press('Refund $12.00 on Back counter')
  await first.sees(CARD)
  const other = new Clerk(await till.visit.tab())
  await other.page.goto(`${till.shop.siteUrl}/orders/${till.order}`)
  await till.clerk.page.reload()
  for (const { page } of [till.clerk, other]) {
    await page.getByRole('button', { name: 'Show the open refund' }).click()
    await refunder(new Clerk(page)).sees(CARD)
    assert.equal(await page.getByLabel('Amount to refund').isVisible(), false)
  }
  await refunder(till.clerk).press('Cancel the refund')
  for (const tab of [till.clerk, other])
    await refunder(tab).sees(/^Canceled at the till – \$12\.00 not refunded$/)
  assert.equal(till.shop.books.sessions(till.order).length, 2)
})

test('a clerk without the PIN gets neither the name of a refund nor a token for it', async () => {
  await till.clerk.page.getByRole('button', { name: 'Refund', exact: true }).click()
  await till.clerk.page.getByLabel('PIN').waitFor()
  assert.equal(await till.clerk.page.getByLabel('Amount to refund').isVisible(), false)
  for (const [path, body] of [
    [`/api/orders/${till.order}/refunds`, { amount: '12.00' }],
    ['/api/token', { kind: 'refund', order: till.order, sale: 'sal_1', refund: 'refund-1', amount: '12.00' }],
  ] as const) {
    const answer = await fetch(till.shop.siteUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: till.shop.siteUrl },
      body: JSON.stringify(body),
    })
    assert.equal(answer.status, 403)
    assert.deepEqual(await answer.json(), { message: 'Sign in as a manager first.' })
  }
})
