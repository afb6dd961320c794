// A process that does not know a merchant, as between the reloads of two processes: it delays no sale of it, and says what is wrong.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@tapboard/store/testing'
import { createSalesOn } from '../sales.ts'
import { memoryStore, salesOf, sharedLedger } from '../ledger/store.testing.ts'
import { accessTo, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'
import { saleRequest } from '../sales.testing.ts'

void test('D-213 a sale that a process without its merchant claims first is sent by another one within a second and a half', async (context) => {
  const clock = new ManualClock()
  const store = await memoryStore(context, () => clock.now())
  const ledger = sharedLedger(store)
  const upstream = new ScriptedUpstream()
  const { log, lines } = keptLog()
  const parts = { clock, random: seededRandom(1) }
  const knows = createSalesOn(ledger, {
    ...parts,
    merchants: () => upstream,
    log: keptLog().log,
    instance: 'knows',
  })
  const lacks = createSalesOn(ledger, { ...parts, merchants: () => null, log, instance: 'lacks' })
  assert.ok((await knows.start(accessTo('o1'), saleRequest('o1'), 'key-of-the-order-o1')).ok)
  await lacks.begin()
  await clock.until(() => lacks.figures().missing === 1)
  await knows.begin()
  const begunAtMs = clock.now()
  await clock.until(() => upstream.sent.length === 1)
  assert.ok(clock.now() - begunAtMs <= 1_500, `sent after ${clock.now() - begunAtMs} ms`)
  const [sale] = await salesOf(store)
  assert.deepEqual(
    lines.map((line) => ({ ...line, message: '' })),
    [{ level: 'error', message: '', code: 'merchant-missing', merchant: sale?.merchant, saleId: sale?.id }],
  )
  await clock.ended(Promise.all([knows.drain(), lacks.drain()]))
})

void test('D-213 a merchant that becomes known is followed at once', async (context) => {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream()
  const ledger = sharedLedger(await memoryStore(context, () => clock.now()))
  let isKnown = true
  const sales = createSalesOn(ledger, {
    clock,
    random: seededRandom(1),
    merchants: () => (isKnown ? upstream : null),
    log: keptLog().log,
    instance: 'bff',
  })
  assert.ok((await sales.start(accessTo('o1'), saleRequest('o1'), 'key-of-the-order-o1')).ok)
  isKnown = false
  await sales.begin()
  await clock.until(() => sales.figures().missing === 1)
  isKnown = true
  const knownAtMs = clock.now()
  await clock.until(() => upstream.sent.length === 1)
  assert.ok(clock.now() - knownAtMs <= 1_500, `sent after ${clock.now() - knownAtMs} ms`)
  assert.equal(sales.figures().missing, 0)
  await clock.ended(sales.drain())
})
