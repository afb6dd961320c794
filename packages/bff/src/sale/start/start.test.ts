// Starting a sale on both engines: one sale per key, per order and per device under concurrent starts.
import assert from 'node:assert/strict'
import type { StartSale } from '@tapboard/contract'
import { isStoreUnavailable, StoreError, type Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { systemClock, systemRandom } from '@tapboard/server'
import { faultOf } from '../../upstream/transport/fault.ts'
import type { SaleResult } from '../sale-result.ts'
import { createSales, createSalesOn, type Sales } from '../sales.ts'
import { sqlLedgerStore, type LedgerStore } from '../ledger/ledger-store.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { LEDGER_INDEXES, LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import type { SaleAccess } from '../../token/access.ts'
import { ManualClock } from '@tapboard/store/testing'
import { accessTo, keptLog, ScriptedUpstream, seededRandom, eventsOf } from '../testing.ts'
import { saleRequest } from '../sales.testing.ts'

/** Sales without a runner: a started sale stays an intent. */
async function ledgerOn(
  store: Store<LedgerTables>,
  upstream: ScriptedUpstream,
  seed = 1,
  clock = systemClock,
): Promise<Sales> {
  await store.migrate(LEDGER_MIGRATIONS)
  const merchants = (merchant: string): ScriptedUpstream | null => (merchant === 'm1' ? upstream : null)
  return createSales({ store, merchants, clock, random: seededRandom(seed), log: keptLog().log })
}

const request = (order: string, more: Partial<StartSale> = {}): StartSale => saleRequest(order, 'd1', more)
const KEY = 'key-0123456789abcdef'
const codeOf = (result: SaleResult): string =>
  result.ok ? (result.created ? 'created' : 'replayed') : result.code

eachEngine<LedgerTables>(
  'P1 two hundred concurrent copies of a start are processed once and get the same sale',
  async ({ store }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    let looks = 0
    const sql = sqlLedgerStore(store)
    const counting: LedgerStore = {
      ...sql,
      byKey(merchant, order, key) {
        looks += 1
        return sql.byKey(merchant, order, key)
      },
    }
    const upstream = new ScriptedUpstream()
    const deps = {
      merchants: () => upstream,
      clock: systemClock,
      log: keptLog().log,
      random: seededRandom(1),
    }
    const sales = createSalesOn(counting, deps)
    const all = await Promise.all(
      Array.from({ length: 200 }, () => sales.start(accessTo('o1'), request('o1'), KEY)),
    )
    assert.equal(looks, 1)
    assert.equal(all.filter((result) => codeOf(result) === 'created').length, 1)
    assert.equal(all.filter((result) => codeOf(result) === 'replayed').length, 199)
    assert.equal(new Set(all.map((result) => result.ok && result.sale.id)).size, 1)
    const other = await sales.start(accessTo('o1'), request('o1', { attempt: 2 }), KEY)
    assert.equal(codeOf(other), 'idempotency-mismatch')
  },
)

eachEngine<LedgerTables>(
  'D-87 starts no sale with a grant that is not the newest of its order',
  async ({ store }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    let generation = 1
    const asked: string[] = []
    const sales = createSales({
      store,
      merchants: () => new ScriptedUpstream(),
      clock: systemClock,
      random: seededRandom(1),
      log: keptLog().log,
      grants: {
        newest: async (merchant, order) => {
          asked.push(`${merchant} ${order}`)
          return { amountMinor: 4200, currency: 'USD', generation, withdrawn: false }
        },
      },
    })
    const first = accessTo('o1', { generation: 1 })
    assert.equal(codeOf(await sales.start(first, request('o1'), KEY)), 'created')
    assert.ok(asked.every((text) => text === 'm1 o1') && asked.length > 0)
    generation = 2
    assert.equal(codeOf(await sales.start(first, request('o1'), KEY)), 'replayed')
    const other = request('o2', { deviceId: 'd2' })
    const start = (of: number): Promise<SaleResult> =>
      sales.start(accessTo('o2', { generation: of }), other, KEY)
    assert.equal(codeOf(await start(1)), 'grant-superseded')
    assert.equal(codeOf(await start(2)), 'created')
  },
  {},
  ['sqlite'],
)

eachEngine<LedgerTables>(
  'a start that loses two races for an index is created at the third try, with the ending of the serial; after three it is busy',
  async ({ store }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    const sql = sqlLedgerStore(store)
    let losses = 2
    let broken = false
    const racing: LedgerStore = {
      ...sql,
      transaction(work) {
        if (broken) return Promise.reject(new StoreError('store-unavailable', 'The disk is full.'))
        losses -= 1
        if (losses >= 0)
          return Promise.reject(
            new StoreError('unique-violation', 'Another start won.', { indexes: [LEDGER_INDEXES.device] }),
          )
        return sql.transaction(work)
      },
    }
    const deps = { merchants: () => new ScriptedUpstream(), clock: systemClock, log: keptLog().log }
    const sales = createSalesOn(racing, { ...deps, random: seededRandom(1) })
    const created = await sales.start(accessTo('o1'), request('o1'), KEY)
    assert.ok(created.ok && created.created)
    assert.deepEqual([created.sale.device.serialEnding, losses], ['1234', -1])
    losses = 3
    const busy = await sales.start(accessTo('o2'), request('o2', { deviceId: 'd2' }), `${KEY}-2`)
    assert.ok(!busy.ok)
    assert.deepEqual([busy.code, busy.retryAfterSeconds, losses], ['device-busy', 1, 0])
    broken = true
    const third = sales.start(accessTo('o3'), request('o3', { deviceId: 'd3' }), `${KEY}-3`)
    await assert.rejects(third, isStoreUnavailable)
  },
)

eachEngine<LedgerTables>(
  'INV-11 the key of one order blocks no other order of the merchant, at two instances',
  async ({ store, open }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    const deps = { merchants: () => new ScriptedUpstream(), clock: systemClock, log: keptLog().log }
    const [here, there] = [store, await open()].map((one) =>
      createSalesOn(sqlLedgerStore(one), { ...deps, random: systemRandom }),
    ) as [ReturnType<typeof createSalesOn>, ReturnType<typeof createSalesOn>]
    // The key that the page of o2 derives; the customer of o1 sends it first.
    assert.equal(codeOf(await here.start(accessTo('o1'), request('o1'), KEY)), 'created')
    const second = await there.start(accessTo('o2'), request('o2', { deviceId: 'd2' }), KEY)
    assert.equal(codeOf(second), 'created')
    const repeated = await here.start(accessTo('o2'), request('o2', { deviceId: 'd2' }), KEY)
    assert.ok(second.ok && repeated.ok && !repeated.created)
    assert.equal(repeated.sale.id, second.sale.id)
    const other = await there.start(accessTo('o2'), request('o2', { deviceId: 'd3' }), KEY)
    assert.equal(codeOf(other), 'idempotency-mismatch')
  },
)

eachEngine<LedgerTables>(
  'refuses a start above the concurrency limit at once and accepts its retry',
  async ({ store }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    const deps = { merchants: () => new ScriptedUpstream(), clock: systemClock, log: keptLog().log }
    const limits = { starts: 2 }
    const sales = createSalesOn(sqlLedgerStore(store), { ...deps, random: seededRandom(1), limits })
    const start = (number: number): Promise<SaleResult> =>
      sales.start(
        accessTo(`o${number}`),
        request(`o${number}`, { deviceId: `d${number}` }),
        `key-of-a-start-${number}`,
      )
    const all = await Promise.all([start(1), start(2), start(3)])
    assert.deepEqual(all.map(codeOf), ['created', 'created', 'rate-limited'])
    assert.equal(!all[2].ok && all[2].retryAfterSeconds, 1)
    assert.equal(codeOf(await start(3)), 'created')
  },
)

eachEngine<LedgerTables>(
  'P1 a repeat during the commit of the first start gets that sale, not "order has an open sale"',
  async ({ store }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    const upstream = new ScriptedUpstream()
    const deps = { merchants: () => upstream, clock: systemClock, log: keptLog().log }
    const sql = sqlLedgerStore(store)
    const first = createSalesOn(sql, { ...deps, random: seededRandom(1) })
    let before: Promise<SaleResult> | null = null
    const late: LedgerStore = {
      ...sql,
      async attempts(group) {
        before ??= first.start(accessTo('o1'), request('o1'), KEY)
        assert.equal(codeOf(await before), 'created')
        return sql.attempts(group)
      },
    }
    const second = createSalesOn(late, { ...deps, random: seededRandom(2) })
    assert.equal(codeOf(await second.start(accessTo('o1'), request('o1'), KEY)), 'replayed')
  },
)

eachEngine<LedgerTables>(
  'P1 two hundred identical starts on two instances make one sale',
  async ({ store, open }) => {
    const upstream = new ScriptedUpstream()
    const one = await ledgerOn(store, upstream)
    const other = await ledgerOn(await open(), upstream, 2)
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (index % 2 === 0 ? one : other).start(accessTo('o1'), request('o1'), KEY),
      ),
    )
    const ids = new Set(results.map((result) => (result.ok ? result.sale.id : 'refused')))
    assert.equal(ids.size, 1)
    assert.ok(!ids.has('refused'))
    assert.equal(results.filter((result) => result.ok && result.created).length, 1)
    const rows = await store.db.selectFrom('sale').select('id').execute()
    assert.equal(rows.length, 1)
    assert.equal(upstream.sent.length, 0)
  },
)

