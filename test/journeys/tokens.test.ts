// The token expires during a sale and the page has no valid one: the sale goes on, its outcome is recorded, and it is shown as
// soon as the page has a token again (P66).
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { test } from 'node:test'
import type { Clerk } from './support/clerk.ts'
import { openShop } from './support/shop.ts'
import { bring, ForwardClock, LOST, standingOptions, type Standing } from './support/standing.ts'
import { until } from '../kit/until.ts'
import { useTill } from './support/till.ts'

/** The time between the opening of the page and the sale; a token lives 15 minutes. */
const OPENED_BEFORE_MS = 14 * 60_000
/** After that it has ended, and no limit of the sale has passed. */
const ENDED_MS = 70_000
/** The time without a token, and the greatest number of requests for one in that time: two for each try, one after the other. */
const WITHOUT_MS = 3_000
const ASKED_MOST = 10

/** The result of the page's `getToken`, and the state of the sale meanwhile. */
const CASES: readonly (readonly [Standing, string])[] = [
  ['still waiting', 'gives the token of another order'],
  ['contacting', 'rejects'],
  ['card', 'hangs and answers after all'],
  ['authorising', 'gives rubbish'],
  ['unknown', 'rejects'],
]

const clock = new ForwardClock()
const till = useTill(
  { terminalPerTest: true, expects: [/status of 40[134]/, /terminal-pay> (token|sale-not-found)/] },
  () => openShop(standingOptions(clock)),
)

/** From now on the page's callback does this; `tokens.mend()` in the page ends it. */
async function spoil(clerk: Clerk, way: string, otherOrder: string): Promise<void> {
  await clerk.page.evaluate(
    ([wanted, other]) => {
      const pay = document.querySelector('terminal-pay')!
      const good = pay.getToken!
      const waiting: (() => void)[] = []
      const tokens = {
        asked: 0,
        mend() {
          pay.getToken = good
          for (const answer of waiting) answer()
        },
      }
      Object.assign(globalThis, { tokens })
      pay.getToken = async (wish) => {
        tokens.asked += 1
        if (wanted === 'rejects') throw new Error('signed out')
        if (wanted === 'gives rubbish') return 'rubbish'
        if (wanted === 'hangs and answers after all') {
          await new Promise<void>((resolve) => waiting.push(resolve))
          return good(wish)
        }
        const body = JSON.stringify({ ...wish, order: other })
        const headers = { 'Content-Type': 'application/json' }
        const answer = await fetch('/api/token', { method: 'POST', headers, body })
        return (await answer.json()) as { token: string; expiresInSeconds: number; nonce: string }
      }
    },
    [way, otherOrder] as const,
  )
}

/** The connection is lost and taken up again, which needs a token. */
const loseConnection = (clerk: Clerk): Promise<unknown> =>
  clerk.page.evaluate(() => {
    dispatchEvent(new Event('offline'))
    dispatchEvent(new Event('online'))
  })

/** The page is open for a while, and reads its order as it does every few seconds: its time is the BFF's. */
async function rest(page: Page): Promise<void> {
  clock.forward(OPENED_BEFORE_MS)
  let read = false
  void page.waitForResponse((response) => response.url().endsWith('/v1/checkout')).then(() => (read = true))
  await until('the page reads its order again', async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    return read
  })
}

for (const [standing, way] of CASES)
  // P66 asserts: outcome recorded and shown, 1 session, expiry in ${#CASES} states.
  test(`P66 ${standing}: the token expires and getToken ${way}; the outcome is recorded, and shown after recovery`, async () => {
    const point = await bring(standing, till, clock, await till.visit.tab(), rest)
    const { clerk, order } = point
    const beganAt = performance.now()
    // Before the token expires: the page would renew it if it could.
    await spoil(clerk, way, till.order)
    clock.forward(ENDED_MS)
    await loseConnection(clerk)
    await clerk.reads(LOST)
    await point.finish()
    const state = standing === 'unknown' ? 'in_doubt' : 'approved'
    await until(`the sale is ${state}`, () => till.shop.books.sale(order).state === state)
    await until('the page was without a token', () => performance.now() - beganAt >= WITHOUT_MS)
    const asked = await until('the page asked for a token', async () => {
      const times = await clerk.page.evaluate<number>('tokens.asked')
      return times > 0 && times
    })
    const most = (ASKED_MOST * (performance.now() - beganAt)) / WITHOUT_MS
    assert.ok(asked <= most, `asked ${asked} times`)
    assert.deepEqual(await clerk.settled(), [])
    await clerk.page.evaluate('tokens.mend()')
    await clerk.sees(point.outcome)
    await clerk.pay.getByText(LOST).first().waitFor({ state: 'hidden' })
    assert.deepEqual([till.shop.books.sales(order).length, till.shop.books.sessions(order).length], [1, 1])
    if (standing === 'unknown') await till.terminal.cancel()
  })
