// Charge is pressed while the page cannot reach the BFF: the page reports that nothing was sent, and nothing is ever sent later
// (D-99, INV-21). The test checks the sessions of the service and the prompts of the terminal.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk } from './support/clerk.ts'
import { LeapClock } from './support/leap-clock.ts'
import { openStreetShop, type StreetShop } from './support/shop.ts'
import type { CounterTerminal } from '../kit/terminal.ts'
import { until } from '../kit/until.ts'

const browser = useBrowser()
const NOT_SENT_YET = 'Not sent yet – no connection'
const NOT_SENT = 'Not sent. The customer was not charged.'
const NO_ANSWER = 'No answer yet – look at the terminal'
const CARD = 'Tap, insert or swipe the card'
const AGAIN = 'Charge $42.00 again on Back counter'
const START = /^POST \/v1\/sales$/
/** D-99: a press reaches a terminal within this time, or never. */
const PRESS_MS = 15_000
const MINUTES_MS = 5 * 60_000

let shop: StreetShop
let clock: LeapClock
let terminal: CounterTerminal
let visit: Visit
let clerk: Clerk
let order: string

before(async () => {
  clock = new LeapClock()
  shop = await openStreetShop({
    service: { timings: { authorizeMs: 0 } },
    bff: { clock },
  })
  terminal = await shop.terminal('Back counter')
})
after(() => shop.close())
beforeEach(async () => {
  visit = await browser.visit()
  // Without a connection nothing loads; after a leap the page's last nonce is expired.
  visit.expect(/net::ERR_/, /status of (401|503)/, /answer 503/)
  order = await shop.newOrder()
  const page = await visit.tab()
  await page.clock.install()
  clerk = await new Clerk(page).open(shop.siteUrl, order)
  await clerk.choose('Back counter')
})
afterEach(async () => {
  await shop.street.heal()
  await visit.leave()
})

/** Advances the clocks of both sides. */
async function pass(ms: number): Promise<void> {
  clock.leap(ms)
  await clerk.page.clock.fastForward(ms)
}

const starts = (): number => shop.street.requests.filter((one) => START.test(one)).length
const chargeButtons = (): Promise<number> => clerk.button(/^Charge/).count()

/** The terminal was never asked for this order, and the ledger has no attempt that may still start. */
function nothingStarted(prompts: number): void {
  assert.equal(terminal.prompted.size, prompts)
  assert.deepEqual(shop.books.sessions(order), [])
  for (const { state } of shop.books.sales(order)) assert.equal(state, 'abandoned')
}

/** Charge again, with the line there: one sale, one charge. */
async function chargesOnce(prompts: number): Promise<void> {
  await clerk.press(AGAIN)
  await clerk.sees(CARD)
  await terminal.tap()
  await clerk.sees('Approved')
  assert.equal(terminal.prompted.size, prompts + 1)
  assert.equal(shop.books.sessions(order).length, 1)
  assert.equal(shop.books.charges(order).length, 1)
}

/** Sends a request that a proxy delayed, byte for byte; returns the status of the answer. */
async function deliver(bytes: Buffer): Promise<number> {
  const { hostname, port } = new URL(shop.stack.bffUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(bytes)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString('latin1'))?.[1])
}

test('D-99 a press without a connection: "not sent yet", then "not sent", and nothing starts after a reconnect minutes later', async () => {
  const [prompts, before] = [terminal.prompted.size, starts()]
  await shop.street.cut()
  await clerk.press('Charge $42.00 on Back counter')
  await clerk.sees(NOT_SENT_YET)
  await clerk.reads(/Nothing has reached the terminal\. We keep trying for 0:\d\d/)
  assert.equal(await clerk.button('Give up').count(), 1)
  assert.equal(await chargeButtons(), 0)
  await pass(PRESS_MS)
  await clerk.sees(NOT_SENT)
  assert.equal(await clerk.button('Give up').count(), 0)
  assert.equal(await clerk.button(AGAIN).count(), 1)
  await pass(MINUTES_MS)
  await shop.street.heal()
  // A request that repeated itself would leave within seconds.
  await clerk.page.clock.fastForward(10_000)
  const other = await new Clerk(await visit.tab()).open(shop.siteUrl, order)
  await other.sees('Choose a terminal')
  assert.equal(starts(), before)
  nothingStarted(prompts)
  await clerk.sees(NOT_SENT)
  await chargesOnce(prompts)
})

