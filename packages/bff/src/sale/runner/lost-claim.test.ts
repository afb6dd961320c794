// The acknowledgement of a claim is lost, so the process has leases without a loop and must release them: for the sale of a process that
// was suspended and claims it again, while the earlier loop still renews the lease (INV-6), and for new sales.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '@tapboard/store'
import { deferred, ManualClock } from '@tapboard/store/testing'
import { createSalesOn } from '../sales.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import { memoryStore, sharedLedger } from '../ledger/store.testing.ts'
import { accepted, accessTo, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'
import { saleRequest } from '../sales.testing.ts'

/** The sales of a process that has begun to follow them. */
async function begunOn(store: LedgerStore, upstream: ScriptedUpstream, clock: ManualClock, instance = 'bff') {
  const merchants = () => upstream
  const sales = createSalesOn(store, {
    merchants,
    clock,
    random: seededRandom(1),
    log: keptLog().log,
    instance,
  })
  await sales.begin()
  return sales
}

void test('INV-6 releases its lease of a claim whose answer was lost, so that the sale continues', async (context) => {
  const clock = new ManualClock()
  const inner = sharedLedger(await memoryStore(context, () => clock.now()))
  let asleep = false
  let lost = 0
  const store = {
    ...inner,
    renew: async (...wanted: Parameters<typeof inner.renew>) => {
      if (asleep) throw new StoreError('store-unavailable', 'no answer')
      return inner.renew(...wanted)
    },
    claimDue: async (claim: Parameters<typeof inner.claimDue>[0]) => {
      const rows = await inner.claimDue(claim)
      if (!asleep || rows.length === 0) return rows
      asleep = false
      lost += 1
      throw new StoreError('store-unavailable', 'the acknowledgement was lost')
    },
  }
  const upstream = new ScriptedUpstream()
  const answer = deferred()
  upstream.onSend = async () => {
    await answer.promise
    return { exchange: accepted('ses_1'), late: null }
  }
  const sales = await begunOn(store, upstream, clock)
  const request = saleRequest('o1')
  const begun = await sales.start(accessTo('o1'), request, 'key-of-the-order-o1')
  assert.ok(begun.ok)
  const stateNow = async (): Promise<string | undefined> => (await sales.newest(accessTo('o1')))?.state
  await clock.until(() => upstream.sent.length === 1)
  // Asleep for longer than a lease: renewals fail, and the claim after it is committed but not acknowledged.
  asleep = true
  await clock.until(() => lost === 1)
  answer.resolve()
  const wokeAtMs = clock.now()
  await clock.until(async () => (await stateNow()) === 'started')
  assert.ok(clock.now() - wokeAtMs <= 20_000, `followed after ${clock.now() - wokeAtMs} ms`)
  assert.equal(upstream.sent.length, 1)
  await clock.ended(sales.drain())
})

void test('new sales whose claim was committed without an answer are sent within a second and a half', async (context) => {
  const clock = new ManualClock()
  const inner = sharedLedger(await memoryStore(context, () => clock.now()))
  let losses = 1
  const store = {
    ...inner,
    claimDue: async (claim: Parameters<typeof inner.claimDue>[0]) => {
      const rows = await inner.claimDue(claim)
      if (rows.length === 0 || losses === 0) return rows
      losses -= 1
      throw new StoreError('store-unavailable', 'the acknowledgement was lost')
    },
  }
  const upstream = new ScriptedUpstream()
  const sales = await begunOn(store, upstream, clock)
  const begunAtMs = clock.now()
  assert.ok((await sales.start(accessTo('o1'), saleRequest('o1'), 'key-of-the-order-o1')).ok)
  await clock.until(() => upstream.sent.length === 1)
  assert.equal(losses, 0)
  assert.ok(clock.now() - begunAtMs <= 1_500, `sent after ${clock.now() - begunAtMs} ms`)
  await clock.ended(sales.drain())
})

void test('a drain right after a claim without an answer leaves its sales to the next process at once', async (context) => {
  const clock = new ManualClock()
  const inner = sharedLedger(await memoryStore(context, () => clock.now()))
  let lost = 0
  const store = {
    ...inner,
    claimDue: async (claim: Parameters<typeof inner.claimDue>[0]) => {
      const rows = await inner.claimDue(claim)
      if (rows.length === 0) return rows
      lost += 1
      throw new StoreError('store-unavailable', 'the acknowledgement was lost')
    },
  }
  const upstream = new ScriptedUpstream()
  const ending = await begunOn(store, upstream, clock)
  assert.ok((await ending.start(accessTo('o1'), saleRequest('o1'), 'key-of-the-order-o1')).ok)
  await clock.until(() => lost > 0)
  await clock.ended(ending.drain())
  const drainedAtMs = clock.now()
  const next = await begunOn(inner, upstream, clock, 'next')
  await clock.until(() => upstream.sent.length === 1)
  assert.ok(clock.now() - drainedAtMs <= 1_500, `sent after ${clock.now() - drainedAtMs} ms`)
  await clock.ended(next.drain())
})
