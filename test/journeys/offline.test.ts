// The clerk's computer loses its network during a sale: the page shows it within three seconds and recovers within three (P61).
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { CARD } from './support/clerk.ts'
import { openProcesses } from './support/processes.ts'
import { until } from '../kit/until.ts'
import { useTill } from './support/till.ts'

const LOST = /^No news since .* – the terminal shows the result$/
const SAID_MS = 3_000
const HEALED_MS = 3_000
/** Longer than the first tries to come back. */
const AWAY_MS = 5_000

const till = useTill(
  { terminal: 'Front counter', opens: true, expects: [/Failed to load resource: net::ERR_/] },
  openProcesses,
)
beforeEach(async () => {
  await till.clerk.charge('$42.00', 'Front counter')
  await till.clerk.sees(CARD)
})

async function isPaidOnce(): Promise<void> {
  await till.clerk.sees(/^\$[\d,.]+ approved$/, HEALED_MS)
  await till.clerk.pay.getByText(LOST).first().waitFor({ state: 'hidden' })
  assert.equal(till.shop.books.sessions(till.order).length, 1)
  assert.equal(till.shop.books.charges(till.order).length, 1)
  assert.deepEqual(await till.clerk.settled(), ['approved'])
}

test('P61 the connection is cut during the tap: shown, and the approval follows the reconnect', async () => {
  await till.shop.street.cut()
  await till.clerk.reads(LOST, SAID_MS)
  await till.terminal.tap()
  await until('the sale is approved', () => till.shop.books.sale(till.order).state === 'approved')
  await till.shop.street.heal()
  await isPaidOnce()
})

test('P61 the computer is offline for five seconds: shown at once, and the approval follows the reconnect', async () => {
  const began = performance.now()
  await till.visit.context.setOffline(true)
  await till.shop.street.cut()
  await till.clerk.reads(LOST, SAID_MS)
  await till.terminal.tap()
  await until('the sale is approved', () => till.shop.books.sale(till.order).state === 'approved')
  await until('five seconds are over', () => performance.now() - began >= AWAY_MS)
  await till.shop.street.heal()
  await till.visit.context.setOffline(false)
  await isPaidOnce()
})

test('P61 the network returns before the tap: the sale continues normally', async () => {
  await till.visit.context.setOffline(true)
  await till.shop.street.cut()
  await till.clerk.reads(LOST, SAID_MS)
  await till.shop.street.heal()
  await till.visit.context.setOffline(false)
  await till.clerk.pay.getByText(LOST).first().waitFor({ state: 'hidden', timeout: HEALED_MS })
  await till.clerk.sees(CARD)
  await till.terminal.tap()
  await isPaidOnce()
})
