// Service and BFF are killed with SIGKILL during a sale and restart on the same files: nothing is lost, nothing is charged twice.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk } from './support/clerk.ts'
import { openProcesses, type ProcessShop } from './support/processes.ts'
import type { CounterTerminal } from '../kit/terminal.ts'
import { until } from '../kit/until.ts'

const browser = useBrowser()
/** Console errors while a server is down. */
const AWAY = [/Failed to load resource/, /ERR_CONNECTION/, /answer 503/, /terminal-pay> network/]
/** P4: the time from the restart of the process to the correct state. */
const RECOVERY_MS = 20_000

let shop: ProcessShop
let terminal: CounterTerminal
let visit: Visit
let clerk: Clerk
let order: string

beforeEach(async () => {
  shop = await openProcesses()
  terminal = await shop.terminal('Front counter')
  visit = await browser.visit()
  visit.expect(...AWAY)
  order = await shop.newOrder()
  clerk = await new Clerk(await visit.tab()).open(shop.siteUrl, order)
})
afterEach(async () => {
  await visit.leave()
  await shop.close()
})

/** Approved everywhere: on the page, in the ledger and in the charge log, once. */
async function isPaidOnce(): Promise<void> {
  await clerk.sees('Approved', RECOVERY_MS)
  const charges = shop.books.charges(order)
  assert.deepEqual(
    charges.map(({ status }) => status),
    ['approved'],
  )
  assert.equal(shop.books.sessions(order).length, 1)
  assert.equal(shop.books.sales(order).length, 1)
  assert.equal(shop.books.sale(order).reference, charges[0]?.ref_num)
  assert.equal(await clerk.fact('Reference'), charges[0]?.ref_num)
  assert.equal(shop.line.requests.filter((one) => one === 'POST /v1/Session/initiate').length, 1)
  assert.deepEqual(await clerk.settled(), ['approved'])
}

test('P4 the service is killed during the prompt and restarts, and the card is charged once', async () => {
  await clerk.charge('$42.00', 'Front counter')
  await clerk.sees('Tap, insert or swipe the card')
  await shop.service.kill()
  await shop.service.revive()
  await terminal.online()
  await terminal.tap()
  await isPaidOnce()
})

test('P4 the service is killed between authorization and display: the result is delivered', async () => {
  terminal.habits.slowResult = true
  await clerk.charge('$42.00', 'Front counter')
  await terminal.tap()
  await terminal.result()
  await shop.service.kill()
  terminal.habits.slowResult = false
  await shop.service.revive()
  await isPaidOnce()
})

test('P4 the BFF is killed during a sale that is paid meanwhile: the page shows the approval after its return', async () => {
  await clerk.charge('$42.00', 'Front counter')
  await clerk.sees('Tap, insert or swipe the card')
  await shop.bff.kill()
  await clerk.reads(/^No news since .* – the terminal shows the result$/, 3_000)
  await terminal.tap()
  await terminal.result()
  await shop.bff.revive()
  await isPaidOnce()
})

test('P2 the BFF is killed while it waits for the initiate’s answer: nothing is sent again, and the result is unknown', async () => {
  const asked = shop.line.loseAnswer(/^POST \/v1\/Session\/initiate$/, () => {})
  await clerk.charge('$42.00', 'Front counter')
  await asked
  await shop.bff.kill()
  await shop.bff.revive()
  await clerk.sees('Result unknown. Do not charge again yet', RECOVERY_MS)
  await terminal.tap()
  await until('the terminal has charged', () => shop.books.charges(order).length === 1)
  const sale = shop.books.sale(order)
  assert.deepEqual([sale.state, sale.reason, sale.send_count], ['in_doubt', 'no_session', 1])
  assert.equal(shop.books.sessions(order).length, 1)
  assert.equal(shop.line.requests.filter((one) => one === 'POST /v1/Session/initiate').length, 1)
  assert.equal(await clerk.button(/Charge/).count(), 0)
})

test('P12 without a watcher, the BFF is killed before it reads the payment: the shop’s server still gets the webhook', async () => {
  await clerk.charge('$42.00', 'Front counter')
  await clerk.sees('Tap, insert or swipe the card')
  await clerk.page.close()
  await shop.bff.kill()
  await terminal.tap()
  await terminal.result()
  await shop.bff.revive()
  const received = await shop.hooks.received(order, 0, RECOVERY_MS, new AbortController().signal)
  assert.deepEqual(
    received.map(({ event }) => [event.type, 'sale' in event ? event.sale.reference : null]),
    [['sale.approved', shop.books.charges(order)[0]?.ref_num]],
  )
})
