// One process of sales on a database in memory, with a scripted upstream and a manual clock.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { openStore, type Store } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import type { Sale } from '@tapboard/contract'
import type { UpstreamFeatures } from '../upstream/terminal/merchant.ts'
import { createSales, type RunningSales } from './sales.ts'
import type { LedgerTables } from './ledger/tables.ts'
import { accessTo, keptLog, ScriptedUpstream, seededRandom } from './testing.ts'
import { saleRequest } from './sales.testing.ts'

/** The sales of merchant `m1`, their upstream, store, clock and log. */
export interface World {
  readonly clock: ManualClock
  readonly upstream: ScriptedUpstream
  readonly store: Store<LedgerTables>
  readonly lines: { level: string; message: string }[]
  sales: RunningSales
  /** Starts the sale of order `o1` on device `d1`. */
  start(order?: string): Promise<Sale>
  /** The newest attempt of the order. */
  now(order?: string): Promise<Sale>
  reach(state: Sale['state'], limitMs?: number): Promise<Sale>
  /** Another process on the same store, after this one is dead. */
  restart(): Promise<void>
}

/** Opens a world; it is closed after the test. */
export async function world(context: TestContext, features: Partial<UpstreamFeatures> = {}): Promise<World> {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream(features)
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  const { log, lines } = keptLog()
  const random = seededRandom(7)
  const merchants = (): ScriptedUpstream => upstream
  const make = (): RunningSales => createSales({ store, merchants, clock, random, log })
  const one: World = {
    clock,
    upstream,
    store,
    lines,
    sales: make(),
    async start(order = 'o1') {
      const request = saleRequest(order, `d-${order}`)
      const result = await one.sales.start(accessTo(order), request, `key-of-order-${order}-1`)
      assert.ok(result.ok, JSON.stringify(result))
      return result.sale
    },
    async now(order = 'o1') {
      const sale = await one.sales.newest(accessTo(order))
      assert.ok(sale)
      return sale
    },
    async reach(state, limitMs) {
      let last = ''
      try {
        await clock.until(async () => (last = (await one.now()).state) === state, limitMs)
      } catch {
        assert.fail(`the sale is ${last}, not ${state}`)
      }
      return one.now()
    },
    async restart() {
      one.sales = make()
      await one.sales.begin()
    },
  }
  await one.sales.begin()
  context.after(async () => {
    await clock.ended(one.sales.drain())
    await store.close()
  })
  return one
}
