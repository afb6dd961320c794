// How the parts of the sales work together: notices and outages reach both kinds of watchers, a request wakes the loops, an
// ended sale is followed up, and a drain leaves no timer.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { OrderFrame } from '@tapboard/contract'
import { openStore, StoreError, type WakeupHandler } from '@tapboard/store'
import { ManualClock, turn } from '@tapboard/store/testing'
import { NO_TARGETS } from '../durable/outbox/announcing.ts'
import type { OrderGrant } from '../token/order-grant.ts'
import { faultOf } from '../upstream/transport/fault.ts'
import { createSales, createSalesOn, EMBEDDED_INSTANCE } from './sales.ts'
import type { SalesDeps } from './sales-deps.ts'
import { Ledger } from './ledger/ledger.ts'
import { sqlLedgerStore, type LedgerStore } from './ledger/ledger-store.ts'
import { writeNotice } from './ledger/notice.ts'
import type { LedgerTables } from './ledger/tables.ts'
import { saleRequest } from './sales.testing.ts'
import { accessTo, DECLINED, keptLog, ScriptedUpstream, seededRandom } from './testing.ts'
import type { WatchedFrame } from './watch/watch.ts'

const ACCESS = accessTo('o1')
const HOUR_MS = 3_600_000

/** The sales of one process. `wake` delivers a notice; no other notice arrives. `state.isAway`: claims and renewals fail. */
async function begin(context: TestContext, deps: Partial<SalesDeps> = {}) {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream({
    cancel: true,
    lookup: 'authoritative',
  })
  const store = await openStore<LedgerTables>('file::memory:', {
    testClock: () => clock.now(),
  })
  const sql = sqlLedgerStore(store)
  const state = {
    isAway: false,
    wake: (() => {}) as WakeupHandler,
    clockReads: 0,
  }
  const failing =
    <Of extends unknown[], Result>(ask: (...of: Of) => Promise<Result>) =>
    async (...of: Of): Promise<Result> => {
      if (state.isAway) throw new StoreError('store-unavailable', 'away')
      return ask(...of)
    }
  const inner: LedgerStore = {
    ...sql,
    claimDue: failing(sql.claimDue),
    renew: failing(sql.renew),
    now: () => {
      state.clockReads += 1
      return sql.now()
    },
    listen: async (handler) => {
      state.wake = handler
      return async () => {}
    },
  }
  const shared = { merchants: () => upstream, clock, log: keptLog().log }
  const sales = createSalesOn(inner, {
    ...shared,
    random: seededRandom(5),
    ...deps,
  })
  await sales.begin()
  context.after(async () => {
    state.isAway = false
    await clock.ended(sales.drain())
    await store.close()
  })
  return { clock, upstream, store, shared, sales, state }
}

/** The same with one sale at the terminal, whose next read is not due. */
async function started(context: TestContext, deps: Partial<SalesDeps> = {}) {
  const one = await begin(context, deps)
  const result = await one.sales.start(ACCESS, saleRequest('o1'), 'key-of-order-o1-attempt-1')
  assert.ok(result.ok)
  await one.clock.until(async () => (await one.sales.newest(ACCESS))?.state === 'started')
  return { ...one, id: result.sale.id }
}

/** Collects the frames of a stream until the test ends. */
function collect<Frame>(context: TestContext, open: (signal: AbortSignal) => AsyncIterable<Frame>): Frame[] {
  const frames: Frame[] = []
  const stop = new AbortController()
  const reading = (async () => {
    for await (const frame of open(stop.signal)) frames.push(frame)
  })()
  context.after(() => (stop.abort(), reading))
  return frames
}

/** The frames of the sale's page and of the order's page. */
function watchBoth(
  context: TestContext,
  { sales, id }: Pick<Awaited<ReturnType<typeof started>>, 'sales' | 'id'>,
) {
  const ofSale = collect<WatchedFrame>(context, (signal) => sales.watch(ACCESS, id, 0, signal))
  const ofOrder = collect<OrderFrame>(context, (signal) => sales.watchOrder(ACCESS, signal))
  return { ofSale, ofOrder }
}

const noticeOf = (id: string, orderRef: string, number?: number) => {
  const sale = { id, merchant: 'm1', orderRef, refundOf: null, refundRef: null }
  return { type: 'notice', payload: writeNotice(sale, number) } as const
}

