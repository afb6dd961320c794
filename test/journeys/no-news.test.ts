// The BFF has no news of the sale, because the payment service or its own store is unreachable. The page shows this with the time
// of the last news, and shows the true state again without a press (D-91).
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { AWAY } from './support/browser.ts'
import { CARD, Clerk } from './support/clerk.ts'
import { openProcesses } from './support/processes.ts'
import { until } from '../kit/until.ts'
import { useTill } from './support/till.ts'

const NO_NEWS = /^No news since .+ – the terminal shows the result$/
/** D-91: shown after three seconds without news; a pending read gets some more time. */
const SAID_MS = 10_000
const BACK_MS = 20_000

const till = useTill(
  {
    terminalPerTest: true,
    opens: true,
    expects: [...AWAY, /terminal-pay> token/],
  },
  openProcesses,
)
beforeEach(() => till.clerk.choose(till.name))
afterEach(() => till.shop.line.heal())

async function charges(): Promise<void> {
  await till.clerk.press(`Charge $42.00 on ${till.name}`)
  await till.clerk.sees(CARD)
}

/** Every title that the page shows from now on; ends with the journey. */
const watchTitles = (): Promise<void> =>
  till.clerk.page.evaluate(() => {
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
const titles = (): Promise<string[]> => till.clerk.page.evaluate<string[]>('titles')

async function isPaidOnce(): Promise<void> {
  await till.clerk.sees(/^\$[\d,.]+ approved$/, BACK_MS)
  // The live region follows the title.
  await until(
    'the news are back',
    async () => (await till.clerk.pay.getByText(/^No news since/).count()) === 0,
  )
  assert.deepEqual(
    [till.shop.books.sessions(till.order).length, till.shop.books.charges(till.order).length],
    [1, 1],
  )
  assert.deepEqual(await till.clerk.settled(), ['approved'])
}

test('D-91 the service is unavailable during the prompt: the page shows the time of the last news, never “Tap”, and the approval after its return', async (t) => {
  await charges()
  await watchTitles()
  await till.shop.service.kill()
  const goneAt = performance.now()
  await till.clerk.sees(NO_NEWS, SAID_MS)
  t.diagnostic(`said after ${Math.round(performance.now() - goneAt)} ms`)
  await till.clerk.reads('The payment service does not answer. We keep asking.')
  assert.equal(await till.clerk.button('Cancel the sale').count(), 0)
  await until('it was away for six seconds', () => performance.now() - goneAt >= 6_000)
  const away = await titles()
  assert.deepEqual([away.length, away[0]], [2, CARD])
  assert.match(away[1] ?? '', NO_NEWS)
  await till.shop.service.revive()
  await till.terminal.online()
  await till.clerk.sees(CARD, BACK_MS)
  await till.terminal.tap()
  await isPaidOnce()
})

test('D-91 the card is tapped while the BFF cannot reach the service: time of the last news, never “Tap”, then the approval', async () => {
  // The terminal's own connection goes on.
  const lost = till.shop.line.plan({ request: /^GET \/v1\/Session\//, meets: 'reset', times: 1_000 })
  try {
    await till.clerk.press(`Charge $42.00 on ${till.name}`)
    await watchTitles()
    await till.clerk.sees(NO_NEWS, SAID_MS)
    await till.terminal.tap()
    await until('the card was charged', () => till.shop.books.charges(till.order).length === 1)
    await till.clerk.sees(NO_NEWS)
    assert.equal((await titles()).includes(CARD), false)
  } finally {
    lost.drop()
  }
  await isPaidOnce()
})

test('D-91 the BFF’s store rejects writes during the tap: time of the last news, then the approval', async () => {
  await charges()
  const release = till.shop.books.lockLedger()
  await till.terminal.tap()
  await until('the card was charged', () => till.shop.books.charges(till.order).length === 1)
  await till.clerk.sees(NO_NEWS, SAID_MS).finally(release)
  await isPaidOnce()
})

test('D-107 D-106 the BFF is unavailable: a page with a sale shows that it may be running, another one why it waits; both recover without a press', async () => {
  await charges()
  await till.shop.bff.kill()
  await till.clerk.page.reload()
  const next = new Clerk(await till.visit.tab())
  await next.page.goto(`${till.shop.siteUrl}/orders/${await till.shop.newOrder()}`)
  await till.clerk.sees('A transaction may be running. Look at the terminal.')
  await till.clerk.reads(till.name)
  await till.clerk.reads(`Order ${till.order}`)
  await till.clerk.reads('The payment server is not ready right now.')
  assert.equal(await till.clerk.button(/^Charge/).count(), 0)
  await next.sees('The payment server is not ready right now.')
  await next.reads(/^Trying again/)
  assert.equal(await next.pay.getByText(/not set up|may be running/).count(), 0)
  await till.terminal.tap()
  await until('the card was charged', () => till.shop.books.charges(till.order).length === 1)
  await till.shop.bff.revive()
  await isPaidOnce()
  await next.sees('Choose a terminal', BACK_MS)
})