test('D-99 a press that the person abandons is not sent after the reconnect', async () => {
  const [prompts, before] = [terminal.prompted.size, starts()]
  await shop.street.cut()
  await clerk.press('Charge $42.00 on Back counter')
  await clerk.sees(NOT_SENT_YET)
  await clerk.press('Give up')
  await clerk.sees(NOT_SENT)
  await shop.street.heal()
  await clerk.page.clock.fastForward(10_000)
  const other = await new Clerk(await visit.tab()).open(shop.siteUrl, order)
  await other.sees('Choose a terminal')
  assert.equal(starts(), before)
  nothingStarted(prompts)
  await chargesOnce(prompts)
})

test('D-99 a reconnect within 15 seconds sends the press once', async () => {
  const [prompts, before] = [terminal.prompted.size, starts()]
  await shop.street.cut()
  await clerk.press('Charge $42.00 on Back counter')
  await clerk.sees(NOT_SENT_YET)
  await shop.street.heal()
  await clerk.sees(CARD)
  await terminal.tap()
  await clerk.sees('Approved')
  assert.equal(starts(), before + 1)
  assert.equal(terminal.prompted.size, prompts + 1)
  assert.equal(shop.books.charges(order).length, 1)
})

test('D-84 a start that a proxy delays for minutes and duplicates: "no answer yet", then "not sent", and no prompt', async () => {
  const prompts = terminal.prompted.size
  const held = shop.street.plan({ request: START, up: { type: 'swallow', at: 0 } })
  await clerk.press('Charge $42.00 on Back counter')
  await held.met
  const start = shop.street.exchanges.findLast(({ request }) => START.test(request))
  const bytes = await until('the whole start was held', () => {
    const sent = start?.sent()
    return sent?.at(-1) === '}'.charCodeAt(0) && sent
  })
  await shop.street.cut()
  await clerk.sees(NO_ANSWER)
  assert.deepEqual([await chargeButtons(), await clerk.button('Give up').count()], [0, 0])
  // As long as the proof of the request itself is good: 20 s are too late for the press alone.
  clock.leap(20_000)
  const answers = [await deliver(bytes), await deliver(bytes)]
  assert.ok(
    answers.every((status) => status >= 200 && status < 500),
    answers.join(),
  )
  assert.deepEqual(
    shop.books.sales(order).map(({ state, reason, send_count }) => [state, reason, send_count]),
    [['abandoned', 'expired', 0]],
  )
  await clerk.sees(NO_ANSWER)
  clock.leap(MINUTES_MS)
  await deliver(bytes)
  await shop.street.heal()
  await clerk.sees(NOT_SENT)
  nothingStarted(prompts)
  await chargesOnce(prompts)
})

test('D-99 a start whose answer is lost: "no answer yet", then the existing sale', async () => {
  const prompts = terminal.prompted.size
  const lost = shop.street.loseAnswer(START, () => void shop.street.cut())
  await clerk.press('Charge $42.00 on Back counter')
  await lost
  await clerk.sees(NO_ANSWER)
  await clerk.reads('The sale may have started. Do not charge again. We keep asking.')
  assert.equal(await chargeButtons(), 0)
  await terminal.prompt()
  await shop.street.heal()
  await clerk.sees(CARD)
  await terminal.tap()
  await clerk.sees('Approved')
  assert.equal(terminal.prompted.size, prompts + 1)
  assert.equal(shop.books.sessions(order).length, 1)
  assert.equal(shop.books.charges(order).length, 1)
})