const WAKEUPS = {
  notice: (id: string) => noticeOf(id, 'o1', 4),
  'notice of an earlier release': (id: string) => noticeOf(id, 'o1'),
  resync: () => ({ type: 'resync' }) as const,
}

/** Another process requests the cancel of the sale. */
const cancelElsewhere = ({ store, id }: Pick<Awaited<ReturnType<typeof started>>, 'store' | 'id'>) =>
  new Ledger(sqlLedgerStore(store)).apply(
    id,
    { type: 'cancel_requested' },
    { repeat: 'unknown', lookup: 'none' },
  )

for (const [name, wakeupOf] of Object.entries(WAKEUPS))
  void test(`a ${name} of the store brings a new event to the watchers of the sale and of its order`, async (context) => {
    const one = await started(context)
    const { ofSale, ofOrder } = watchBoth(context, one)
    await turn()
    const before = [ofSale.length, ofOrder.length]
    assert.equal((await cancelElsewhere(one)).kind, 'moved')
    await turn()
    assert.deepEqual([ofSale.length, ofOrder.length], before)
    one.state.wake(wakeupOf(one.id))
    await turn()
    assert.deepEqual([ofSale.length, ofOrder.length], [before[0]! + 1, before[1]! + 1])
  })

void test('an event of this process reaches the watchers of the sale before its notice', async (context) => {
  const one = await started(context)
  const { ofSale, ofOrder } = watchBoth(context, one)
  await turn()
  const before = [ofSale.length, ofOrder.length]
  assert.ok((await one.sales.cancel(ACCESS, one.id)).ok)
  await turn()
  assert.deepEqual([ofSale.length, ofOrder.length], [before[0]! + 1, before[1]])
  one.state.wake(noticeOf(one.id, 'o1', 4))
  await turn()
  assert.deepEqual([ofSale.length, ofOrder.length], [before[0]! + 1, before[1]! + 1])
})

void test('a notice of another sale does not read the watched one', async (context) => {
  const one = await started(context)
  const { ofSale, ofOrder } = watchBoth(context, one)
  await turn()
  const before = [ofSale.length, ofOrder.length]
  await cancelElsewhere(one)
  one.state.wake(noticeOf('x', 'o2', 4))
  await turn()
  assert.deepEqual([ofSale.length, ofOrder.length], before)
})

void test('D-91 a store that is away makes the watched sale and the watched order stale', async (context) => {
  const one = await started(context)
  const { ofSale, ofOrder } = watchBoth(context, one)
  await turn()
  one.state.isAway = true
  await one.clock.until(() => (ofOrder.at(-1)?.sale?.staleSinceMs ?? null) !== null, 4_500)
  const last = ofSale.at(-1)
  assert.ok(last !== undefined && 'staleSinceMs' in last && last.staleSinceMs !== null)
  one.state.isAway = false
  await one.clock.until(() => ofOrder.at(-1)?.sale?.staleSinceMs === null, 2_500)
})

void test('D-91 the first frame of a new watcher is stale if the sale is', async (context) => {
  const { sales, clock, upstream, id } = await started(context)
  upstream.onRead = () => faultOf('unreachable')
  await clock.until(async () => ((await sales.newest(ACCESS))?.staleSinceMs ?? null) !== null, 8_000)
  const frames = collect<WatchedFrame>(context, (signal) => sales.watch(ACCESS, id, 0, signal))
  await turn()
  const [first] = frames
  assert.ok(first !== undefined && 'sale' in first && first.sale.staleSinceMs !== null)
})

void test('a drain while the store is away leaves no timer', async (context) => {
  const { sales, clock, state } = await begin(context)
  state.isAway = true
  await clock.advance(1_100)
  await clock.ended(sales.drain())
  assert.equal(clock.pending, 0)
})

void test('a cancel makes the next read of the session due at once', async (context) => {
  const { sales, clock, upstream, id } = await started(context)
  await clock.until(() => upstream.reads > 0)
  const { reads } = upstream
  assert.ok((await sales.cancel(ACCESS, id)).ok)
  await turn()
  assert.equal(upstream.reads, reads + 1)
})

