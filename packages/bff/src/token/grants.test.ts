// The newest grant of an order decides who may start its sale (D-87): recorded by every mint of a `sale` token, on both
// engines and with several instances; a token of an older grant still reads and follows a started sale.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Checkout, StartSale } from '@tapboard/contract'
import { openStore } from '@tapboard/store'
import { eachEngine, ManualClock, type EngineContext } from '@tapboard/store/testing'
import { isMintError } from '../app/core.ts'
import { AUDIT_MIGRATIONS } from '../durable/audit-log.ts'
import { createSales, type Sales } from '../sale/sales.ts'
import { sqlGrants } from '../sale/ledger/sql-grants.ts'
import { grantRefusal, type Grants, type GrantTerms } from './order-grant.ts'
import type { LedgerTables } from '../sale/ledger/tables.ts'
import { LEDGER_MIGRATIONS } from '../sale/ledger/schema.ts'
import { accessTo, keptLog, ScriptedUpstream, seededRandom } from '../sale/testing.ts'
import { createBench, PUBLIC_URL, SECRETS } from '../testing/bench.ts'
import { expectAnswer, expectProblem } from '../testing/expect.ts'
import { mintRequest, openPage, saleGrant } from '../testing/page.ts'
import { someSale } from '../testing/script.ts'
import { createNonces } from './nonce.ts'
import { mint } from './signed-token.ts'

const TERMS: GrantTerms = { amountMinor: 4200, currency: 'USD' }

eachEngine<LedgerTables>(
  'D-87 two instances that mint the same terms at once agree on one generation, and other terms make the next',
  async ({ store, open }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    const grants = [sqlGrants(store), sqlGrants(await open())] as const
    const mintAll = (terms: GrantTerms): Promise<number[]> =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) => (grants[index % 2] ?? grants[0]).record('m1', 'o1', terms)),
      )
    assert.deepEqual(new Set(await mintAll(TERMS)), new Set([1]))
    assert.deepEqual(new Set(await mintAll({ ...TERMS, amountMinor: 6000 })), new Set([2]))
    assert.deepEqual(new Set(await mintAll({ ...TERMS, amountMinor: 6000, currency: 'EUR' })), new Set([3]))
    assert.equal(await grants[1].record('m1', 'o1', TERMS), 4)
    assert.equal(await grants[1].record('m2', 'o1', TERMS), 1)
    const racing = await Promise.all([
      grants[0].record('m1', 'o1', { ...TERMS, amountMinor: 1 }),
      grants[1].record('m1', 'o1', { ...TERMS, amountMinor: 2 }),
    ])
    assert.deepEqual(
      racing.toSorted((a, b) => a - b),
      [5, 6],
    )
    assert.equal((await grants[0].newest('m1', 'o1'))?.generation, 6)
  },
)

eachEngine<LedgerTables>(
  'D-87 a start with a token of an older grant is rejected, also when the grant changes during the start',
  async ({ store }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    const grants = sqlGrants(store)
    const upstream = new ScriptedUpstream()
    const deps = { store, merchants: () => upstream, clock: new ManualClock(), random: seededRandom(1) }
    const sales = createSales({ ...deps, log: keptLog().log })
    const request: StartSale = { order: 'o1', attempt: 1, amountMinor: 4200, currency: 'USD', deviceId: 'd1' }
    const start = (generation?: number) =>
      sales.start(
        accessTo('o1', generation === undefined ? {} : { generation }),
        request,
        'key-of-this-order-1',
      )
    const code = async (generation?: number): Promise<string> => {
      const result = await start(generation)
      return result.ok ? 'started' : result.code
    }
    assert.equal(await grants.record('m1', 'o1', TERMS), 1)
    const { readDevice } = upstream.client
    upstream.client.readDevice = async (id) => {
      await grants.record('m1', 'o1', { ...TERMS, amountMinor: 8000 })
      return readDevice(id)
    }
    assert.equal(await code(1), 'grant-superseded')
    upstream.client.readDevice = readDevice
    assert.equal(await code(1), 'grant-superseded')
    // A token of an older version has no generation: its terms are compared.
    assert.equal(await code(), 'grant-superseded')
    assert.equal(await grants.record('m1', 'o1', TERMS), 3)
    assert.equal(await code(1), 'grant-superseded')
    assert.equal(await code(), 'started')
    assert.equal(await code(3), 'started')
    // A repeat of a start reads its sale, whatever was granted since.
    await grants.record('m1', 'o1', { ...TERMS, amountMinor: 9000 })
    assert.equal(await code(3), 'started')
    assert.equal((await sales.attempts({ merchant: 'm1', order: 'o1' })).length, 1)
  },
)

