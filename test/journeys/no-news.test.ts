// The BFF has no news of the sale, because the payment service or its own store is unreachable. The page shows this with the time
// of the last news, and shows the true state again without a press (D-91).
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk } from './support/clerk.ts'
import { openProcesses, type ProcessShop } from './support/processes.ts'
import type { CounterTerminal } from '../kit/terminal.ts'
import { until } from '../kit/until.ts'

const browser = useBrowser()
const CARD = 'Tap, insert or swipe the card'
const NO_NEWS = /^No news since .+ – the terminal shows the result$/
/** D-91: shown after three seconds without news; a pending read gets some more time. */
const SAID_MS = 10_000
const BACK_MS = 20_000

let shop: ProcessShop
let terminal: CounterTerminal
let visit: Visit
let clerk: Clerk
let order: string
/** Every journey has a terminal of its own. */
let name: string
let till = 0

before(async () => {
  shop = await openProcesses()
})
after(() => shop.close())
beforeEach(async () => {
  visit = await browser.visit()
  visit.expect(/Failed to load resource/, /ERR_CONNECTION/, /answer 503/, /terminal-pay> (network|token)/)
  till += 1
  name = `Till ${till}`
  terminal = await shop.terminal(name)
  order = await shop.newOrder()
  clerk = await new Clerk(await visit.tab()).open(shop.siteUrl, order)
  await clerk.choose(name)
})
afterEach(async () => {
  await visit.leave()
  await shop.line.heal()
})

async function charges(): Promise<void> {
  await clerk.press(`Charge $42.00 on ${name}`)
  await clerk.sees(CARD)
}

/** Every title that the page shows from now on; ends with the journey. */
const watchTitles = (): Promise<void> =>
  clerk.page.evaluate(() => {
    const titles: string[] = []
    Object.assign(globalThis, { titles })
    const root = document.querySelector('terminal-pay')!.shadowRoot!
    const look = (): void => {
      const title = root.querySelector('h2')?.textContent?.trim() ?? ''
      if (title !== titles.at(-1)) titles.push(title)
    }
    look()
    new MutationObserver(look).observe(root, { subtree: true, childList: true, characterData: true })
  })
const titles = (): Promise<string[]> => clerk.page.evaluate<string[]>('titles')

async function isPaidOnce(): Promise<void> {
  await clerk.sees('Approved', BACK_MS)
  // The live region follows the title.
  await until('the news are back', async () => (await clerk.pay.getByText(/^No news since/).count()) === 0)
  assert.deepEqual([shop.books.sessions(order).length, shop.books.charges(order).length], [1, 1])
  assert.deepEqual(await clerk.settled(), ['approved'])
}

test('D-91 the service is unavailable during the prompt: the page shows the time of the last news, never “Tap”, and the approval after its return', async (t) => {
  await charges()
  await watchTitles()
  await shop.service.kill()
  const goneAt = performance.now()
  await clerk.sees(NO_NEWS, SAID_MS)
  t.diagnostic(`said after ${Math.round(performance.now() - goneAt)} ms`)
  await clerk.reads('The payment service does not answer. We keep asking.')
  assert.equal(await clerk.button('Cancel the sale').count(), 0)
  await until('it was away for six seconds', () => performance.now() - goneAt >= 6_000)
  const away = await titles()
  assert.deepEqual([away.length, away[0]], [2, CARD])
  assert.match(away[1] ?? '', NO_NEWS)
  await shop.service.revive()
  await terminal.online()
  await clerk.sees(CARD, BACK_MS)
  await terminal.tap()
  await isPaidOnce()
})

test('D-91 the card is tapped while the BFF cannot reach the service: time of the last news, never “Tap”, then the approval', async () => {
  // The terminal's own connection goes on.
  const lost = shop.line.plan({ request: /^GET \/v1\/Session\//, meets: 'reset', times: 1_000 })
  try {
    await clerk.press(`Charge $42.00 on ${name}`)
    await watchTitles()
    await clerk.sees(NO_NEWS, SAID_MS)
    await terminal.tap()
    await until('the card was charged', () => shop.books.charges(order).length === 1)
    await clerk.sees(NO_NEWS)
    assert.equal((await titles()).includes(CARD), false)
  } finally {
    lost.drop()
  }
  await isPaidOnce()
})

test('D-91 the BFF’s store rejects writes during the tap: time of the last news, then the approval', async () => {
  await charges()
  const release = shop.books.lockLedger()
  await terminal.tap()
  await until('the card was charged', () => shop.books.charges(order).length === 1)
  await clerk.sees(NO_NEWS, SAID_MS).finally(release)
  await isPaidOnce()
})

test('D-107 D-106 the BFF is unavailable: a page with a sale shows that it may be running, another one why it waits; both recover without a press', async () => {
  await charges()
  await shop.bff.kill()
  await clerk.page.reload()
  const next = new Clerk(await visit.tab())
  await next.page.goto(`${shop.siteUrl}/orders/${await shop.newOrder()}`)
  await clerk.sees('A transaction may be running. Look at the terminal.')
  await clerk.reads(name)
  await clerk.reads(`Order ${order}`)
  await clerk.reads('The payment server is not ready right now.')
  assert.equal(await clerk.button(/^Charge/).count(), 0)
  await next.sees('The payment server is not ready right now.')
  await next.reads(/^Trying again/)
  assert.equal(await next.pay.getByText(/not set up|may be running/).count(), 0)
  await terminal.tap()
  await until('the card was charged', () => shop.books.charges(order).length === 1)
  await shop.bff.revive()
  await isPaidOnce()
  await next.sees('Choose a terminal', BACK_MS)
})
