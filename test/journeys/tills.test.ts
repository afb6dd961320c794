// Thirty tills opened at once against a BFF that mints ten tokens in ten seconds: none stays stuck, and none needs a press.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from './support/shop.ts'
import { until } from '../kit/until.ts'
import { useTill } from './support/till.ts'

const TILLS = 30
/** The limit of the BFF alone takes 20 s of them. */
const READY_MS = 60_000

const till = useTill(
  { terminal: 'Front counter', opens: true, expects: [/429/, /terminal-pay> token-limited/] },
  () =>
    // The limit is the BFF's own default.
    openShop({ bff: { limits: { mint: { count: 10, windowSeconds: 10 } } } }),
)

test('D-106 thirty tills opened at once become ready without a press, with at most thirty requests per second', async (t) => {
  const { page } = till.clerk
  const askedAtMs: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/token')) askedAtMs.push(performance.now())
  })
  const beganAtMs = performance.now()
  await page.evaluate((many) => {
    const { bffUrl, getToken } = document.querySelector('terminal-pay')!
    for (let made = 0; made < many; made += 1)
      document.body.append(Object.assign(document.createElement('terminal-pay'), { bffUrl, getToken }))
  }, TILLS)
  const phases = (): Promise<string[]> =>
    page.evaluate(() => [...document.querySelectorAll('terminal-pay')].map(({ phase }) => phase))
  await until('a till waits for its token', async () => (await phases()).includes('fault'))
  const said = await page.evaluate(() =>
    [...document.querySelectorAll('terminal-pay')]
      .filter(({ phase }) => phase === 'fault')
      .map(({ shadowRoot }) => shadowRoot!.querySelector('h2')!.textContent.trim()),
  )
  assert.deepEqual([...new Set(said)], ['The payment server is busy: too many requests at once.'])
  await until(
    `${TILLS} tills are ready`,
    async () => (await phases()).every((phase) => phase === 'choosing'),
    READY_MS,
  )
  const inSecond = (from: number): number => askedAtMs.filter((at) => at >= from && at < from + 1000).length
  const most = Math.max(...askedAtMs.filter((at) => at > beganAtMs + 1000).map(inSecond))
  t.diagnostic(
    `${TILLS} tills ready after ${Math.round(performance.now() - beganAtMs)} ms, ${askedAtMs.length} requests, ≤ ${most} per second`,
  )
  assert.ok(most <= TILLS, `${most} requests in one second`)
  assert.ok(askedAtMs.length <= 6 * TILLS, `${askedAtMs.length} requests`)
})