eachEngine<LedgerTables>('P1 refuses a reused key for any different request', async ({ store }) => {
  const upstream = new ScriptedUpstream()
  const sales = await ledgerOn(store, upstream)
  assert.equal(codeOf(await sales.start(accessTo('o1'), request('o1'), KEY)), 'created')
  const reads = upstream.deviceReads
  const others: readonly Partial<StartSale>[] = [
    { attempt: 2 },
    { amountMinor: 4201 },
    { currency: 'CAD' },
    { deviceId: 'd2' },
  ]
  for (const other of others) {
    const asked = request('o1', other)
    const access: SaleAccess = {
      ...accessTo(asked.order),
      amountMinor: asked.amountMinor,
      currency: asked.currency,
    }
    assert.equal(codeOf(await sales.start(access, asked, KEY)), 'idempotency-mismatch', JSON.stringify(other))
  }
  assert.equal(upstream.deviceReads, reads)
})

// P8 asserts: one of two starts refused, 10 rounds.
eachEngine<LedgerTables>('P8 reports a busy terminal to the second of two orders', async ({ store }) => {
  const sales = await ledgerOn(store, new ScriptedUpstream())
  for (let round = 0; round < 10; round += 1) {
    const results = await Promise.all(
      ['a', 'b'].map((name) => {
        const order = `${name}${round}`
        return sales.start(accessTo(order), request(order, { deviceId: `d${round}` }), `${KEY}-${order}`)
      }),
    )
    assert.deepEqual(results.map(codeOf).toSorted(), ['created', 'device-busy'])
  }
})