test('D-87 the stream of an order reports its superseded token on the notice of the mint', async () => {
  const clock = new ManualClock()
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  const upstream = new ScriptedUpstream()
  const deps = { store, merchants: () => upstream, clock, random: seededRandom(1), log: keptLog().log }
  const sales = createSales(deps)
  await sales.begin()
  const grants = sqlGrants(store)
  const generation = await grants.record('m1', 'o1', TERMS)
  const stop = new AbortController()
  const seen: boolean[] = []
  const watching = (async () => {
    for await (const { superseded } of sales.watchOrder(accessTo('o1', { generation }), stop.signal))
      seen.push(superseded)
  })()
  await clock.advance(100)
  await grants.record('m1', 'o1', { ...TERMS, amountMinor: 6000 })
  await clock.advance(100)
  assert.deepEqual(seen, [false, true])
  stop.abort()
  await watching
  await clock.ended(sales.drain())
  await store.close()
})

test('D-87 a grant without a recorded newest one is not superseded', () => {
  assert.equal(grantRefusal(accessTo('o1'), null), null)
  assert.equal(grantRefusal(accessTo('o1', { generation: 3 }), null), null)
})

test('D-87 an older token loads no checkout, but reads, checks and cancels the sale that was started', async () => {
  const bench = await createBench()
  const old = await openPage(bench)
  bench.sales.sale = (access) => someSale({ ...access, amountMinor: 4_200 })
  const anew = await openPage(bench, (jkt) => saleGrant(jkt, { amount: '60.00' } as never))
  await expectProblem(await old.send('GET', '/v1/checkout'), 'grant-superseded')
  for (const [method, path] of [
    ['GET', '/v1/sales/sale_1'],
    ['POST', '/v1/sales/sale_1/check'],
    ['POST', '/v1/sales/sale_1/cancel'],
  ] as const)
    assert.ok((await old.send(method, path)).ok, path)
  const response = await anew.send('GET', '/v1/checkout')
  const checkout = (await expectAnswer('getCheckout', response)) as Checkout
  assert.deepEqual([checkout.amountMinor, checkout.sale?.amountMinor], [6_000, 4_200])
  const again = await openPage(bench, (jkt) => saleGrant(jkt, { amount: '60.00' } as never))
  assert.equal((await again.send('GET', '/v1/checkout')).status, 200)
  assert.equal((await anew.send('GET', '/v1/checkout')).status, 200)
  await bench.close()
})

test('D-87 a token of one instance is superseded by a grant of another', async () => {
  const bench = await createBench()
  const other = await bench.again()
  const old = await openPage(bench)
  await openPage(other, (jkt) => saleGrant(jkt, { amount: '60.00' } as never))
  await expectProblem(await old.send('GET', '/v1/checkout'), 'grant-superseded')
  await bench.close()
})

test('D-87 pages of one order with different terminals do not supersede each other', async () => {
  const bench = await createBench()
  const first = await openPage(bench, (jkt) => saleGrant(jkt, { devices: ['dev_front'] } as never))
  const second = await openPage(bench, (jkt) => saleGrant(jkt, { devices: ['dev_work'] } as never))
  for (const page of [first, second, first])
    assert.equal((await page.send('GET', '/v1/checkout')).status, 200)
  await bench.close()
})

test('D-87 minting without the store is 503 store-unavailable, in process and over HTTP', async () => {
  const bench = await createBench()
  const page = await openPage(bench)
  await bench.close()
  await assert.rejects(
    bench.core.mintToken('shop', saleGrant(page.key.jkt)),
    (error) => isMintError(error) && error.code === 'store-unavailable',
  )
  const response = await bench.core.fetch(mintRequest(saleGrant(page.key.jkt)))
  assert.equal(response.headers.get('retry-after'), '2')
  await expectProblem(response, 'store-unavailable')
})

