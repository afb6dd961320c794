// D-87, D-143: the newest grant of each order, its generations, its withdrawal, and the notices of both, on an embedded file in memory.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { turn } from '@tapboard/store/testing'
import { auditRecords } from '../../durable/audit-log.ts'
import { SALE_CHANNEL } from './notice.ts'
import { sqlGrants } from './sql-grants.ts'
import { memoryStore } from './store.testing.ts'

const USD_42 = { amountMinor: 4_200, currency: 'USD' } as const
const USD_80 = { amountMinor: 8_000, currency: 'USD' } as const
const EUR_42 = { amountMinor: 4_200, currency: 'EUR' } as const

async function begin(context: TestContext) {
  const store = await memoryStore(context, () => 7_000)
  let notices: string[] = []
  await store.listen(SALE_CHANNEL, (wakeup) => {
    if (wakeup.type === 'notice') notices.push(wakeup.payload)
  })
  /** The notices since the last call. */
  const noticed = async (): Promise<string> => {
    await turn()
    const seen = notices.join(' ')
    notices = []
    return seen
  }
  const records = async (): Promise<unknown[]> => {
    const found: unknown[] = []
    for await (const { atMs, entry } of auditRecords(store as never)) found.push([atMs, JSON.parse(entry)])
    return found
  }
  return { store, grants: sqlGrants(store), noticed, records }
}

test('D-87 other terms begin a new generation and are noticed; the first ones and equal ones are not', async (context) => {
  const { grants, noticed } = await begin(context)
  assert.equal(await grants.newest('shop', 'R-1'), null)
  for (const _ of ['first', 'equal']) {
    assert.equal(await grants.record('shop', 'R-1', USD_42), 1)
    assert.equal(await noticed(), '')
  }
  assert.equal(await grants.record('shop', 'R-1', USD_80), 2)
  assert.equal(await grants.record('shop', 'R-1', { ...USD_80, currency: 'EUR' }), 3)
  assert.equal(await noticed(), '["","shop","R-1"] ["","shop","R-1"]')
  const newest = { amountMinor: 8_000, currency: 'EUR', generation: 3, withdrawn: false }
  assert.deepEqual(await grants.newest('shop', 'R-1'), newest)
})

test('D-87 each order of each merchant has its own grant', async (context) => {
  const { grants } = await begin(context)
  await grants.record('shop', 'R-1', USD_42)
  await grants.record('shop', 'R-2', USD_80)
  await grants.record('bakery', 'R-2', EUR_42)
  await grants.record('bakery', 'R-2', USD_42)
  const grantsOf = async (...orders: readonly (readonly [string, string])[]): Promise<unknown[]> =>
    Promise.all(
      orders.map(async ([merchant, order]) => {
        const grant = await grants.newest(merchant, order)
        return grant && [grant.amountMinor, grant.currency, grant.generation]
      }),
    )
  assert.deepEqual(await grantsOf(['shop', 'R-1'], ['shop', 'R-2'], ['bakery', 'R-2'], ['bakery', 'R-1']), [
    [4_200, 'USD', 1],
    [8_000, 'USD', 1],
    [4_200, 'USD', 2],
    null,
  ])
})

test('D-87 equal terms of two instances at once are one generation, with one notice', async (context) => {
  const { store, grants, noticed } = await begin(context)
  const first = await Promise.all([
    grants.record('shop', 'R-1', USD_42),
    sqlGrants(store).record('shop', 'R-1', USD_42),
  ])
  assert.deepEqual(first, [1, 1])
  assert.equal(await noticed(), '')
  const second = await Promise.all([
    grants.record('shop', 'R-1', USD_80),
    sqlGrants(store).record('shop', 'R-1', USD_80),
  ])
  assert.deepEqual(second, [2, 2])
  assert.equal(await noticed(), '["","shop","R-1"]')
})

test('D-143 a withdrawal is one record and one notice; the next grant is a new generation', async (context) => {
  const { grants, noticed, records } = await begin(context)
  for (const [merchant, order] of [
    ['shop', 'R-1'],
    ['shop', 'R-2'],
    ['bakery', 'R-1'],
  ] as const)
    await grants.record(merchant, order, USD_42)
  await noticed()
  assert.equal(await grants.withdraw('shop', 'R-1', { by: 'host', requestId: 'q' }), true)
  assert.equal(await noticed(), '["","shop","R-1"]')
  assert.equal(await grants.withdraw('shop', 'R-1'), false)
  assert.equal(await grants.withdraw('shop', 'R-9'), false)
  assert.equal(await noticed(), '')
  assert.deepEqual(await grants.newest('shop', 'R-1'), { ...USD_42, generation: 2, withdrawn: true })
  for (const [merchant, order] of [
    ['shop', 'R-2'],
    ['bakery', 'R-1'],
  ] as const)
    assert.deepEqual(await grants.newest(merchant, order), { ...USD_42, generation: 1, withdrawn: false })
  assert.equal(await grants.record('shop', 'R-1', USD_42), 3)
  assert.deepEqual(await grants.newest('shop', 'R-1'), { ...USD_42, generation: 3, withdrawn: false })
  assert.equal(await grants.withdraw('shop', 'R-1'), true)
  const action = { action: 'grants-withdrawn', merchant: 'shop', order: 'R-1' }
  assert.deepEqual(await records(), [
    [7_000, { ...action, by: 'host', requestId: 'q' }],
    [7_000, { ...action, by: 'process' }],
  ])
})

test('D-87 a notice that fails does not fail the grant', async (context) => {
  const { store } = await begin(context)
  const silent = new Proxy(store, {
    get: (target, name): unknown =>
      name === 'notify' ? () => Promise.reject(new Error('away')) : Reflect.get(target, name, target),
  })
  assert.equal(await sqlGrants(silent).record('shop', 'R-1', USD_42), 1)
})