eachEngine<LedgerTables>('an order has one open sale, which another key gets', async ({ store }) => {
  const sales = await ledgerOn(store, new ScriptedUpstream())
  const first = await sales.start(accessTo('o1'), request('o1'), KEY)
  assert.ok(first.ok)
  const second = await sales.start(accessTo('o1'), request('o1', { deviceId: 'd2' }), `${KEY}-2`)
  assert.ok(!second.ok && second.code === 'sale-open' && second.sale?.id === first.sale.id)
  await store.db.updateTable('sale').set({ state: 'approved', device_hold: 0 }).execute()
  const third = await sales.start(accessTo('o1'), request('o1', { attempt: 2 }), `${KEY}-3`)
  assert.ok(!third.ok && third.code === 'order-already-paid' && third.sale?.id === first.sale.id)
  await store.db.updateTable('sale').set({ state: 'declined', order_hold: 0 }).execute()
  const skipped = await sales.start(accessTo('o1'), request('o1', { attempt: 3 }), `${KEY}-4`)
  assert.ok(!skipped.ok && skipped.code === 'invalid-request' && skipped.detail.includes('is 2'))
  assert.equal(
    codeOf(await sales.start(accessTo('o1'), request('o1', { attempt: 2 }), `${KEY}-5`)),
    'created',
  )
})

eachEngine<LedgerTables>(
  'refuses a start that contradicts the token or cannot be sent',
  async ({ store }) => {
    const upstream = new ScriptedUpstream()
    const sales = await ledgerOn(store, upstream)
    const start = async (access: SaleAccess, asked: StartSale, key = KEY): Promise<string> =>
      codeOf(await sales.start(access, asked, key))
    assert.equal(await start(accessTo('o2'), request('o1')), 'forbidden')
    assert.equal(await start(accessTo('o1', { amountMinor: 1 }), request('o1')), 'forbidden')
    assert.equal(await start(accessTo('o1', { currency: 'EUR' }), request('o1')), 'forbidden')
    assert.equal(await start(accessTo('o1', { devices: ['d2'] }), request('o1')), 'forbidden')
    assert.equal(await start(accessTo('o1', { merchant: 'm2' }), request('o1')), 'forbidden')
    assert.equal(await start(accessTo('o1'), request('o1'), 'short'), 'idempotency-key-missing')
    assert.equal(
      await start(accessTo('o1'), request('o1'), 'with a space in the key'),
      'idempotency-key-missing',
    )
    const dinar = { amountMinor: 4201, currency: 'BHD' } as const
    assert.equal(await start(accessTo('o1', dinar), request('o1', dinar)), 'invalid-amount')
    upstream.deviceStatus = 'DISCONNECTED'
    assert.equal(await start(accessTo('o1'), request('o1')), 'device-not-connected')
    upstream.deviceStatus = 'CONNECTED'
    upstream.client.readDevice = async () => ({ kind: 'missing' })
    assert.equal(await start(accessTo('o1'), request('o1')), 'device-not-found')
    upstream.client.readDevice = async () => faultOf('unauthorized')
    assert.equal(await start(accessTo('o1'), request('o1')), 'upstream-refused')
    assert.deepEqual(await store.db.selectFrom('sale').selectAll().execute(), [])
  },
)

