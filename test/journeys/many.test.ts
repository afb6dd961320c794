// Many elements and many tabs on one till: a browser has six HTTP/1.1 connections to a BFF, and every element must still get its
// answers (P60).
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { CARD, Clerk } from './support/clerk.ts'
import { presenceOf, useOwnBrowser } from './support/own-browser.ts'
import { openShop, type StackShop } from './support/shop.ts'
import type { CounterTerminal } from '../kit/terminal.ts'
import { until } from '../kit/until.ts'

const browser = useBrowser()
const ownBrowser = useOwnBrowser()
const MANY = 20
/** More than the connections that a browser opens to one server. */
const TABS = 7

let shop: StackShop
let visit: Visit

before(async () => {
  shop = await openShop({ service: { timings: { authorizeMs: 0 } } })
})
after(() => shop.close())
afterEach(() => visit.leave())

// P60 asserts: 1 row, 1 session, 1 charge and 1 stream with ${MANY} elements.
test('P60 twenty elements of one order, each pressed fifty times in 100 ms: one session, row and stream, and free connections for the page', async () => {
  visit = await browser.visit()
  const terminal = await shop.terminal('Side counter')
  const order = await shop.newOrder()
  const clerk = await new Clerk(await visit.tab()).open(shop.siteUrl, order)
  const { page } = clerk
  let streams = 0
  let orderStreams = 0
  page.on('request', (request) => {
    streams += Number(/\/sales\/[^/]+\/events$/.test(request.url()))
    orderStreams += Number(request.url().endsWith('/checkout/events'))
  })
  await page.evaluate(async (many) => {
    const [first] = document.querySelectorAll('terminal-pay')
    for (let made = 1; made < many; made += 1) {
      const { bffUrl, getToken } = first!
      document.body.append(Object.assign(document.createElement('terminal-pay'), { bffUrl, getToken }))
    }
    const all = [...document.querySelectorAll('terminal-pay')]
    while (all.some(({ phase }) => phase !== 'choosing')) await new Promise(requestAnimationFrame)
    const turn = (): Promise<unknown> => new Promise(requestAnimationFrame)
    for (const { shadowRoot } of all) {
      const option = (): HTMLElement | undefined =>
        [...shadowRoot!.querySelectorAll<HTMLElement>('[role=option]')].find(({ textContent }) =>
          textContent.includes('Side counter'),
        )
      // The terminal used last is one row; its list opens on Change.
      const change = [...shadowRoot!.querySelectorAll('button')].find(({ textContent }) =>
        textContent.trim().startsWith('Change'),
      )
      change?.click()
      while (!option()) await turn()
      option()!.click()
    }
    // Charge is off for a moment after a choice (D-154).
    const isOff = ({ shadowRoot }: (typeof all)[number]): boolean =>
      shadowRoot!.querySelector('button.main:not([aria-disabled])') === null
    while (all.some(isOff)) await turn()
  }, MANY)
  const ms = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll('terminal-pay')].map(({ shadowRoot }) =>
      shadowRoot!.querySelector<HTMLButtonElement>('button.main')!,
    )
    const began = performance.now()
    for (let press = 0; press < 50; press += 1) for (const button of buttons) button.click()
    return performance.now() - began
  })
  assert.ok(ms < 100, `the presses took ${ms} ms`)
  const all = (phase: string) =>
    until(`${MANY} elements show ${phase}`, () =>
      page.evaluate(
        (wanted) => [...document.querySelectorAll('terminal-pay')].every((each) => each.phase === wanted),
        phase,
      ),
    )
  await all('waiting')
  // With a stream each, six of them would hold all connections, and this would never be answered.
  await page.evaluate(() => document.querySelector('terminal-pay')!.refresh())
  assert.equal(streams, 1)
  await page.evaluate(() => document.querySelector('terminal-pay')!.remove())
  await terminal.tap()
  await all('approved')
  await until('the elements follow their order', () => orderStreams > 0)
  assert.deepEqual([streams, orderStreams], [1, 1])
  assert.equal(shop.books.sales(order).length, 1)
  assert.equal(shop.books.sessions(order).length, 1)
  assert.equal(shop.books.charges(order).length, 1)
  const settled = (await clerk.settled()).filter((state) => state === 'approved')
  assert.equal(settled.length, MANY - 1)
})

test('P60 seven tabs with a sale each, six in the background: the seventh is served, and all show their end', async () => {
  visit = await ownBrowser.visit()
  // The on-screen terminal of a background page.
  visit.expect(/WebSocket .* Back-Forward Cache/)
  const tabs: { readonly clerk: Clerk; readonly order: string }[] = []
  const terminals = new Map<string, CounterTerminal>()
  for (let number = 1; number <= TABS; number += 1) {
    const name = `Counter ${number}`
    terminals.set(name, await shop.terminal(name))
  }
  for (const name of terminals.keys()) {
    const order = await shop.newOrder()
    const clerk = new Clerk(await visit.tab())
    const presence = await presenceOf(clerk.page)
    await presence.show()
    await clerk.open(shop.siteUrl, order)
    await clerk.charge('$42.00', name)
    await clerk.sees(CARD)
    tabs.push({ clerk, order })
    if (tabs.length < TABS) await presence.hide()
  }
  for (const terminal of terminals.values()) await terminal.tap()
  for (const { clerk, order } of tabs) {
    await clerk.sees(/^\$[\d,.]+ approved$/)
    assert.equal(shop.books.charges(order).length, 1)
  }
})
