// Keyboard alone: the focus stays in the element after each action (D-109). A cancel is announced at once and by name, and a
// terminal that lost its network during a sale is named.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk } from './support/clerk.ts'
import { LeapClock } from './support/leap-clock.ts'
import { openShop, type StackShop } from './support/shop.ts'
import type { CounterTerminal } from '../kit/terminal.ts'
import { until } from '../kit/until.ts'

const browser = useBrowser()
const CARD = 'Tap, insert or swipe the card'
const UNKNOWN = 'Result unknown. Do not charge again yet'
const FENCE_MS = 371_000
/** Interval of reads of the sale's terminal. */
const REREAD_MS = 11_000

let shop: StackShop
let clock: LeapClock
let terminal: CounterTerminal
let visit: Visit
let clerk: Clerk
let order: string
let name: string
let till = 0

before(async () => {
  clock = new LeapClock()
  shop = await openShop({
    service: { timings: { authorizeMs: 0 } },
    features: { lookup: 'none', repeat: 'unknown' },
    bff: { clock },
  })
})
after(() => shop.close())
beforeEach(async () => {
  visit = await browser.visit()
  visit.expect(/status of (401|404)/)
  till += 1
  name = `Till ${till}`
  terminal = await shop.terminal(name)
  order = await shop.newOrder()
  const page = await visit.tab()
  await page.clock.install()
  clerk = await new Clerk(page).open(shop.siteUrl, order)
  await clerk.choose(name)
})
afterEach(() => visit.leave())

/** Advances the clocks of the page and the BFF. */
async function pass(ms: number): Promise<void> {
  clock.leap(ms)
  await clerk.page.clock.fastForward(ms)
}

/** Presses a button by keyboard. */
async function key(label: string): Promise<void> {
  await clerk.button(label).focus()
  await clerk.page.keyboard.press('Enter')
}

/** Where the focus is: an element of the shadow tree, or nowhere. */
const focus = (): Promise<string> =>
  clerk.page.evaluate(() => {
    const active = document.querySelector('terminal-pay')!.shadowRoot!.activeElement
    return active === null ? 'nowhere' : active.id || active.localName
  })

test('D-109 Charge, Cancel and Mark as paid by keyboard: the focus never leaves the element', async () => {
  await key(`Charge $42.00 on ${name}`)
  await clerk.sees(CARD)
  assert.notEqual(await focus(), 'nowhere')
  await key('Cancel the sale')
  assert.notEqual(await focus(), 'nowhere')
  await clerk.sees('Sale canceled at the till')
  assert.notEqual(await focus(), 'nowhere')
  const lost = shop.line.loseAnswer(/^POST \/v1\/Session\/initiate$/)
  await key(`Charge $42.00 again on ${name}`)
  await lost
  await clerk.sees(UNKNOWN)
  await terminal.cancel()
  // There is no session to ask about, so the page offers no action that cannot succeed.
  assert.equal(await clerk.button('Check now').count(), 0)
  assert.notEqual(await focus(), 'nowhere')
  await clerk.signIn(shop.stack.managerPin)
  await clerk.reads(/You can settle this in 6:/)
  clock.leap(FENCE_MS)
  await key('Mark as paid')
  await clerk.pay.getByLabel('Reference', { exact: true }).fill('10000441239')
  await key('Mark as paid')
  assert.notEqual(await focus(), 'nowhere')
  await clerk.sees('Marked as paid')
  assert.notEqual(await focus(), 'nowhere')
})

test('D-109 Details by keyboard: the focus stays while they load and afterwards', async () => {
  await key(`Charge $42.00 on ${name}`)
  await terminal.tap()
  await clerk.sees('Approved')
  await key('Details')
  for (let look = 0; look < 10; look += 1) assert.notEqual(await focus(), 'nowhere')
  await clerk.reads('External request ID')
  assert.notEqual(await focus(), 'nowhere')
})

test('a cancel at the till is shown at once without a further button, then its author', async () => {
  // The answer to the cancel is delayed. The page shows the pending cancel meanwhile.
  const go = Promise.withResolvers<void>()
  await clerk.press(`Charge $42.00 on ${name}`)
  await clerk.sees(CARD)
  shop.line.plan({ request: /cancel/i, up: { type: 'wait', at: 0, until: go.promise } })
  await clerk.press('Cancel the sale')
  await clerk.sees('Canceling…')
  await clerk.reads('Wait for the result. The customer may already have paid.')
  assert.equal(await clerk.button(/^(Cancel the sale|Hide this sale|Charge.*)$/).count(), 0)
  go.resolve()
  await clerk.sees('Sale canceled at the till')
  await clerk.reads('The customer was not charged.')
  assert.deepEqual(shop.books.charges(order), [])
  await clerk.press(`Charge $42.00 again on ${name}`)
  await clerk.sees(CARD)
  await terminal.cancel()
  await clerk.sees('Sale canceled on the terminal')
})

test('the page names a terminal unplugged during a sale, which continues after its return', async () => {
  await clerk.press(`Charge $42.00 on ${name}`)
  await clerk.sees(CARD)
  terminal.unplug()
  await shop.serviceSays(`JOURNEY-${till}`, 'DISCONNECTED')
  await pass(REREAD_MS)
  await clerk.sees(`${name} lost its network`)
  await clerk.reads('Plug it in. The sale stays open until there is a result.')
  await until('it is spoken', async () => (await clerk.spoken()).startsWith(`${name} lost its network`))
  await terminal.plugIn()
  await shop.serviceSays(`JOURNEY-${till}`, 'CONNECTED')
  await pass(REREAD_MS)
  await clerk.sees(CARD)
  await terminal.tap()
  await clerk.sees('Approved')
  assert.deepEqual([shop.books.sessions(order).length, shop.books.charges(order).length], [1, 1])
})