test('D-87 minting with a store that hangs is rejected within 2 s', async () => {
  const bench = await createBench()
  const clock = new ManualClock()
  const never: Pick<Grants, 'record'> = { record: () => new Promise<number>(() => {}) }
  const ports = {
    keys: bench.keys,
    nonces: createNonces([new Uint8Array(32)]),
    clock,
    random: seededRandom(1),
    log: keptLog().log,
    publicUrl: 'https://pay.shop.example',
    dpop: false,
    grants: never,
    refunds: { judgeRefund: async () => null },
  }
  const merchant = { id: 'shop', name: 'Shop', hostSecret: '', apiKey: '', origins: ['https://shop.example'] }
  const minting = mint(ports, merchant, saleGrant('A'.repeat(43)), { by: 'process' })
  await clock.advance(2_000)
  const result = await minting
  assert.equal(result.ok ? 'minted' : result.code, 'store-unavailable')
  await bench.close()
})

/** Two instances on one store; `held` runs in a start after its checks and before its commit. */
async function twoInstances(
  { store, open }: EngineContext<LedgerTables>,
  held: () => Promise<void> = async () => {},
) {
  await store.migrate(AUDIT_MIGRATIONS)
  await store.migrate(LEDGER_MIGRATIONS)
  const stores = [store, await open()] as const
  const upstream = new ScriptedUpstream()
  const clock = new ManualClock()
  const [here, there] = stores.map((one, index) =>
    createSales({
      store: one,
      merchants: () => upstream,
      clock,
      random: seededRandom(index + 1),
      log: keptLog().log,
      failpoint: (name) => (name === 'creating' ? held() : Promise.resolve()),
    }),
  )
  assert.ok(here !== undefined && there !== undefined)
  const start = async (sales: Sales, order: string, generation?: number): Promise<string> => {
    const request: StartSale = { order, attempt: 1, amountMinor: 4200, currency: 'USD', deviceId: order }
    const access = accessTo(order, generation === undefined ? {} : { generation })
    const result = await sales.start(access, request, `key-of-the-order-${order}`)
    return result.ok ? (result.created ? 'started' : 'repeated') : result.code
  }
  return { here, there, start, grants: [sqlGrants(stores[0]), sqlGrants(stores[1])] as const }
}

eachEngine<LedgerTables>(
  'D-143 after a withdrawal no token of the order starts a sale at any instance, until the next grant',
  async (context) => {
    const { here, there, start, grants } = await twoInstances(context)
    const first = await grants[0].record('m1', 'o1', TERMS)
    await grants[1].withdraw('m1', 'o1')
    await grants[0].withdraw('m1', 'o1')
    for (const sales of [here, there])
      for (const generation of [first, undefined])
        assert.equal(await start(sales, 'o1', generation), 'grant-withdrawn')
    // The same terms again are another grant: the withdrawn tokens stay useless.
    const next = await grants[0].record('m1', 'o1', TERMS)
    assert.ok(next > first)
    assert.equal(await start(there, 'o1', first), 'grant-superseded')
    assert.equal(await start(there, 'o1', next), 'started')
    // A repeat reads its sale; it starts none.
    await grants[0].withdraw('m1', 'o1')
    assert.equal(await start(here, 'o1', next), 'repeated')
    // Other orders, and an order without a grant, are not concerned.
    assert.equal(await start(here, 'o2', await grants[0].record('m1', 'o2', TERMS)), 'started')
    await grants[0].withdraw('m1', 'never granted')
    assert.equal(await grants[0].newest('m1', 'never granted'), null)
  },
)

eachEngine<LedgerTables>(
  'D-143 a withdrawal or a newer grant just before the commit of a start refuses it',
  async (context) => {
    let change = async (): Promise<unknown> => null
    const { here, start, grants } = await twoInstances(context, async () => void (await change()))
    const first = await grants[0].record('m1', 'o1', TERMS)
    change = () => grants[1].withdraw('m1', 'o1')
    assert.equal(await start(here, 'o1', first), 'grant-withdrawn')
    const next = await grants[0].record('m1', 'o1', TERMS)
    change = () => grants[1].record('m1', 'o1', { ...TERMS, amountMinor: 8000 })
    assert.equal(await start(here, 'o1', next), 'grant-superseded')
    assert.deepEqual(await here.attempts({ merchant: 'm1', order: 'o1' }), [])
  },
)

