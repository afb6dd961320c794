// The shares of merchants in the concurrent starts and the followed sales of a process (INV-17).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StartSale } from '@tapboard/contract'
import { openStore } from '@tapboard/store'
import { ManualClock, turn } from '@tapboard/store/testing'
import { createSales } from '../sales.ts'
import { LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import type { SalesLimits } from '../limits.ts'
import { accessTo, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'

async function salesWith(limits: Partial<SalesLimits>) {
  const clock = new ManualClock(1_000_000)
  const store = await openStore<LedgerTables>('file::memory:', { clock: () => clock.now() })
  await store.migrate(LEDGER_MIGRATIONS)
  const upstreams = new Map(['hostile', 'victim'].map((id) => [id, new ScriptedUpstream()]))
  const sales = createSales({
    store,
    merchants: (merchant) => upstreams.get(merchant) ?? null,
    clock,
    random: seededRandom(1),
    log: keptLog().log,
    limits: { merchants: 2, ...limits },
  })
  const start = async (
    merchant: string,
    order: string,
    key = `key-of-the-order-${order}`,
  ): Promise<string> => {
    const request: StartSale = {
      order,
      attempt: 1,
      amountMinor: 4200,
      currency: 'USD',
      deviceId: `terminal-${merchant}-${order}`,
    }
    const result = await sales.start(accessTo(order, { merchant }), request, key)
    return result.ok ? 'created' : result.code
  }
  return { sales, start, close: () => store.close() }
}

void test('INV-17 a merchant with many concurrent starts leaves starts to another merchant', async () => {
  const { start, close } = await salesWith({ starts: 8 })
  const hostile = Array.from({ length: 8 }, (_, count) => start('hostile', `o${count}`))
  const victim = ['v1', 'v2'].map((order) => start('victim', order))
  assert.deepEqual(await Promise.all(victim), ['created', 'created'])
  const results = await Promise.all(hostile)
  assert.equal(results.filter((result) => result === 'created').length, 4)
  assert.equal(results.filter((result) => result === 'rate-limited').length, 4)
  await close()
})

void test('INV-17 an order has at most half of the concurrent starts', async () => {
  const { start, close } = await salesWith({ starts: 8, merchants: 1 })
  const all = Array.from({ length: 8 }, (_, count) => start('victim', 'o1', `key-of-a-copy-number-${count}`))
  const other = start('victim', 'o2')
  const results = await Promise.all(all)
  assert.equal(results.filter((result) => result === 'rate-limited').length, 4)
  assert.equal(results.filter((result) => result === 'created').length, 1)
  assert.equal(await other, 'created')
  await close()
})

void test('INV-17 a merchant with many open sales leaves followed sales to another merchant', async () => {
  const { sales, start, close } = await salesWith({ sales: 8 })
  await sales.begin()
  const follow = async (merchant: string, order: string): Promise<string> => {
    const result = await start(merchant, order)
    const { followed } = sales.figures()
    for (let turns = 0; result === 'created' && turns < 1_000; turns += 1) {
      if (sales.figures().followed > followed) break
      await turn()
    }
    return result
  }
  const hostile = []
  for (let count = 0; count < 6; count += 1) hostile.push(await follow('hostile', `o${count}`))
  assert.deepEqual(hostile, [...Array(4).fill('created'), 'rate-limited', 'rate-limited'])
  assert.equal(await follow('victim', 'v1'), 'created')
  await sales.drain()
  await close()
})
