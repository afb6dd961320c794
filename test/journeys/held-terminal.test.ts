// The answer to a start was lost, and the payment service has no look-up, so the terminal is held for six minutes: the
// messages for each person, the permission to settle, and two managers at once (D-90, D-94).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestToken } from '../../demo/host/tokens.ts'
import { CARD, Clerk, UNKNOWN } from './support/clerk.ts'
import { LeapClock } from './support/leap-clock.ts'
import { FENCE_MS, INITIATE, openShop, withoutLookup } from './support/shop.ts'
import { useTill } from './support/till.ts'

/** The interval at which the list of terminals is read again while the chosen one is held, plus some slack. */
const REREAD_MS = 10_000

const clock = new LeapClock()
const till = useTill(
  // After a leap the page's last nonce is old. The payment service has no report of a reference that a manager made up.
  { terminalPerTest: true, opens: true, expects: [/status of (401|404|409|422)/] },
  () => openShop(withoutLookup(clock)),
)

async function losesItsAnswer(): Promise<void> {
  const lost = till.shop.line.loseAnswer(INITIATE)
  await till.clerk.charge('$42.00', till.name)
  await lost
  await till.clerk.sees(UNKNOWN)
}

/** The shop's server grants this person the decision on this page. */
async function decideAs(person: string, manager: Clerk): Promise<void> {
  const source = { bffUrl: till.shop.stack.bffUrl, secret: till.shop.stack.hostSecret, fetch }
  await manager.page.route('**/api/token', async (route) => {
    const { kind, jkt, sale } = route.request().postDataJSON() as Readonly<Record<string, string>>
    if (kind !== 'resolve') return route.fallback()
    const grant = {
      kind,
      sale: sale ?? '',
      person,
      origin: till.shop.siteUrl,
      ...(jkt !== undefined && { jkt }),
    }
    const answer = await requestToken(source, grant as Parameters<typeof requestToken>[1])
    return answer.ok ? route.fulfill({ status: 201, json: answer.minted }) : route.abort()
  })
}

test('D-90 a terminal held by an unknown sale says to another order by when it is free, which uses another terminal, and later this one', async () => {
  const spare = await till.shop.terminal('Spare counter')
  await losesItsAnswer()
  await till.clerk.reads(/^A manager can settle this from \d+:\d\d/)
  assert.equal(await till.clerk.pay.getByText('The sale goes on at the terminal').count(), 0)

  const second = await till.shop.newOrder()
  const next = await new Clerk(await till.visit.tab()).open(till.shop.siteUrl, second)
  await next.reads(/^Free by \d+:\d\d\s[AP]M$/)
  await next.choose(till.name)
  await next.reads(
    new RegExp(
      `^An earlier sale on ${till.name} has no result yet. ${till.name} is free by \\d+:\\d\\d\\s[AP]M, or sooner`,
    ),
  )
  assert.equal(await next.button(`Charge $42.00 on ${till.name}`).getAttribute('aria-disabled'), 'true')
  await next.charge('$42.00', 'Spare counter')
  await next.sees(CARD)
  await spare.tap()
  await next.sees(/^\$[\d,.]+ approved$/)

  const third = await till.shop.newOrder()
  const last = await new Clerk(await till.visit.tab()).open(till.shop.siteUrl, third)
  await last.choose(till.name)
  await last.reads(/is free by \d+:\d\d/)
  await till.terminal.cancel()
  clock.leap(FENCE_MS)
  await till.clerk.reads('A manager can settle this now.', REREAD_MS)
  const free = last.pay.locator('button:not([aria-disabled])', { hasText: `Charge $42.00 on ${till.name}` })
  await free.waitFor({ timeout: REREAD_MS })
  // The live region keeps its words a moment longer.
  assert.equal(await last.pay.getByRole('paragraph').filter({ hasText: 'has no result yet' }).count(), 0)
  await free.click()
  await last.sees(CARD)
  await till.terminal.tap()
  await last.sees(/^\$[\d,.]+ approved$/)
  assert.equal(till.shop.books.charges(third).length, 1)
  assert.equal(till.shop.books.sale(till.order).state, 'in_doubt')
})

/** Two managers have the same doubt on their screens once it can be settled. */
async function twoManagers(): Promise<readonly [ada: Clerk, ben: Clerk]> {
  await losesItsAnswer()
  await till.terminal.cancel()
  const ben = await till.tab()
  await decideAs('ada', till.clerk)
  await decideAs('ben', ben)
  // Both pages share the sign-in of this browser.
  await till.clerk.signIn(till.shop.stack.managerPin)
  await ben.page.reload()
  for (const manager of [till.clerk, ben]) await manager.reads(/You can settle this in \d:\d\d/)
  clock.leap(FENCE_MS)
  await ben.press('Mark as paid')
  await ben.pay.getByLabel('Reference', { exact: true }).fill('777000111')
  return [till.clerk, ben]
}

test('P6 two managers resolve the same doubt: the screen shows "Marked as paid", never "Approved", with the saved entry', async () => {
  const [ada, ben] = await twoManagers()
  await ada.press('Mark as paid')
  await ada.pay.getByLabel('Reference', { exact: true }).fill('10000441239')
  await ada.press('Mark as paid')
  for (const manager of [ada, ben]) {
    await manager.sees(/^\$[\d,.]+ marked as paid$/)
    await manager.reads(/^A manager entered this result at/)
    assert.equal(await manager.pay.getByRole('heading', { name: /approved$/ }).count(), 0)
    assert.equal(await manager.fact('Reference'), '10000441239')
  }
})

test('D-94 two managers who contradict each other: neither wins, and nothing can be charged', async () => {
  const [ada, ben] = await twoManagers()
  const go = Promise.withResolvers<void>()
  await ben.page.route('**/resolve', async (route) => {
    await go.promise
    await route.fallback()
  })
  const leaves = ben.page.waitForRequest('**/resolve')
  await ben.press('Mark as paid')
  await leaves
  await ada.press('Mark as not paid')
  await ada.pay.getByLabel('I have looked: no payment was made').check()
  await ada.press('Mark as not paid')
  await ada.sees(/^\$[\d,.]+ marked as not paid$/)
  go.resolve()
  for (const manager of [ada, ben]) {
    await manager.sees(/^A manager must check this payment of \$/)
    await manager.reads('One report says that this was paid, another one that it was not.')
    assert.equal(await manager.button(/^Charge|Try again/).count(), 0)
    assert.equal(await manager.fact('Reference'), '777000111')
  }
  const { state, reason } = till.shop.books.sale(till.order)
  assert.deepEqual([state, reason], ['review', 'late_conflict'])
})