void test('a check reads the session of a followed sale at once', async (context) => {
  const { sales, clock, upstream, id } = await started(context)
  await clock.until(() => upstream.reads > 0)
  const { reads } = upstream
  assert.ok((await sales.check(ACCESS, id)).ok)
  await turn()
  assert.equal(upstream.reads, reads + 1)
})

void test('a check claims a sale in doubt at once', async (context) => {
  const { sales, clock, upstream } = await begin(context)
  upstream.onSend = (order) => ({
    exchange: { kind: 'broken', cause: `closed ${order.order}` },
    late: null,
  })
  const result = await sales.start(ACCESS, saleRequest('o1'), 'key-of-order-o1-attempt-1')
  assert.ok(result.ok)
  const { id } = result.sale
  await clock.until(async () => (await sales.newest(ACCESS))?.state === 'in_doubt')
  await clock.until(() => sales.figures().followed === 0)
  let looks = 0
  upstream.client.findSession = async () => {
    looks += 1
    return { kind: 'missing' }
  }
  assert.ok((await sales.check(ACCESS, id)).ok)
  await turn()
  assert.equal(looks, 1)
})

void test('a declined sale is read again after its end', async (context) => {
  const { sales, clock, upstream } = await started(context)
  upstream.onRead = () => DECLINED
  await clock.until(async () => (await sales.newest(ACCESS))?.state === 'declined')
  await clock.until(() => sales.figures().followed === 0)
  const { reads } = upstream
  await clock.until(() => upstream.reads > reads, HOUR_MS)
})

void test('D-87 a watched order is superseded by another grant only', async (context) => {
  const newest: OrderGrant = {
    amountMinor: 4200,
    currency: 'USD',
    generation: 2,
    withdrawn: false,
  }
  const { sales } = await begin(context, {
    grants: { newest: async () => newest },
  })
  const watched = [1, 2].map((generation) =>
    collect<OrderFrame>(context, (signal) => sales.watchOrder({ ...ACCESS, generation }, signal)),
  )
  await turn()
  assert.deepEqual(
    watched.map(([first]) => first?.superseded),
    [true, false],
  )
})

void test('a ledger that the host opens receives the store and the notification targets', async (context) => {
  const announcing = { ...NO_TARGETS }
  const received: unknown[] = []
  const openLedger: SalesDeps['openLedger'] = (store, targets) => {
    received.push(targets)
    return new Ledger(store)
  }
  await begin(context, { announcing, openLedger })
  assert.equal(received.length, 1)
  assert.equal(received[0], announcing)
})

void test('a process whose clock is ahead asks the clock of the store before it calls a sale stale', async (context) => {
  const { store, shared, sales, state, id } = await started(context)
  const sql = sqlLedgerStore(store)
  let asked = 0
  const now = (): Promise<number> => {
    asked += 1
    return sql.now()
  }
  const clock = { now: () => shared.clock.now() + HOUR_MS, after: () => () => {} }
  const other = createSalesOn({ ...sql, now }, { ...shared, clock, random: seededRandom(6) })
  const read = await other.read(ACCESS, id)
  assert.ok(read.ok && read.sale.staleSinceMs === null)
  assert.equal(asked, 1)
  state.clockReads = 0
  const own = await sales.read(ACCESS, id)
  assert.ok(own.ok && own.sale.staleSinceMs === null)
  assert.equal(state.clockReads, 0)
})

void test('a restarted process without a name takes back the sales of an embedded store at once', async (context) => {
  const { store, shared, clock, upstream } = await started(context)
  const { reads } = upstream
  upstream.silent = true
  const next = new ScriptedUpstream()
  const again = createSales({
    ...shared,
    store,
    merchants: () => next,
    random: seededRandom(7),
  })
  await again.begin()
  await clock.until(() => next.reads > 0, 3_000)
  assert.ok(upstream.reads <= reads + 1)
  const { lease_owner: owner } = await store.db
    .selectFrom('sale')
    .select('lease_owner')
    .executeTakeFirstOrThrow()
  assert.ok(owner?.startsWith(`${EMBEDDED_INSTANCE}#`))
  assert.equal(EMBEDDED_INSTANCE, 'embedded')
  await clock.ended(again.drain())
})