// P7 asserts: given up after 3 s.
eachEngine<LedgerTables>(
  'P7 times out a hanging read of the terminal within three seconds',
  async ({ open }) => {
    const clock = new ManualClock()
    const upstream = new ScriptedUpstream()
    let asked = (): void => {}
    const waiting = new Promise<void>((resolve) => (asked = resolve))
    upstream.client.readDevice = (_, signal) => {
      asked()
      return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(faultOf('aborted'))))
    }
    const sales = await ledgerOn(await open({ testClock: () => clock.now() }), upstream, 1, clock)
    const started = sales.start(accessTo('o1'), request('o1'), KEY)
    await waiting
    await clock.advance(3_000)
    assert.equal(codeOf(await started), 'upstream-unavailable')
  },
)

eachEngine<LedgerTables>(
  'an open breaker refuses starts without a connect to the upstream',
  async ({ store }) => {
    const upstream = new ScriptedUpstream()
    let tries = 0
    upstream.client.readDevice = async () => {
      tries += 1
      return faultOf('unreachable')
    }
    const sales = await ledgerOn(store, upstream)
    for (let time = 0; time < 6; time += 1) {
      const result = await sales.start(accessTo('o1'), request('o1'), KEY)
      assert.ok(!result.ok && result.code === 'upstream-unavailable' && (result.retryAfterSeconds ?? 0) > 0)
    }
    assert.equal(tries, 3)
  },
)

eachEngine<LedgerTables>(
  'D-174 an attempt that is started again after its rows were lost has the same external ID, in each process',
  async ({ store, open }) => {
    const sales = await ledgerOn(store, new ScriptedUpstream())
    const start = async (of: Sales, order: string, deviceId: string): Promise<string> => {
      const result = await of.start(accessTo(order), request(order, { deviceId }), KEY)
      assert.ok(result.ok && result.created)
      return result.sale.externalId
    }
    const first = await start(sales, 'o1', 'd1')
    assert.notEqual(await start(sales, 'o2', 'd2'), first)
    await store.db.deleteFrom('sale_event').execute()
    await store.db.deleteFrom('sale').execute()
    assert.equal(await start(await ledgerOn(await open(), new ScriptedUpstream(), 2), 'o1', 'd3'), first)
  },
)

eachEngine<LedgerTables>('refuses a start without the store with store-unavailable', async ({ open }) => {
  const store = await open()
  const upstream = new ScriptedUpstream()
  const sales = await ledgerOn(store, upstream)
  await store.close()
  await assert.rejects(sales.start(accessTo('o1'), request('o1'), KEY), isStoreUnavailable)
  assert.equal(upstream.sent.length, 0)
})

eachEngine<LedgerTables>('returns a sale only to its own order and merchant', async ({ store }) => {
  const sales = await ledgerOn(store, new ScriptedUpstream())
  const started = await sales.start(accessTo('o1'), request('o1'), KEY)
  assert.ok(started.ok)
  const { id } = started.sale
  assert.equal(codeOf(await sales.read(accessTo('o1'), id)), 'replayed')
  for (const other of [accessTo('o2'), accessTo('o1', { merchant: 'm2' })]) {
    assert.equal(codeOf(await sales.read(other, id)), 'sale-not-found')
    assert.equal(codeOf(await sales.cancel(other, id)), 'sale-not-found')
    assert.equal((await sales.details(other, id)).ok, false)
    const frames: number[] = []
    for await (const frame of eventsOf(sales.watch(other, id, 0, AbortSignal.timeout(5_000))))
      frames.push(frame.number)
    assert.deepEqual(frames, [])
    assert.equal(await sales.newest(other), null)
  }
})
