// Charge is pressed while the page cannot reach the BFF: the page reports that nothing was sent, and nothing is ever sent later
// (D-99, INV-21). The test checks the sessions of the service and the prompts of the terminal.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, test } from 'node:test'
import { CARD } from './support/clerk.ts'
import { LeapClock } from './support/leap-clock.ts'
import { openStreetShop } from './support/shop.ts'
import { until } from '../kit/until.ts'
import { useTill } from './support/till.ts'

const NOT_SENT_YET = 'Not sent yet – no connection'
const NOT_SENT = /^\$[\d,.]+ not sent – not charged$/
const NO_ANSWER = 'No answer yet – look at the terminal'
const AGAIN = 'Charge $42.00 again on Back counter'
const START = /^POST \/v1\/sales$/
/** D-99: a press reaches a terminal within this time, or never. */
const PRESS_MS = 15_000
const MINUTES_MS = 5 * 60_000

const clock = new LeapClock()
const till = useTill(
  // Without a connection nothing loads; after a leap the page's last nonce is expired.
  { terminal: 'Back counter', expects: [/net::ERR_/, /status of (401|503)/, /answer 503/] },
  () => openStreetShop({ bff: { clock } }),
)
beforeEach(async () => {
  till.clerk = await till.tab((page) => page.clock.install())
  await till.clerk.choose('Back counter')
})
afterEach(() => till.shop.street.heal())

/** Advances the clocks of both sides. */
async function pass(ms: number): Promise<void> {
  clock.leap(ms)
  await till.clerk.page.clock.fastForward(ms)
}

const starts = (): number => till.shop.street.requests.filter((one) => START.test(one)).length
const chargeButtons = (): Promise<number> => till.clerk.button(/^Charge/).count()

/** The terminal was never asked for this order, and the ledger has no attempt that may still start. */
function nothingStarted(prompts: number): void {
  assert.equal(till.terminal.prompted.size, prompts)
  assert.deepEqual(till.shop.books.sessions(till.order), [])
  for (const { state } of till.shop.books.sales(till.order)) assert.equal(state, 'abandoned')
}

/** Charge again, with the line there: one sale, one charge. */
async function chargesOnce(prompts: number): Promise<void> {
  await till.clerk.press(AGAIN)
  await till.clerk.sees(CARD)
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  assert.equal(till.terminal.prompted.size, prompts + 1)
  assert.equal(till.shop.books.sessions(till.order).length, 1)
  assert.equal(till.shop.books.charges(till.order).length, 1)
}

/** Sends a request that a proxy delayed, byte for byte; returns the status of the answer. */
async function deliver(bytes: Buffer): Promise<number> {
  const { hostname, port } = new URL(till.shop.stack.bffUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(bytes)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString('latin1'))?.[1])
}

/** Presses while the line is cut; returns the counts of prompts and starts before. */
async function pressWithoutLine(): Promise<{ readonly prompts: number; readonly before: number }> {
  const counts = { prompts: till.terminal.prompted.size, before: starts() }
  await till.shop.street.cut()
  await till.clerk.press('Charge $42.00 on Back counter')
  await till.clerk.sees(NOT_SENT_YET)
  return counts
}

/** Ten seconds later no start has left, and another tab sees a free order. */
async function nothingLeaves(prompts: number, before: number): Promise<void> {
  await till.clerk.page.clock.fastForward(10_000)
  const other = await till.tab()
  await other.sees('Choose a terminal')
  assert.equal(starts(), before)
  nothingStarted(prompts)
}

test('D-99 a press without a connection: "not sent yet", then "not sent", and nothing starts after a reconnect minutes later', async () => {
  const { prompts, before } = await pressWithoutLine()
  await till.clerk.reads(/Nothing has reached the terminal\. We keep trying for 0:\d\d/)
  assert.equal(await till.clerk.button('Give up').count(), 1)
  assert.equal(await chargeButtons(), 0)
  await pass(PRESS_MS)
  await till.clerk.sees(NOT_SENT)
  assert.equal(await till.clerk.button('Give up').count(), 0)
  assert.equal(await till.clerk.button(AGAIN).count(), 1)
  await pass(MINUTES_MS)
  await till.shop.street.heal()
  // A request that repeated itself would leave within seconds.
  await nothingLeaves(prompts, before)
  await till.clerk.sees(NOT_SENT)
  await chargesOnce(prompts)
})

test('D-99 a press that the person abandons is not sent after the reconnect', async () => {
  const { prompts, before } = await pressWithoutLine()
  await till.clerk.press('Give up')
  await till.clerk.sees(NOT_SENT)
  await till.shop.street.heal()
  await nothingLeaves(prompts, before)
  await chargesOnce(prompts)
})

test('D-99 a reconnect within 15 seconds sends the press once', async () => {
  const { prompts, before } = await pressWithoutLine()
  await till.shop.street.heal()
  await till.clerk.sees(CARD)
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  assert.equal(starts(), before + 1)
  assert.equal(till.terminal.prompted.size, prompts + 1)
  assert.equal(till.shop.books.charges(till.order).length, 1)
})

test('D-84 a start that a proxy delays for minutes and duplicates: "no answer yet", then "not sent", and no prompt', async () => {
  const prompts = till.terminal.prompted.size
  const held = till.shop.street.plan({ request: START, up: { type: 'swallow', at: 0 } })
  await till.clerk.press('Charge $42.00 on Back counter')
  await held.met
  const start = till.shop.street.exchanges.findLast(({ request }) => START.test(request))
  const bytes = await until('the whole start was held', () => {
    const sent = start?.sent()
    return sent?.at(-1) === '}'.charCodeAt(0) && sent
  })
  await till.shop.street.cut()
  await till.clerk.sees(NO_ANSWER)
  assert.deepEqual([await chargeButtons(), await till.clerk.button('Give up').count()], [0, 0])
  // As long as the proof of the request itself is good: 20 s are too late for the press alone.
  clock.leap(20_000)
  const answers = [await deliver(bytes), await deliver(bytes)]
  assert.ok(
    answers.every((status) => status >= 200 && status < 500),
    answers.join(),
  )
  assert.deepEqual(
    till.shop.books.sales(till.order).map(({ state, reason, send_count }) => [state, reason, send_count]),
    [['abandoned', 'expired', 0]],
  )
  await till.clerk.sees(NO_ANSWER)
  clock.leap(MINUTES_MS)
  await deliver(bytes)
  await till.shop.street.heal()
  await till.clerk.sees(NOT_SENT)
  nothingStarted(prompts)
  await chargesOnce(prompts)
})

test('D-99 a start whose answer is lost: "no answer yet", then the existing sale', async () => {
  const prompts = till.terminal.prompted.size
  const lost = till.shop.street.loseAnswer(START, () => void till.shop.street.cut())
  await till.clerk.press('Charge $42.00 on Back counter')
  await lost
  await till.clerk.sees(NO_ANSWER)
  await till.clerk.reads('The sale may have started. Do not charge again. We keep asking.')
  assert.equal(await chargeButtons(), 0)
  await till.terminal.prompt()
  await till.shop.street.heal()
  await till.clerk.sees(CARD)
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  assert.equal(till.terminal.prompted.size, prompts + 1)
  assert.equal(till.shop.books.sessions(till.order).length, 1)
  assert.equal(till.shop.books.charges(till.order).length, 1)
})
