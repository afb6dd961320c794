// An upstream that answers 429 to every read of many open sales: one read per Retry-After, and its next answer applies
// at once (P82, INV-6).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@tapboard/store/testing'
import { faultOf } from '../../upstream/transport/fault.ts'
import { createSalesOn } from '../sales.ts'
import { memoryStore, salesOf, sharedLedger } from '../ledger/store.testing.ts'
import { accessTo, APPROVED, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'
import { saleRequest } from '../sales.testing.ts'

const SALES = 20
const STORM_MS = 60_000
const RETRY_AFTER_MS = 5_000
const HEALED_MS = 30_000

// P82 asserts: ${SALES} open sales share one read per Retry-After of ${RETRY_AFTER_MS} for ${STORM_MS} of 429.
test('P82 reads once per Retry-After for all sales of a key during 429s, and every sale recovers', async (context) => {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream()
  const store = await memoryStore(context, () => clock.now())
  const sales = createSalesOn(sharedLedger(store), {
    merchants: () => upstream,
    clock,
    random: seededRandom(5),
    log: keptLog().log,
  })
  await sales.begin()
  context.after(async () => {
    await clock.ended(sales.drain())
  })
  for (let index = 0; index < SALES; index += 1) {
    const order = `o${index}`
    const request = saleRequest(order, `d-${index}`)
    const begun = await sales.start(accessTo(order), request, `key-of-the-order-${order}`)
    assert.ok(begun.ok)
  }
  const all = async (state: string): Promise<boolean> =>
    (await salesOf(store)).every((row) => row.state === state)
  await clock.until(() => all('started'))
  await clock.advance(2_000)
  upstream.onRead = () => faultOf('busy', RETRY_AFTER_MS)
  const before = upstream.reads
  await clock.advance(STORM_MS)
  const reads = upstream.reads - before
  assert.ok(reads > 1 && reads <= STORM_MS / RETRY_AFTER_MS + 1, `${reads} reads`)
  upstream.onRead = () => APPROVED
  await clock.until(() => all('approved'), HEALED_MS)
})
