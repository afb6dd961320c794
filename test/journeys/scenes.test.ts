// The scenario bar on the live demo, in front of real processes and sockets: a scene has its described effect and leaves the till
// unchanged.
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { Clerk, ScreenTerminal } from './support/clerk.ts'
import { useTill } from './support/till.ts'

// Another till has the terminal.
const till = useTill({ opens: true, expects: [/409 \(Conflict\)/] })

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
