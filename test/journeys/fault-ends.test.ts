// A fault message belongs to the action that caused it: the next action removes it, a screen reader speaks it, and it is never
// printed (D-100).
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk } from './support/clerk.ts'
import { openStreetShop, type StreetShop } from './support/shop.ts'
import type { CounterTerminal } from '../kit/terminal.ts'
import { until } from '../kit/until.ts'

const browser = useBrowser()
const CARD = 'Tap, insert or swipe the card'
const FAULTS = /cannot be reached|went wrong|not connected\.|no longer be canceled|taking another payment/

let shop: StreetShop
let terminal: CounterTerminal
let visit: Visit
let clerk: Clerk
let order: string
let name: string
let till = 0

before(async () => {
  shop = await openStreetShop({ service: { timings: { authorizeMs: 0 } } })
})
after(() => shop.close())
beforeEach(async () => {
  visit = await browser.visit()
  visit.expect(/net::ERR_/, /status of (4\d\d|502|503)/, /answer 50[23]/)
  till += 1
  name = `Till ${till}`
  terminal = await shop.terminal(name)
  order = await shop.newOrder()
  clerk = await new Clerk(await visit.tab()).open(shop.siteUrl, order)
  await clerk.choose(name)
})
afterEach(async () => {
  await shop.street.heal()
  await shop.line.heal()
  await visit.leave()
})

/** Asserts that neither screen nor live region shows a fault. */
async function noFault(): Promise<void> {
  assert.equal(await clerk.pay.getByText(FAULTS).count(), 0)
  assert.equal(await clerk.pay.locator('.fault').count(), 0)
}

test('D-100 one failed read on window focus shows no fault beside prompt and approval, nor on the print', async () => {
  let isLost = false
  const { met } = shop.street.plan({ request: / \/v1\/checkout$/, meets: 'reset' })
  void met.then(() => (isLost = true))
  // As when a person comes back to the window after a while.
  await until('a reading was lost', async () => {
    await clerk.page.evaluate(() => dispatchEvent(new Event('focus')))
    return isLost
  })
  await clerk.press(`Charge $42.00 on ${name}`)
  await clerk.sees(CARD)
  await noFault()
  await terminal.tap()
  await clerk.sees('Approved')
  await noFault()
  await clerk.page.emulateMedia({ media: 'print' })
  await noFault()
  assert.equal(shop.books.charges(order).length, 1)
})

test('D-100 a failed cancel is shown and announced beside the prompt, and removed by the approval', async () => {
  await clerk.press(`Charge $42.00 on ${name}`)
  await clerk.sees(CARD)
  shop.line.plan({ request: /cancel/i, meets: 'reset', times: 10 })
  await clerk.press('Cancel the sale')
  await clerk.reads(/^The payment service cannot be reached\./)
  await until('it is spoken', async () => /cannot be reached/.test(await clerk.spoken()))
  assert.equal(await clerk.pay.getByText('Something went wrong').count(), 0)
  // Nothing is being canceled: the person can ask again.
  await clerk.sees(CARD)
  await clerk.pay.locator('button:not([aria-disabled])', { hasText: 'Cancel the sale' }).waitFor()
  await terminal.tap()
  await clerk.sees('Approved')
  await until('the refusal is no longer spoken', async () => !/reached/.test(await clerk.spoken()))
  await noFault()
})

test('D-100 a terminal that became busy refuses with an announced message, which disappears once it is free', async () => {
  // No answer reaches the page before it charges; on a busy machine its next reading could come first and show the terminal as busy.
  await clerk.page.route('**/v1/checkout', () => undefined)
  const other = await new Clerk(await visit.tab()).open(shop.siteUrl, await shop.newOrder())
  await other.charge('$42.00', name)
  await other.sees(CARD)
  await clerk.press(`Charge $42.00 on ${name}`)
  await clerk.reads(/taking another payment/)
  // A request that no handler has answered goes on.
  await clerk.page.unroute('**/v1/checkout')
  await until('it is spoken', async () => /taking another payment/.test(await clerk.spoken()))
  assert.equal(await clerk.pay.getByText('Something went wrong').count(), 0)
  await terminal.tap()
  await other.sees('Approved')
  const free = clerk.pay.locator('button:not([aria-disabled])', { hasText: `Charge $42.00 on ${name}` })
  await free.waitFor()
  await until('the refusal is gone', async () => (await clerk.pay.getByText(FAULTS).count()) === 0)
  await free.click()
  await clerk.sees(CARD)
  await terminal.tap()
  await clerk.sees('Approved')
  assert.deepEqual([shop.books.sessions(order).length, shop.books.charges(order).length], [1, 1])
})

test('D-100 an unplugged terminal is never shown as both connected and disconnected, and takes the card once plugged in', async () => {
  terminal.unplug()
  await shop.serviceSays(`JOURNEY-${till}`, 'DISCONNECTED')
  await clerk.press(`Charge $42.00 on ${name}`)
  await clerk.reads(`${name} is not connected`)
  const card = clerk.pay.locator('label', { hasText: `${name}` }).first()
  assert.match(await card.innerText(), /Not connected/)
  assert.equal(shop.books.sessions(order).length, 0)
  await terminal.plugIn()
  const free = clerk.pay.locator('button:not([aria-disabled])', { hasText: `Charge $42.00 on ${name}` })
  await free.waitFor()
  await until('nothing says that it is away', async () => {
    const said = await clerk.pay.locator('section').first().innerText()
    return !said.includes(`${name} is not connected`) && !said.includes('was not connected')
  })
  await free.click()
  await terminal.tap()
  await clerk.sees('Approved')
})