eachEngine<LedgerTables>(
  'D-143 of racing starts and withdrawals at two instances, no sale is created after the withdrawal',
  async (context) => {
    const { here, there, start, grants } = await twoInstances(context)
    for (let round = 0; round < 20; round += 1) {
      const order = `o${round}`
      const generation = await grants[0].record('m1', order, TERMS)
      const starting = [start(here, order, generation), start(there, order, generation)]
      await grants[round % 2 === 0 ? 1 : 0].withdraw('m1', order)
      const known = (await here.attempts({ merchant: 'm1', order })).length
      await Promise.all(starting)
      assert.equal((await here.attempts({ merchant: 'm1', order })).length, known, order)
      const late = await start(there, order, generation)
      assert.equal(late, known === 0 ? 'grant-withdrawn' : 'repeated')
    }
  },
)

test('D-143 the host withdraws an order over HTTP: no page starts or loads it, a running sale stays visible', async () => {
  const bench = await createBench()
  const page = await openPage(bench)
  bench.sales.sale = (access) => someSale(access)
  const withdraw = (order: string, secret: string = SECRETS.hostSecret): Promise<Response> =>
    bench.core.fetch(
      new Request(`${PUBLIC_URL}/v1/orders/${order}/grants`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${secret}` },
      }),
    )
  await expectProblem(await withdraw('A-100', 'x'.repeat(32)), 'host-unauthorized')
  // Another merchant withdraws an order of its own.
  assert.equal((await withdraw('A-100', SECRETS.otherHostSecret)).status, 204)
  assert.equal((await page.send('GET', '/v1/checkout')).status, 200)
  for (let times = 0; times < 2; times += 1)
    assert.equal(await expectAnswer('withdrawOrder', await withdraw('A-100')), null)
  await expectProblem(await page.send('GET', '/v1/checkout'), 'grant-withdrawn')
  for (const [method, path] of [
    ['GET', '/v1/sales/sale_1'],
    ['POST', '/v1/sales/sale_1/check'],
    ['POST', '/v1/sales/sale_1/cancel'],
  ] as const)
    assert.ok((await page.send(method, path)).ok, path)
  const anew = await openPage(bench)
  assert.equal((await anew.send('GET', '/v1/checkout')).status, 200)
  await bench.core.withdraw('shop', 'A-100')
  await expectProblem(await anew.send('GET', '/v1/checkout'), 'grant-withdrawn')
  await bench.close()
  await expectProblem(await withdraw('A-100'), 'store-unavailable')
})

test('D-143 a withdrawal in process refuses an unknown merchant and a text that is no order', async () => {
  const bench = await createBench()
  for (const [merchant, order, code] of [
    ['shp', 'A-100', 'forbidden'],
    ['shop', '', 'invalid-request'],
    ['shop', 'x'.repeat(200), 'invalid-request'],
    ['shop', undefined as unknown as string, 'invalid-request'],
  ] as const)
    await assert.rejects(
      bench.core.withdraw(merchant, order),
      (error) => isMintError(error) && error.code === code,
      `${merchant} ${order}`,
    )
  const path = `${PUBLIC_URL}/v1/orders/${'x'.repeat(200)}/grants`
  const headers = { authorization: `Bearer ${SECRETS.hostSecret}` }
  const response = await bench.core.fetch(new Request(path, { method: 'DELETE', headers }))
  assert.equal(response.status, 400)
  await bench.close()
})

test('D-146 a sale grant names its terminals or says "any"; the refusal names both ways', async () => {
  const bench = await createBench()
  const { jkt } = (await openPage(bench)).key
  const minted = (devices: unknown): Promise<Response> =>
    bench.core.fetch(mintRequest({ ...saleGrant(jkt), devices }))
  for (const devices of [undefined, null, 'all', '', {}]) {
    const problem = await expectProblem(await minted(devices), 'invalid-request')
    assert.match(
      problem.detail,
      /^The member devices must be a list of 1 to 100 terminal IDs, .* or "any" for all terminals/,
    )
  }
  for (const devices of [[], [''], ['dev_front', 7], Array.from({ length: 101 }, () => 'dev_front')])
    await expectProblem(await minted(devices), 'invalid-request')
  const { key } = await openPage(bench)
  const grantTo = async (devices: unknown): Promise<unknown> => {
    const page = await openPage(bench, () => saleGrant(key.jkt, { devices } as never), key)
    const checkout = (await expectAnswer('getCheckout', await page.send('GET', '/v1/checkout'))) as Checkout
    return checkout.devices.map(({ id }) => id)
  }
  assert.deepEqual(await grantTo('any'), ['dev_front', 'dev_back'])
  assert.deepEqual(await grantTo(['dev_back']), ['dev_back'])
  await bench.close()
})
