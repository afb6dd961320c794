// The store fails during a sale: the upstream's answers are persisted when the store recovers (P87, INV-18).
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openStore, StoreError, type Store } from '@tapboard/store'
import { createSales, type Sales } from '../sales.ts'
import type { Alert, Observer } from '../../observe/observer.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { ManualClock } from '@tapboard/store/testing'
import {
  accepted,
  accessTo,
  APPROVED,
  keptLog,
  ScriptedUpstream,
  seededRandom,
  eventsOf,
} from '../testing.ts'
import { saleRequest } from '../sales.testing.ts'

interface Scene {
  readonly clock: ManualClock
  readonly upstream: ScriptedUpstream
  readonly sales: Sales
  readonly alerts: Alert[]
  /** The store's result of a transaction: success, failure, or a commit reported as failed. */
  mode: 'here' | 'away' | 'unacknowledged'
  start(): Promise<string>
  state(): Promise<string>
}

async function scene(context: TestContext): Promise<Scene> {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream()
  const real = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  const gone = (): StoreError => new StoreError('store-unavailable', 'away')
  const store: Store<LedgerTables> = {
    ...real,
    async transaction(work) {
      if (one.mode === 'away') throw gone()
      const result = await real.transaction(work)
      if (one.mode === 'unacknowledged') throw gone()
      return result
    },
  }
  const { log } = keptLog()
  const alerts: Alert[] = []
  const observer: Observer = { alert: (alert) => void alerts.push(alert), attempted() {} }
  const merchants = () => upstream
  const sales = createSales({ store, merchants, clock, random: seededRandom(3), log, observer })
  const one: Scene = {
    clock,
    upstream,
    sales,
    alerts,
    mode: 'here',
    async start() {
      const request = saleRequest('o1')
      const result = await sales.start(accessTo('o1'), request, 'key-of-the-order-o1')
      assert.ok(result.ok)
      return result.sale.id
    },
    state: async () => (await sales.newest(accessTo('o1')))?.state ?? 'none',
  }
  await sales.begin()
  context.after(async () => {
    one.mode = 'here'
    await clock.ended(sales.drain())
    await real.close()
  })
  return one
}

test('P87 a store outage during the initiate loses neither session nor sale', async (context) => {
  const one = await scene(context)
  one.upstream.onRead = () => APPROVED
  one.upstream.onSend = (order) => {
    one.mode = 'away'
    return { exchange: accepted(`ses_${order.externalId}`), late: null }
  }
  await one.start()
  await one.clock.until(() => one.upstream.sent.length === 1)
  await one.clock.advance(60_000)
  assert.equal(await one.state(), 'sending')
  one.mode = 'here'
  await one.clock.until(async () => (await one.state()) === 'approved', 30_000)
  assert.equal(one.upstream.sent.length, 1)
})

test('P87 finds commits that were reported as failed and does not repeat them', async (context) => {
  const one = await scene(context)
  one.upstream.onRead = () => APPROVED
  const id = await one.start()
  one.mode = 'unacknowledged'
  await one.clock.advance(3_000)
  one.mode = 'here'
  await one.clock.until(async () => (await one.state()) === 'approved', 30_000)
  assert.equal(one.upstream.sent.length, 1)
  const numbers: number[] = []
  for await (const frame of eventsOf(one.sales.watch(accessTo('o1'), id, 0, new AbortController().signal)))
    numbers.push(frame.number)
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
  )
})

test('P87 a commit that was reported as failed alerts once', async (context) => {
  const one = await scene(context)
  one.upstream.onRead = () => ({ ...APPROVED, amount: 43 })
  await one.start()
  await one.clock.until(async () => (await one.state()) === 'started')
  one.mode = 'unacknowledged'
  await one.clock.until(async () => (await one.state()) === 'review', 60_000)
  await one.clock.advance(3_000)
  one.mode = 'here'
  await one.clock.advance(10_000)
  assert.deepEqual(
    one.alerts.map(({ state, reason }) => [state, reason]),
    [['review', 'amount_mismatch']],
  )
})

test('sends a sale after a store outage that ends before the deadline', async (context) => {
  const one = await scene(context)
  one.upstream.onRead = () => APPROVED
  await one.start()
  one.mode = 'away'
  await one.clock.advance(10_000)
  assert.equal(one.upstream.sent.length, 0)
  one.mode = 'here'
  await one.clock.until(async () => (await one.state()) === 'approved', 30_000)
})

test('D-83 abandons a start when the store is unavailable until its deadline', async (context) => {
  const one = await scene(context)
  await one.start()
  one.mode = 'away'
  await one.clock.advance(20_000)
  one.mode = 'here'
  await one.clock.until(async () => (await one.state()) === 'abandoned', 30_000)
  assert.equal(one.upstream.sent.length, 0)
})
