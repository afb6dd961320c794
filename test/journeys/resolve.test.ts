// An unknown result (P6): the clerk sees it, a manager decides once the terminal is free, and only then can the order be charged
// again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksAgain } from './support/browser.ts'
import { CARD, UNKNOWN } from './support/clerk.ts'
import { LeapClock } from './support/leap-clock.ts'
import { FENCE_MS, INITIATE, openShop, withoutLookup } from './support/shop.ts'
import { until } from '../kit/until.ts'
import { useTill } from './support/till.ts'

const clock = new LeapClock()
const till = useTill(
  // After a leap the page's last nonce is old: the BFF asks for a proof with a new one.
  { terminalPerTest: true, opens: true, expects: [/status of 401/] },
  () => openShop(withoutLookup(clock, { longPoll: false })),
)

async function losesItsAnswer(): Promise<void> {
  const lost = till.shop.line.loseAnswer(INITIATE)
  await till.clerk.charge('$42.00', till.name)
  await lost
  await till.clerk.sees(UNKNOWN)
}

const decides = (): Promise<number> => till.clerk.button(/^Mark as/).count()

// P6 asserts: notice at 150 s, unknown and no charge button after 150 s more, 1 session.
test('P6 a sale that never completes: notice at 150 s, unknown at 300 s, and a manager with the receipt marks it paid', async () => {
  await till.clerk.charge('$42.00', till.name)
  await till.clerk.sees(CARD)
  clock.leap(150_000)
  await till.clerk.sees('Still waiting – check the terminal')
  clock.leap(150_000)
  await till.clerk.sees(UNKNOWN)
  await till.clerk.reads(/gave no result in time/)
  await till.clerk.reads(/We don’t know if/)
  const { external_id: ours, session_id: session } = till.shop.books.sale(till.order)
  assert.equal(await till.clerk.fact('Our reference'), ours)
  assert.equal(await till.clerk.fact('Session'), session)
  assert.equal(await till.clerk.button(/Charge|another terminal/).count(), 0)

  await till.clerk.signIn(till.shop.stack.managerPin)
  await till.clerk.reads(`${till.name} may still be asking for the card`)
  assert.equal(await decides(), 0)
  clock.leap(71_000)
  await till.clerk.press('Mark as paid')
  await till.clerk.press('Mark as paid')
  await till.clerk.reads('Type the reference or the approval code.')
  assert.equal(till.shop.books.sale(till.order).state, 'in_doubt')
  await till.clerk.pay.getByLabel('Approval code').fill('712304')
  await till.clerk.press('Mark as paid')
  await till.clerk.sees(/^\$[\d,.]+ marked as paid$/)
  await till.clerk.reads(/^A manager entered this at .* with approval code 712304\.$/)
  assert.equal(await till.clerk.fact('Approval code'), '712304')
  await till.clerk.page.getByText('Paid · 712304').waitFor()
  assert.deepEqual(await till.clerk.settled(), ['approved'])
  assert.equal(till.shop.books.sessions(till.order).length, 1)
  assert.equal(till.shop.books.attestedBy(till.shop.books.sale(till.order)), 'manager')
  await till.clerk.reload(/^\$[\d,.]+ marked as paid$/)
})

test('P6 after a lost answer a manager confirms "not paid" twice, and the next attempt charges', async () => {
  await losesItsAnswer()
  await till.terminal.cancel()
  await till.clerk.signIn(till.shop.stack.managerPin)
  await till.clerk.reads(/You can settle this in \d:/)
  clock.leap(FENCE_MS)
  await till.clerk.press('Mark as not paid')
  await till.clerk.reads(/Only if you saw on the terminal or in the merchant portal/)
  await till.clerk.press('Mark as not paid')
  await till.clerk.reads('Look first, then tick the box.')
  assert.equal(till.shop.books.sale(till.order).state, 'in_doubt')
  await till.clerk.pay.getByLabel('I have looked: no payment was made').check()
  await till.clerk.press('Mark as not paid')
  await till.clerk.sees(/^\$[\d,.]+ marked as not paid$/)
  assert.equal(till.shop.books.sessions(till.order).length, 1)

  await till.clerk.button(/^Charge \$42\.00 again on /).click()
  await till.clerk.sees(CARD)
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  assert.deepEqual(
    till.shop.books.sales(till.order).map(({ attempt, state }) => [attempt, state]),
    [
      [1, 'closed_unpaid'],
      [2, 'approved'],
    ],
  )
  assert.equal(till.shop.books.charges(till.order).length, 1)
  assert.deepEqual(await till.clerk.settled(), ['closed_unpaid', 'approved'])
})

test('P6 without permission, or after a wrong PIN, there are no buttons to resolve', async () => {
  await losesItsAnswer()
  clock.leap(FENCE_MS)
  await until('the terminal is released', () =>
    till.shop.books.events(till.shop.books.sale(till.order)).includes('device_released'),
  )
  await till.clerk.reads('A manager can settle this now.')
  // The upstream cannot be asked about this sale, so the button is not offered.
  assert.equal(await till.clerk.button('Ask for the result now').count(), 0)
  assert.equal(await decides(), 0)
  till.visit.expect(/status of 403/)
  await till.clerk.signIn(till.shop.stack.managerPin === '0000' ? '1111' : '0000')
  await till.clerk.page.getByText('That is not the PIN.').waitFor()
  assert.equal(await decides(), 0)
  assert.equal(till.shop.books.sale(till.order).state, 'in_doubt')
  assert.equal(till.shop.books.sessions(till.order).length, 1)
})

test('P6 a manager who was signed out meanwhile sees that nothing was decided', async () => {
  await losesItsAnswer()
  await till.clerk.signIn(till.shop.stack.managerPin)
  clock.leap(FENCE_MS)
  await till.clerk.press('Mark as paid')
  await till.visit.context.clearCookies()
  till.visit.expect(/status of 403/)
  await till.clerk.pay.getByLabel('Reference', { exact: true }).fill('10000441239')
  await till.clerk.press('Mark as paid')
  await till.clerk.page.getByRole('button', { name: 'Sign in' }).waitFor()
  assert.equal(till.shop.books.sale(till.order).state, 'in_doubt')
})

test('P6 a failed load of the buttons is shown, and a retry loads them', async () => {
  const part = /resolve\.part-[\w-]+\.js$/
  till.visit.expect(/ERR_FAILED/)
  await till.clerk.page.route(part, (route) => route.abort())
  await losesItsAnswer()
  await till.clerk.signIn(till.shop.stack.managerPin)
  await till.clerk.reads(/could not be loaded/)
  await till.clerk.reads(/We don’t know if/)
  await till.clerk.page.unroute(part)
  if (await asksAgain(till.clerk.page)) await till.clerk.press('Try again')
  else await till.clerk.page.reload()
  await till.clerk.reads(/You can settle this in/)
})
