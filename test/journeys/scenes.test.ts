// The scenario bar on the live demo, in front of real processes and sockets: a scene has its described effect and leaves the till
// unchanged.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { Clerk, ScreenTerminal, UNKNOWN } from './support/clerk.ts'
import { LeapClock } from './support/leap-clock.ts'
import { openShop } from './support/shop.ts'
import { useTill } from './support/till.ts'

/** Longer than the interval between look-ups of a sale without a known result. */
const LOOK_MS = 40_000

const clock = new LeapClock()
let repairLine = (): void => {}
// Another till has the terminal.
const till = useTill({ opens: true, expects: [/409 \(Conflict\)/] }, () =>
  openShop({ bff: { clock }, repairLine: () => repairLine() }),
)

test('a busy terminal, a page loaded in the middle of a sale, and a second tab, one after the other', async () => {
  const { page } = till.clerk
  const bar = page.locator('scenario-bar')
  const begin = (scene: string): Promise<void> =>
    bar.getByRole('button', { name: scene, exact: true }).click()
  const ends = (text: RegExp): Promise<void> => bar.getByText(text).waitFor({ timeout: 30_000 })
  const order = (): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await begin('Busy')
  await till.clerk.sees(/^Waiting for .* – \$[\d.]+ not charged yet$/)
  assert.equal(till.shop.books.charges(order()).length, 0)
  await ends(/The waiting charge started once/)
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  assert.equal(till.shop.books.charges(order()).length, 1)

  await begin('Reload')
  await ends(/The same sale came back/)
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  assert.equal(till.shop.books.charges(order()).length, 1)

  await begin('Second tab')
  const opened = till.visit.context.waitForEvent('page')
  await bar.getByRole('button', { name: 'Open the second tab' }).click()
  const other = await opened
  await new ScreenTerminal(other).present('Tap')
  await new Clerk(other).sees(/^\$[\d,.]+ approved$/)
  await ends(/Both tabs show the end/)
  assert.equal(till.shop.books.charges(order()).length, 1)
})

test('a scene after a lost answer waits until the terminal is free, and calls nothing present before it is', async () => {
  const { page } = till.clerk
  const bar = page.locator('scenario-bar')
  const losses = till.shop.line.plan({
    request: /^(POST \/v1\/Session\/initiate$|GET \/v1\/Session\?)/,
    down: { type: 'cut', at: 0 },
    times: Infinity,
  })
  await till.clerk.charge('$42.00', 'Front counter')
  await till.clerk.sees(UNKNOWN)
  await new ScreenTerminal(page).present('Tap')

  let repairs = 0
  repairLine = () => {
    repairs += 1
  }
  await bar.getByRole('button', { name: 'Offline', exact: true }).click()
  await bar.getByText(/Next:\s*An earlier sale still holds the terminal/).waitFor()
  assert.equal(repairs, 1)
  assert.equal(await bar.getByText(/This page has lost its connection/).count(), 0)
  losses.drop()
  clock.leap(LOOK_MS)
  await bar.getByText(/Now:\s*This page has lost its connection/).waitFor({ timeout: 30_000 })
})
