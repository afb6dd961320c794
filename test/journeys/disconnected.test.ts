// A disconnected terminal: the page explains it before a start, the BFF refuses a start fast when the terminal disconnects just
// before the press (P7), and the page shows its return.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ScreenTerminal } from './support/clerk.ts'
import { until } from '../kit/until.ts'
import { useTill } from './support/till.ts'

const till = useTill({ opens: true })

test('P7 the page explains a disconnected terminal and offers no charge', async () => {
  await till.clerk.choose('Pop-up stand')
  await till.clerk.reads('Pop-up stand is not connected')
  await till.clerk.reads('Look for the “Running...” notice on its screen.')
  assert.equal(await till.clerk.button('Charge $42.00 on Pop-up stand').isDisabled(), true)
  assert.equal(till.shop.books.sales(till.order).length, 0)
})

test('P7 a terminal that disconnects after the page’s read is refused within three seconds, without a session', async () => {
  const terminal = await till.shop.terminal('Back counter')
  till.visit.expect(/status of 424/)
  await till.clerk.choose('Back counter')
  const before = till.shop.books.sessionCount()
  terminal.unplug()
  const device = till.shop.stack.serviceUrl
  await until('the service knows', async () => {
    const answer = await fetch(`${device}/v1/Device`, { headers: { authorization: till.shop.stack.apiKey } })
    return /"JOURNEY-1"[^}]*"DISCONNECTED"/.test(await answer.text())
  })
  const began = performance.now()
  await till.clerk.press('Charge $42.00 on Back counter')
  await till.clerk.reads('Back counter is not connected')
  assert.ok(performance.now() - began < 3_000)
  assert.equal(till.shop.books.sessionCount(), before)
  assert.deepEqual(till.shop.books.charges(till.order), [])
  assert.equal(await till.clerk.button('Charge $42.00 on Back counter').isDisabled(), true)

  await terminal.plugIn()
  await till.clerk.press('Check again')
  await till.clerk.press('Charge $42.00 on Back counter')
  await terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  assert.equal(till.shop.books.charges(till.order).length, 1)
})

test('a terminal that is starting when the page opens becomes ready without a press', async () => {
  await till.clerk.choose('Front counter')
  await new ScreenTerminal(till.clerk.page).ready()
  await until('it can be charged', () => till.clerk.button('Charge $42.00 on Front counter').isEnabled())
})

test('a terminal that loses its network during a sale reconnects and takes the card', async () => {
  const screen = new ScreenTerminal(till.clerk.page)
  await screen.ready()
  await till.clerk.charge('$42.00', 'Front counter')
  await screen.shows('Tap, insert or swipe')
  await screen.press('Unplug network')
  await screen.shows('No network')
  await screen.press('Plug network in')
  await screen.present('Tap')
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  assert.equal(till.shop.books.charges(till.order).length, 1)
  assert.equal(till.shop.books.sessions(till.order).length, 1)
})
