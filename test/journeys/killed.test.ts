// Service and BFF are killed with SIGKILL during a sale and restart on the same files: nothing is lost, nothing is charged twice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AWAY } from './support/browser.ts'
import { CARD, UNKNOWN } from './support/clerk.ts'
import { openProcesses } from './support/processes.ts'
import { until } from '../kit/until.ts'
import { INITIATE } from './support/shop.ts'
import { useTill } from './support/till.ts'

/** P4: the time from the restart of the process to the correct state. */
const RECOVERY_MS = 20_000

const till = useTill(
  { shopPerTest: true, terminal: 'Front counter', opens: true, expects: AWAY },
  openProcesses,
)

/** Approved everywhere: on the page, in the ledger and in the charge log, once. */
async function isPaidOnce(): Promise<void> {
  await till.clerk.sees(/^\$[\d,.]+ approved$/, RECOVERY_MS)
  const charges = till.shop.books.charges(till.order)
  assert.deepEqual(
    charges.map(({ status }) => status),
    ['approved'],
  )
  assert.equal(till.shop.books.sessions(till.order).length, 1)
  assert.equal(till.shop.books.sales(till.order).length, 1)
  assert.equal(till.shop.books.sale(till.order).reference, charges[0]?.ref_num)
  assert.equal(await till.clerk.fact('Reference'), charges[0]?.ref_num)
  assert.equal(till.shop.line.requests.filter((one) => INITIATE.test(one)).length, 1)
  assert.deepEqual(await till.clerk.settled(), ['approved'])
}

test('P4 the service is killed during the prompt and restarts, and the card is charged once', async () => {
  await till.clerk.charge('$42.00', 'Front counter')
  await till.clerk.sees(CARD)
  await till.shop.service.kill()
  await till.shop.service.revive()
  await till.terminal.online()
  await till.terminal.tap()
  await isPaidOnce()
})

test('P4 the service is killed between authorization and display: the result is delivered', async () => {
  till.terminal.habits.slowResult = true
  await till.clerk.charge('$42.00', 'Front counter')
  await till.terminal.tap()
  await till.terminal.result()
  await till.shop.service.kill()
  till.terminal.habits.slowResult = false
  await till.shop.service.revive()
  await isPaidOnce()
})

test('P4 the BFF is killed during a sale that is paid meanwhile: the page shows the approval after its return', async () => {
  await till.clerk.charge('$42.00', 'Front counter')
  await till.clerk.sees(CARD)
  await till.shop.bff.kill()
  await till.clerk.reads(/^No news since .* – the terminal shows the result$/, 3_000)
  await till.terminal.tap()
  await till.terminal.result()
  await till.shop.bff.revive()
  await isPaidOnce()
})

test('P2 the BFF is killed while it waits for the initiate’s answer: nothing is sent again, and the result is unknown', async () => {
  const asked = till.shop.line.loseAnswer(INITIATE, () => {})
  await till.clerk.charge('$42.00', 'Front counter')
  await asked
  await till.shop.bff.kill()
  await till.shop.bff.revive()
  await till.clerk.sees(UNKNOWN, RECOVERY_MS)
  await till.terminal.tap()
  await until('the terminal has charged', () => till.shop.books.charges(till.order).length === 1)
  const sale = till.shop.books.sale(till.order)
  assert.deepEqual([sale.state, sale.reason, sale.send_count], ['in_doubt', 'no_session', 1])
  assert.equal(till.shop.books.sessions(till.order).length, 1)
  assert.equal(till.shop.line.requests.filter((one) => INITIATE.test(one)).length, 1)
  assert.equal(await till.clerk.button(/Charge/).count(), 0)
})

test('P12 without a watcher, the BFF is killed before it reads the payment: the shop’s server still gets the webhook', async () => {
  await till.clerk.charge('$42.00', 'Front counter')
  await till.clerk.sees(CARD)
  await till.clerk.page.close()
  await till.shop.bff.kill()
  await till.terminal.tap()
  await till.terminal.result()
  await till.shop.bff.revive()
  const received = await till.shop.hooks.received(till.order, 0, RECOVERY_MS, new AbortController().signal)
  assert.deepEqual(
    received.map(({ event }) => [event.type, 'sale' in event ? event.sale.reference : null]),
    [['sale.approved', till.shop.books.charges(till.order)[0]?.ref_num]],
  )
})
