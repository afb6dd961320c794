// Two visible pages of one order: each shows the other's actions, and later news of the payment service, within 3 s (D-89). When
// the payment service changes its answer, the earlier attempt is read again before a further one (D-86, INV-5).
import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, test } from 'node:test'
import { CARD, type Clerk, UNKNOWN } from './support/clerk.ts'
import { LeapClock } from './support/leap-clock.ts'
import { openAlteringLine, type Alter, type AlteringLine } from '../kit/line/altering-line.ts'
import { FENCE_MS, INITIATE, openShop, withoutLookup } from './support/shop.ts'
import { until } from '../kit/until.ts'
import { useTill } from './support/till.ts'

const RAN_OUT = /^No card in time – \$[\d,.]+ not charged$/
const AFTER_ALL = /^\$[\d,.]+ was charged after all$/
const AGAIN = 'Charge $42.00 again on Back counter'
/** D-89: the time until every page of the order shows a commit; a loaded machine gets a second more. */
const SHOWN_MS = 4_000

const clock = new LeapClock()
const till = useTill({ terminal: 'Back counter', expects: [/status of (401|409|422)/] }, async () => {
  const shop = await openShop(withoutLookup(clock))
  lying = await openAlteringLine()
  lying.lead(shop.stack.serviceUrl)
  shop.line.lead(lying.url)
  return shop
})
let lying: AlteringLine
let here: Clerk
let there: Clerk

after(() => lying.close())
beforeEach(async () => {
  here = await till.tab()
  there = await till.tab()
})
afterEach(() => lying.alter(null))

type Session = Readonly<Record<string, unknown>>

const FINAL = ['COMPLETED', 'TIMEOUT', 'ERROR', 'USER_CANCELLED', 'API_CANCELLED']
/** Fields that only a session with a result has. */
const OF_A_RESULT =
  /^(x?responseCode|xRefNum|xGateway\w+|approvalCode|xAuth\w+|Date|xEnteredDate|xCardType|xMaskedCardNumber|xEntryMethod|x?transactionResult)$/i

/** A session that ended otherwise, as one that timed out without a card. */
function timedOut(session: Session): Session {
  if (!FINAL.includes(String(session['status']))) return session
  const kept = Object.entries(session).filter(([name]) => name === 'xRefnum' || !OF_A_RESULT.test(name))
  return { ...Object.fromEntries(kept), status: 'TIMEOUT', xSessionStatus: 'TIMEOUT' }
}

/** Answers reads of a session with a changed one, or with another status. */
const falsify =
  (change: (session: Session) => Session | number): Alter =>
  async (request, forward) => {
    if (request.method !== 'GET' || !/\/v1\/Session\/(?!initiate)/.test(request.url)) return forward(request)
    const whole = new Request(request)
    // Without it the service answers 304, and the BFF keeps the answer that it has.
    whole.headers.delete('if-none-match')
    const answer = await forward(whole)
    if (answer.status !== 200) return answer
    const changed = change((await answer.json()) as Session)
    return typeof changed === 'number' ? new Response(null, { status: changed }) : Response.json(changed)
  }

const ended = (): Promise<unknown> =>
  until(
    'the attempt has ended',
    () => !['intent', 'sending', 'started'].includes(till.shop.books.sale(till.order).state),
  )

/** The customer pays, and the payment service reports a timeout to the BFF. */
async function paysAndTimesOut(): Promise<void> {
  lying.alter(falsify(timedOut))
  await here.charge('$42.00', 'Back counter')
  await here.sees(CARD)
  await till.terminal.tap()
  await until('the card was charged', () => till.shop.books.charges(till.order).length === 1)
  await ended()
  for (const clerk of [here, there]) {
    await clerk.sees(RAN_OUT)
    await clerk.reads(/not charged$/)
  }
}

