// The page gets no token: it names the cause, retries by itself, and becomes ready without a press (D-105, D-106).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from 'playwright-core'
import { CARD, Clerk } from './support/clerk.ts'
import { until } from '../kit/until.ts'
import { useTill } from './support/till.ts'

const RUNNING = 'A transaction may be running. Look at the terminal.'
/** D-106: the longest pause between two tries, and the try itself. */
const BACK_MS = 16_000

/** Answers of the page's server, with the text of the page for each. */
const FAULTS: readonly (readonly [name: string, answer: (route: Route) => Promise<void>, said: string])[] = [
  ['cannot be reached', (route) => route.abort(), 'This page cannot reach its server. Check the connection.'],
  [
    'says that the person is signed out',
    (route) => route.fulfill({ status: 401, json: { message: 'Sign in.' } }),
    'You are signed out, or may not do this here. Sign in again, or ask a manager.',
  ],
  [
    'has too many requests',
    (route) => route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: {} }),
    'The payment server is busy: too many requests at once.',
  ],
  [
    'is not ready',
    (route) => route.fulfill({ status: 503, body: 'down' }),
    'The payment server is not ready right now.',
  ],
]

const till = useTill({
  terminal: 'Back counter',
  expects: [/status of (401|429|503)/, /ERR_FAILED/, /answer 503/, /terminal-pay> token/],
})

test('D-105 each cause has a separate message, and every page becomes ready once the cause ends', async (t) => {
  const clerks: Clerk[] = []
  for (const [, answer] of FAULTS) {
    const page = await till.visit.tab()
    await page.route('**/api/token', answer)
    await page.goto(`${till.shop.siteUrl}/orders/${till.order}`)
    clerks.push(new Clerk(page))
  }
  for (const [index, [name, , said]] of FAULTS.entries()) {
    const clerk = clerks[index]!
    await clerk.sees(said)
    await clerk.reads(/^Trying again/)
    assert.equal(await clerk.pay.getByText(/not set up|may be running/).count(), 0, name)
    await until(`it is spoken that the server ${name}`, async () => (await clerk.spoken()).includes(said))
  }
  const beganAt = performance.now()
  for (const { page } of clerks) await page.unroute('**/api/token')
  for (const clerk of clerks) await clerk.sees('Choose a terminal', BACK_MS)
  t.diagnostic(`all ready ${Math.round(performance.now() - beganAt)} ms after`)
})

test('D-107 a reload during a sale while signed out shows that a sale may be running, then the sale', async () => {
  const clerk = await till.tab()
  await clerk.charge('$42.00', 'Back counter')
  await clerk.sees(CARD)
  await clerk.page.route('**/api/token', (route) =>
    route.fulfill({ status: 401, json: { message: 'Sign in.' } }),
  )
  await clerk.page.reload()
  await clerk.sees(RUNNING)
  await clerk.reads('You are signed out, or may not do this here. Sign in again, or ask a manager.')
  await until('it is spoken', async () => (await clerk.spoken()).startsWith(RUNNING))
  assert.equal(await clerk.button(/^Charge/).count(), 0)
  await clerk.page.unroute('**/api/token')
  await clerk.sees(CARD, BACK_MS)
  await till.terminal.tap()
  await clerk.sees(/^\$[\d,.]+ approved$/)
  assert.deepEqual(
    [till.shop.books.sessions(till.order).length, till.shop.books.charges(till.order).length],
    [1, 1],
  )
})

test('D-107 a reload without a token after a paid sale shows no running sale', async () => {
  const clerk = await till.tab()
  await clerk.charge('$42.00', 'Back counter')
  await till.terminal.tap()
  await clerk.sees(/^\$[\d,.]+ approved$/)
  await clerk.page.route('**/api/token', (route) => route.abort())
  await clerk.page.reload()
  await clerk.sees('This page cannot reach its server. Check the connection.')
  await clerk.page.unroute('**/api/token')
  await clerk.sees(/^\$[\d,.]+ approved$/, BACK_MS)
})
