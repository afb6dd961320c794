// The sales of an instance that died: another one claims all of them in one round (D-40), or shows that they are not followed if it has
// no room (D-194).
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { StoreError } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { createSalesOn, type RunningSales, type Sales } from '../sales.ts'
import { AGED_MAX } from '../ledger/aged-leases.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import { memoryStore, salesOf, sharedLedger } from '../ledger/store.testing.ts'
import { DEFAULT_SALES_LIMITS, type SalesLimits } from '../limits.ts'
import { saleRequest } from '../sales.testing.ts'
import { accessTo, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'

/** More than one transaction claims. */
const SALES = 120
/** The interval of the looks for due sales. */
const TICK_MS = 1_000
/** After the death of an owner the sale has its result within this time (D-40). */
const TAKEN_OVER_MS = 20_000

/** One ledger, an instance that a test can kill, and another one that is not begun. */
async function twoInstances(context: TestContext, others: Partial<SalesLimits>) {
  const clock = new ManualClock()
  const store = await memoryStore(context, () => clock.now())
  /** Sale → time at which the other instance claimed it. */
  const takenAtMs = new Map<string, number>()
  const upstream = new ScriptedUpstream()
  let alive = true
  const instance = (name: string, ledger: LedgerStore, limits: Partial<SalesLimits>): RunningSales =>
    createSalesOn(ledger, {
      merchants: () => upstream,
      clock,
      random: seededRandom(name.length),
      log: keptLog().log,
      instance: name,
      limits,
    })
  const check = (): void => {
    if (!alive) throw new StoreError('store-unavailable', 'the process ended')
  }
  const dying = instance('dying', sharedLedger(store, check), { starts: 2 * SALES })
  const ledger = sharedLedger(store)
  const recording: LedgerStore = {
    ...ledger,
    async claimDue(claim) {
      const rows = await ledger.claimDue(claim)
      for (const { id } of rows) if (!takenAtMs.has(id)) takenAtMs.set(id, clock.now())
      return rows
    },
  }
  const other = instance('another', recording, others)
  return {
    clock,
    takenAtMs,
    dying,
    other,
    kill: () => void (alive = false),
    /** Starts a sale of each order; returns when all are followed. */
    async start(sales: Sales, orders: readonly string[]): Promise<void> {
      const starting = orders.map((order) =>
        sales.start(accessTo(order), saleRequest(order, `d-${order}`), `key-of-the-order-${order}`),
      )
      await clock.advance(100)
      assert.ok((await Promise.all(starting)).every(({ ok }) => ok))
      await clock.until(async () => (await salesOf(store)).every(({ state }) => state === 'started'))
    },
    end: () => clock.ended(Promise.all([dying, other].map((sales) => sales.drain()))),
  }
}

test(`D-194 ${SALES} sales of an instance that died are claimed in one round`, async (context) => {
  const { clock, takenAtMs, dying, other, kill, start, end } = await twoInstances(context, {})
  await dying.begin()
  await start(
    dying,
    Array.from({ length: SALES }, (_, index) => `o${index}`),
  )
  kill()
  await other.begin()
  await clock.until(() => takenAtMs.size === SALES, TAKEN_OVER_MS)
  const times = [...takenAtMs.values()]
  assert.ok(Math.max(...times) - Math.min(...times) < TICK_MS)
  await end()
})

test('D-194 an instance without room shows that the sale of a dead instance is not followed', async (context) => {
  const { clock, dying, other, kill, start, end } = await twoInstances(context, { sales: 1 })
  await dying.begin()
  await other.begin()
  await start(dying, ['o1'])
  kill()
  // The other instance has seen the lease, but not for long enough, when it becomes full.
  await clock.advance(6_000)
  await start(other, ['o2'])
  await clock.advance(TAKEN_OVER_MS)
  assert.notEqual((await other.newest(accessTo('o1')))?.staleSinceMs, null)
  await end()
})

test('D-194 one look reads the leases of two instances with the default limit', () => {
  assert.ok(AGED_MAX >= 2 * DEFAULT_SALES_LIMITS.sales)
})
