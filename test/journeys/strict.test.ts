// An upstream that is a strict copy of the specification: no long poll, no cancel, no look-up, no progress states. The sale is
// followed by polling alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openProcesses } from './support/processes.ts'
import { useTill } from './support/till.ts'

const till = useTill({ terminal: 'Front counter', opens: true }, () => openProcesses({ strict: true }))

test('a sale is approved at a service without long-polling', async () => {
  await till.clerk.charge('$42.00', 'Front counter')
  await till.clerk.sees('Follow the terminal Front counter')
  assert.equal(await till.clerk.button('Cancel the sale').count(), 0)
  await till.clerk.button('Hide this sale').waitFor()
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  const [charge] = till.shop.books.charges(till.order)
  assert.equal(till.shop.books.charges(till.order).length, 1)
  assert.equal(await till.clerk.fact('Reference'), charge?.ref_num)
  const reads = till.shop.line.requests.filter((one) => one.startsWith('GET /v1/Session/'))
  assert.ok(reads.length >= 1 && reads.length < 20, `${reads.length} reads`)
})

test('a sale continues without a watcher and is shown again', async () => {
  await till.clerk.charge('$42.00', 'Front counter')
  await till.clerk.press('Hide this sale')
  await till.clerk.sees('This sale may still be open')
  await till.clerk.reads(/Hiding did not cancel it/)
  await till.terminal.tap()
  await till.terminal.result()
  await till.clerk.press('Show the sale')
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  assert.equal(till.shop.books.charges(till.order).length, 1)
})
