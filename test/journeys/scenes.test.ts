// The scenario bar on the live demo, in front of real processes and sockets: a scene has its described effect and leaves the till
// unchanged.
import { after, afterEach, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk, ScreenTerminal } from './support/clerk.ts'
import { openShop, type StackShop } from './support/shop.ts'

const browser = useBrowser()
let shop: StackShop
let visit: Visit

before(async () => {
  shop = await openShop({ service: { timings: { authorizeMs: 0 } } })
})
after(() => shop.close())
afterEach(() => visit.leave())

test('a busy terminal, a page loaded in the middle of a sale, and a second tab, one after the other', async () => {
  visit = await browser.visit()
  // Another till has the terminal.
  visit.expect(/409 \(Conflict\)/)
  const clerk = await new Clerk(await visit.tab()).open(shop.siteUrl, await shop.newOrder())
  const { page } = clerk
  const bar = page.locator('scenario-bar')
  const begin = (scene: string): Promise<void> =>
    bar.getByRole('button', { name: scene, exact: true }).click()
  const ends = (text: RegExp): Promise<void> => bar.getByText(text).waitFor({ timeout: 30_000 })
  const order = (): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await begin('Busy')
  await clerk.reads(/is taking another payment/)
  await ends(/The terminal is free/)
  assert.equal(shop.books.charges(order()).length, 0)

  await begin('Reload')
  await ends(/The same sale came back/)
  await clerk.sees('Approved')
  assert.equal(shop.books.charges(order()).length, 1)

  await begin('Second tab')
  const opened = visit.context.waitForEvent('page')
  await bar.getByRole('button', { name: 'Open the second tab' }).click()
  const other = await opened
  await new ScreenTerminal(other).present('Tap')
  await new Clerk(other).sees('Approved')
  await ends(/Both tabs show the end/)
  assert.equal(shop.books.charges(order()).length, 1)
})
