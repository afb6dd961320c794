// A browser freezes a hidden page, keeps it for the back button, or discards it; and a computer's clock is wrong. In each case
// the page shows the same sale again.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { CARD, Clerk } from './support/clerk.ts'
import { presenceOf, useOwnBrowser } from './support/own-browser.ts'
import { openProcesses, type ProcessShop } from './support/processes.ts'
import type { CounterTerminal } from '../kit/terminal.ts'
import { until } from '../kit/until.ts'

const browser = useBrowser()
const ownBrowser = useOwnBrowser()
const DAY_MS = 86_400_000

let shop: ProcessShop
let terminal: CounterTerminal
let visit: Visit

before(async () => {
  shop = await openProcesses()
  terminal = await shop.terminal('Front counter')
})
after(() => shop.close())
afterEach(() => visit.leave())

async function charge(): Promise<{ readonly clerk: Clerk; readonly order: string }> {
  const order = await shop.newOrder()
  const clerk = new Clerk(await visit.tab())
  await (await presenceOf(clerk.page)).show()
  await clerk.open(shop.siteUrl, order)
  await clerk.charge('$42.00', 'Front counter')
  await clerk.sees(CARD)
  return { clerk, order }
}

async function isPaidOnce(order: string): Promise<void> {
  await until('the sale is approved', () => shop.books.sale(order).state === 'approved')
  assert.deepEqual([shop.books.sales(order).length, shop.books.sessions(order).length], [1, 1])
  assert.equal(shop.books.charges(order).length, 1)
}

test('P61 a page frozen during the tap, with a lost connection, shows the approval once resumed', async (t) => {
  visit = await ownBrowser.visit()
  visit.expect(/net::ERR_/)
  const { clerk, order } = await charge()
  const presence = await presenceOf(clerk.page)
  await presence.freeze()
  await terminal.tap()
  await isPaidOnce(order)
  await shop.street.cut()
  await shop.street.heal()
  const beganAt = performance.now()
  await presence.thaw()
  await clerk.sees(/^\$[\d,.]+ approved$/)
  t.diagnostic(`shown ${Math.round(performance.now() - beganAt)} ms after the thaw`)
  assert.deepEqual(await clerk.settled(), ['approved'])
})

test('P61 a page hidden during the tap gets the end and shows it when visible', async () => {
  visit = await ownBrowser.visit()
  const { clerk, order } = await charge()
  const presence = await presenceOf(clerk.page)
  await presence.hide()
  await terminal.tap()
  await isPaidOnce(order)
  await until('the page heard of it', async () => (await clerk.settled()).length === 1)
  await presence.show()
  await clerk.sees(/^\$[\d,.]+ approved$/)
})

test('P5 the back button restores the same sale, and the element does not block the back/forward cache', async (t) => {
  visit = await ownBrowser.visit()
  const { clerk, order } = await charge()
  const { page } = clerk
  await page.evaluate(() => Object.assign(globalThis, { kept: true }))
  await page.goto(`${shop.siteUrl}/orders/${await shop.newOrder()}`)
  await clerk.sees('Choose a terminal')
  await terminal.tap()
  await isPaidOnce(order)
  await page.evaluate(() => history.back())
  await clerk.sees(/^\$[\d,.]+ approved$/)
  const { kept, reasons } = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation')
    const { notRestoredReasons: why } = entry as unknown as {
      readonly notRestoredReasons: { readonly reasons: readonly { readonly reason: string }[] } | null
    }
    return { kept: 'kept' in globalThis, reasons: why?.reasons.map(({ reason }) => reason) ?? [] }
  })
  t.diagnostic(kept ? 'the page was kept' : `the page was not kept: ${reasons.join(', ')}`)
  // A browser that keeps no page at all reports "masked"; a reason caused by our page has a name.
  assert.ok(kept || reasons.every((reason) => reason === 'masked'), reasons.join(', '))
  assert.ok((await clerk.settled()).every((state) => state === 'approved'))
})

for (const [name, offMs] of [
  ['a day slow', -DAY_MS],
  ['a day fast', DAY_MS],
] as const)
  // P23 asserts: approved, 1 charge, with the clock ${DAY_MS / 3_600_000} h slow and fast.
  test(`P23 with the computer's clock ${name} a sale starts, survives a reload and is approved`, async () => {
    visit = await browser.visit()
    await visit.context.addInitScript((ms) => {
      const Real = Date
      globalThis.Date = class extends Real {
        constructor(...given: readonly unknown[]) {
          super(...((given.length ? given : [Real.now() + ms]) as [number]))
        }
        static override now(): number {
          return Real.now() + ms
        }
      } as DateConstructor
    }, offMs)
    const { clerk, order } = await charge()
    const off = await clerk.page.evaluate(() => Date.now())
    assert.ok(Math.abs(off - Date.now() - offMs) < 60_000)
    await clerk.reload(CARD)
    await terminal.tap()
    await clerk.sees(/^\$[\d,.]+ approved$/)
    await isPaidOnce(order)
  })
