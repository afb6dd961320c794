// A fault message belongs to the action that caused it: the next action removes it, a screen reader speaks it, and it is never
// printed (D-100).
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { CARD, Clerk } from './support/clerk.ts'
import { openStreetShop } from './support/shop.ts'
import { until } from '../kit/until.ts'
import { useTill } from './support/till.ts'

const FAULTS = /cannot be reached|went wrong|not connected\.|no longer be canceled|taking another payment/

const till = useTill(
  {
    terminalPerTest: true,
    opens: true,
    expects: [/net::ERR_/, /status of (4\d\d|502|503)/, /answer 50[23]/],
  },
  openStreetShop,
)
beforeEach(() => till.clerk.choose(till.name))
afterEach(async () => {
  await till.shop.street.heal()
  await till.shop.line.heal()
})

/** Asserts that neither screen nor live region shows a fault. */
async function noFault(): Promise<void> {
  assert.equal(await till.clerk.pay.getByText(FAULTS).count(), 0)
  assert.equal(await till.clerk.pay.locator('.fault').count(), 0)
}

test('D-100 one failed read on window focus shows no fault beside prompt and approval, nor on the print', async () => {
  let isLost = false
  const { met } = till.shop.street.plan({ request: / \/v1\/checkout$/, meets: 'reset' })
  void met.then(() => (isLost = true))
  // As when a person comes back to the window after a while.
  await until('a reading was lost', async () => {
    await till.clerk.page.evaluate(() => dispatchEvent(new Event('focus')))
    return isLost
  })
  await till.clerk.press(`Charge $42.00 on ${till.name}`)
  await till.clerk.sees(CARD)
  await noFault()
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  await noFault()
  await till.clerk.page.emulateMedia({ media: 'print' })
  await noFault()
  assert.equal(till.shop.books.charges(till.order).length, 1)
})

test('D-100 a failed cancel is shown and announced beside the prompt, and removed by the approval', async () => {
  await till.clerk.press(`Charge $42.00 on ${till.name}`)
  await till.clerk.sees(CARD)
  till.shop.line.plan({ request: /cancel/i, meets: 'reset', times: 10 })
  await till.clerk.press('Cancel the sale')
  await till.clerk.reads(/^The payment service cannot be reached\./)
  await until('it is spoken', async () => /cannot be reached/.test(await till.clerk.spoken()))
  assert.equal(await till.clerk.pay.getByText('Something went wrong').count(), 0)
  // Nothing is being canceled: the person can ask again.
  await till.clerk.sees(CARD)
  await till.clerk.pay.locator('button:not([aria-disabled])', { hasText: 'Cancel the sale' }).waitFor()
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  await until('the refusal is no longer spoken', async () => !/reached/.test(await till.clerk.spoken()))
  await noFault()
})

test('D-100 a terminal that became busy refuses with an announced message, which disappears once it is free', async () => {
  // No answer reaches the page before it charges; on a busy machine its next reading could come first and show the terminal as busy.
  await till.clerk.page.route('**/v1/checkout', () => undefined)
  const other = await new Clerk(await till.visit.tab()).open(till.shop.siteUrl, await till.shop.newOrder())
  await other.charge('$42.00', till.name)
  await other.sees(CARD)
  await till.clerk.press(`Charge $42.00 on ${till.name}`)
  await till.clerk.reads(/taking another payment/)
  // A request that no handler has answered goes on.
  await till.clerk.page.unroute('**/v1/checkout')
  await until('it is spoken', async () => /taking another payment/.test(await till.clerk.spoken()))
  assert.equal(await till.clerk.pay.getByText('Something went wrong').count(), 0)
  await till.terminal.tap()
  await other.sees(/^\$[\d,.]+ approved$/)
  const free = till.clerk.pay.locator('button:not([aria-disabled])', {
    hasText: `Charge $42.00 on ${till.name}`,
  })
  await free.waitFor()
  await until('the refusal is gone', async () => (await till.clerk.pay.getByText(FAULTS).count()) === 0)
  await free.click()
  await till.clerk.sees(CARD)
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  assert.deepEqual(
    [till.shop.books.sessions(till.order).length, till.shop.books.charges(till.order).length],
    [1, 1],
  )
})

test('D-100 an unplugged terminal is never shown as both connected and disconnected, and takes the card once plugged in', async () => {
  till.terminal.unplug()
  await till.shop.serviceSays(till.terminal.serial, 'DISCONNECTED')
  await till.clerk.press(`Charge $42.00 on ${till.name}`)
  await till.clerk.reads(`${till.name} is not connected`)
  const card = till.clerk.pay.locator('.device', { hasText: till.name })
  assert.match(await card.innerText(), /Not connected/)
  assert.equal(till.shop.books.sessions(till.order).length, 0)
  await till.terminal.plugIn()
  const free = till.clerk.pay.locator('button:not([aria-disabled])', {
    hasText: `Charge $42.00 on ${till.name}`,
  })
  await free.waitFor()
  await until('nothing says that it is away', async () => {
    const said = await till.clerk.pay.locator('section').first().innerText()
    return !said.includes(`${till.name} is not connected`) && !said.includes('was not connected')
  })
  await free.click()
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
})
