// An upstream that is a strict copy of the specification: no long poll, no cancel, no look-up, no progress states. The sale is
// followed by polling alone.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { useBrowser, type Visit } from './support/browser.ts'
import { Clerk } from './support/clerk.ts'
import { openProcesses, type ProcessShop } from './support/processes.ts'
import type { CounterTerminal } from '../kit/terminal.ts'

const browser = useBrowser()

let shop: ProcessShop
let terminal: CounterTerminal
let visit: Visit

before(async () => {
  shop = await openProcesses({ strict: true })
  terminal = await shop.terminal('Front counter')
})
after(() => shop.close())
beforeEach(async () => {
  visit = await browser.visit()
})
afterEach(() => visit.leave())

test('a sale is approved at a service without long-polling', async () => {
  const order = await shop.newOrder()
  const clerk = await new Clerk(await visit.tab()).open(shop.siteUrl, order)
  await clerk.charge('$42.00', 'Front counter')
  await clerk.sees('Follow the terminal Front counter')
  assert.equal(await clerk.button('Cancel the sale').count(), 0)
  await clerk.button('Hide this sale').waitFor()
  await terminal.tap()
  await clerk.sees('Approved')
  const [charge] = shop.books.charges(order)
  assert.equal(shop.books.charges(order).length, 1)
  assert.equal(await clerk.fact('Reference'), charge?.ref_num)
  const reads = shop.line.requests.filter((one) => one.startsWith('GET /v1/Session/'))
  assert.ok(reads.length >= 1 && reads.length < 20, `${reads.length} reads`)
})

test('a sale continues without a watcher and is shown again', async () => {
  const order = await shop.newOrder()
  const clerk = await new Clerk(await visit.tab()).open(shop.siteUrl, order)
  await clerk.charge('$42.00', 'Front counter')
  await clerk.press('Hide this sale')
  await clerk.sees('Sale hidden')
  await clerk.reads(/Hiding did not cancel it/)
  await terminal.tap()
  await terminal.result()
  await clerk.press('Show the sale')
  await clerk.sees('Approved')
  assert.equal(shop.books.charges(order).length, 1)
})