test('P3 D-86 charging again after an approval reported as a timeout shows the approval on both pages and charges nothing', async () => {
  const prompts = till.terminal.prompted.size
  await paysAndTimesOut()
  lying.alter(null)
  await here.press(AGAIN)
  await here.sees(AFTER_ALL, SHOWN_MS)
  await there.sees(AFTER_ALL, SHOWN_MS)
  const [charge] = till.shop.books.charges(till.order)
  for (const clerk of [here, there]) {
    assert.equal(await clerk.fact('Reference'), charge?.ref_num)
    assert.equal(await clerk.button(/^Charge|another terminal/).count(), 0)
    // The live region follows the title.
    await until('the end is spoken', async () => (await clerk.spoken()).includes(' was charged after all'))
    assert.equal(await clerk.pay.getByText(/– not charged$/).count(), 0)
  }
  assert.equal(till.terminal.prompted.size, prompts + 1)
  assert.deepEqual(
    [till.shop.books.sessions(till.order).length, till.shop.books.charges(till.order).length],
    [1, 1],
  )
})

test('P3 D-86 the earlier attempt cannot be read: nothing is sent and the page says so; once it is confirmed unpaid, one sale starts', async () => {
  await here.charge('$42.00', 'Back counter')
  await here.sees(CARD)
  await till.terminal.cancel()
  await here.sees(/^Canceled on the terminal – \$[\d,.]+ not charged$/)
  lying.alter(falsify(() => 503))
  await here.press(AGAIN)
  await here.reads('Nothing was sent. An earlier attempt of this order is being checked first.')
  await here.sees(/^Canceled on the terminal – \$[\d,.]+ not charged$/)
  assert.equal(till.shop.books.sessions(till.order).length, 1)
  lying.alter(null)
  // A refused start may be sent again after three seconds.
  clock.leap(3_000)
  await here.press(AGAIN)
  await here.sees(CARD)
  assert.equal(await here.pay.getByText('being checked first').count(), 0)
  await till.terminal.tap()
  await here.sees(/^\$[\d,.]+ approved$/)
  assert.deepEqual(
    [till.shop.books.sessions(till.order).length, till.shop.books.charges(till.order).length],
    [2, 1],
  )
})

test('D-89 the other page shows a further attempt and its approval within three seconds, though it showed an end', async (t) => {
  await here.charge('$42.00', 'Back counter')
  await till.terminal.prompt()
  await till.terminal.cancel()
  for (const clerk of [here, there]) await clerk.sees(/^Canceled on the terminal – \$[\d,.]+ not charged$/)
  await here.press(AGAIN)
  await here.sees(CARD)
  const beganAt = performance.now()
  await there.sees(CARD, SHOWN_MS)
  t.diagnostic(`the other page shows the attempt ${Math.round(performance.now() - beganAt)} ms later`)
  await till.terminal.tap()
  await here.sees(/^\$[\d,.]+ approved$/)
  await there.sees(/^\$[\d,.]+ approved$/, SHOWN_MS)
  assert.equal(await there.button(/^Charge/).count(), 0)
  assert.equal(till.shop.books.charges(till.order).length, 1)
})

test('D-89 the other page shows the doubt and what the manager decided within three seconds, though it showed an end', async () => {
  await here.charge('$42.00', 'Back counter')
  await till.terminal.prompt()
  await till.terminal.cancel()
  for (const clerk of [here, there]) await clerk.sees(/^Canceled on the terminal – \$[\d,.]+ not charged$/)
  const lost = till.shop.line.loseAnswer(INITIATE)
  await here.press(AGAIN)
  await lost
  await here.sees(UNKNOWN)
  await there.sees(UNKNOWN, SHOWN_MS)
  assert.equal(await there.button(/^Charge/).count(), 0)
  await till.terminal.cancel()
  await here.signIn(till.shop.stack.managerPin)
  await here.reads(/You can settle this in \d:/)
  clock.leap(FENCE_MS)
  await here.press('Mark as not paid')
  await here.pay.getByLabel('I have looked: no payment was made').check()
  await here.press('Mark as not paid')
  await here.sees(/^\$[\d,.]+ marked as not paid$/)
  await there.sees(/^\$[\d,.]+ marked as not paid$/, SHOWN_MS)
  assert.equal(till.shop.books.sessions(till.order).length, 2)
})
