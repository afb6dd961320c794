// D-91: every instance notifies a page within 4 s that its sale is stale, and again when answers resume.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openStore, StoreError, type Store } from '@tapboard/store'
import { eachEngine, ManualClock } from '@tapboard/store/testing'
import { faultOf } from '../../upstream/transport/fault.ts'
import { createSalesOn, type Sales } from '../sales.ts'
import { sqlLedgerStore, type LedgerStore } from '../ledger/ledger-store.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { accessTo, APPROVED, keptLog, quickClock, ScriptedUpstream, seededRandom } from '../testing.ts'
import { isEvent } from '../watch/watch.ts'
import { saleRequest } from '../sales.testing.ts'

const IN_PROGRESS = { status: 'IN_PROGRESS' }
const request = saleRequest('o1')

interface Watched {
  /** The watcher's reports of missing news, in order. */
  readonly reports: { readonly since: number | null; readonly atMs: number }[]
  stop(): Promise<void>
}

/** Watches a sale and records the stale frames. */
function listen(sales: Sales, id: string, clock: ManualClock): Watched {
  const reports: Watched['reports'] = []
  const stop = new AbortController()
  const done = (async () => {
    let last: number | null = null
    for await (const one of sales.watch(accessTo('o1'), id, 0, stop.signal)) {
      const since = isEvent(one) ? one.sale.staleSinceMs : one.staleSinceMs
      if (since !== last) reports.push({ since, atMs: clock.now() })
      last = since
    }
  })()
  return {
    reports,
    async stop() {
      stop.abort()
      await done
    },
  }
}

interface Scene {
  readonly clock: ManualClock
  readonly upstream: ScriptedUpstream
  readonly sales: Sales
  readonly counts: Map<string, number>
  /** While `here` is false, every statement fails. */
  store: { here: boolean }
  start(): Promise<string>
}

/** Counts the statements of a ledger's store, and fails them during an outage. */
function counted(inner: LedgerStore, counts: Map<string, number>, state: { here: boolean }): LedgerStore {
  return new Proxy(inner, {
    get(target, name: keyof LedgerStore) {
      const method = target[name] as (...of: unknown[]) => Promise<unknown>
      return (...of: unknown[]): Promise<unknown> => {
        counts.set(name, (counts.get(name) ?? 0) + 1)
        return state.here ? method(...of) : Promise.reject(new StoreError('store-unavailable', 'away'))
      }
    },
    ownKeys: (target) => Reflect.ownKeys(target),
  })
}

async function scene(context: TestContext): Promise<Scene> {
  const clock = new ManualClock()
  const upstream = new ScriptedUpstream()
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  const counts = new Map<string, number>()
  const state = { here: true }
  const inner = sqlLedgerStore(store)
  const watched = Object.fromEntries(
    Object.keys(inner).map((name) => [name, Reflect.get(counted(inner, counts, state), name) as unknown]),
  ) as unknown as LedgerStore
  const { log } = keptLog()
  const sales = createSalesOn(watched, { merchants: () => upstream, clock, random: seededRandom(3), log })
  await sales.begin()
  context.after(async () => {
    state.here = true
    upstream.silent = false
    await clock.ended(sales.drain())
    assert.equal(clock.pending, 0)
    await store.close()
  })
  return {
    clock,
    upstream,
    sales,
    counts,
    store: state,
    async start() {
      const result = await sales.start(accessTo('o1'), request, 'key-of-the-order-o1')
      assert.ok(result.ok)
      await clock.until(async () => (await sales.newest(accessTo('o1')))?.state === 'started')
      return result.sale.id
    },
  }
}

const DARK: Readonly<Record<string, (upstream: ScriptedUpstream) => void>> = {
  'refuses connections': (upstream) => void (upstream.onRead = () => faultOf('unreachable')),
  'takes requests and never answers': (upstream) => void (upstream.silent = true),
  'is busy': (upstream) => void (upstream.onRead = () => faultOf('busy', 1_000)),
}
for (const [how, dark] of Object.entries(DARK))
  test(`D-91 reports in time an upstream that ${how}, and its return within one cadence`, async (context) => {
    const { clock, upstream, sales, start } = await scene(context)
    upstream.onRead = () => IN_PROGRESS
    const id = await start()
    const watched = listen(sales, id, clock)
    await clock.advance(10_000)
    assert.equal(watched.reports.length, 0)
    const darkAtMs = clock.now()
    dark(upstream)
    await clock.advance(6_000)
    const [first] = watched.reports
    assert.ok(first?.since !== undefined && first.since !== null, 'nothing was reported')
    assert.ok(first.since >= darkAtMs && first.since <= darkAtMs + 2_500, `since ${first.since - darkAtMs}`)
    // A silent service cannot be distinguished from a slow one earlier: the request itself gets 3 s.
    const limitMs = upstream.silent ? 5_000 : 4_000
    assert.ok(first.atMs - darkAtMs <= limitMs, `reported after ${first.atMs - darkAtMs} ms`)
    const read = await sales.read(accessTo('o1'), id)
    assert.equal(read.ok && read.sale.staleSinceMs, first.since)
    assert.equal((await sales.newest(accessTo('o1')))?.staleSinceMs, first.since)
    if (upstream.silent) return watched.stop()
    upstream.onRead = () => IN_PROGRESS
    await clock.advance(10_000)
    assert.deepEqual(
      watched.reports.map(({ since }) => since),
      [first.since, null],
    )
    assert.equal((await sales.newest(accessTo('o1')))?.staleSinceMs, null)
    await watched.stop()
  })

test('D-91 does not report a fault shorter than 3 s', async (context) => {
  const { clock, upstream, sales, start, counts } = await scene(context)
  upstream.onRead = (number) => (number === 4 ? faultOf('unreachable') : IN_PROGRESS)
  const watched = listen(sales, await start(), clock)
  await clock.advance(30_000)
  assert.deepEqual([watched.reports, counts.get('mark') ?? 0], [[], 0])
  await watched.stop()
})

test('D-91 writes missing news twice per outage and never on the healthy path', async (context) => {
  const { clock, upstream, sales, start, counts } = await scene(context)
  upstream.onRead = () => IN_PROGRESS
  const id = await start()
  const watched = listen(sales, id, clock)
  await clock.advance(60_000)
  assert.equal(counts.get('mark') ?? 0, 0)
  upstream.onRead = () => faultOf('unreachable')
  await clock.advance(60_000)
  assert.equal(counts.get('mark'), 1)
  upstream.onRead = () => APPROVED
  await clock.advance(30_000)
  assert.equal(counts.get('mark'), 2)
  assert.deepEqual(
    [(await sales.newest(accessTo('o1')))?.state, watched.reports.at(-1)?.since],
    ['approved', null],
  )
  await watched.stop()
})

test('D-91 an idle watcher costs one statement every 5 s', async (context) => {
  const { clock, upstream, sales, start, counts } = await scene(context)
  upstream.onRead = () => IN_PROGRESS
  const id = await start()
  await clock.advance(5_000)
  counts.clear()
  const watched = listen(sales, id, clock)
  await clock.advance(50_100)
  // One look at the grant and one at the events when it came, then ten; each renewal asks for the store's time, as before.
  assert.equal((counts.get('find') ?? 0) + (counts.get('events') ?? 0), 12)
  assert.equal(counts.get('now'), 2 * (counts.get('renew') ?? 0))
  await watched.stop()
})

test('D-91 reports a sale in doubt whose session cannot be read', async (context) => {
  const { clock, upstream, sales, start } = await scene(context)
  upstream.onRead = () => ({ kind: 'missing' })
  const id = await start()
  await clock.until(async () => (await sales.newest(accessTo('o1')))?.state === 'in_doubt', 60_000)
  const watched = listen(sales, id, clock)
  await clock.advance(20_000)
  assert.equal(watched.reports.length, 0)
  upstream.onRead = () => faultOf('unreachable')
  await clock.advance(20_000)
  const [first] = watched.reports
  assert.ok(first?.since !== undefined && first.since !== null && first.atMs - first.since <= 4_000)
  upstream.onRead = () => IN_PROGRESS
  await clock.advance(16_000)
  assert.equal(watched.reports.at(-1)?.since, null)
  await watched.stop()
})

test('D-91 reports a silent store to every watcher within 4 s, and reads fail as before', async (context) => {
  const { clock, upstream, sales, start, store } = await scene(context)
  upstream.onRead = () => IN_PROGRESS
  const id = await start()
  const watched = listen(sales, id, clock)
  const orders: (number | null | undefined)[] = []
  const stop = new AbortController()
  const ordering = (async () => {
    for await (const { sale } of sales.watchOrder(accessTo('o1'), stop.signal))
      orders.push(sale?.staleSinceMs)
  })()
  await clock.advance(2_000)
  const darkAtMs = clock.now()
  store.here = false
  await clock.advance(4_000)
  const [first] = watched.reports
  assert.ok(first?.since !== undefined && first.since !== null, 'nothing was reported')
  assert.ok(first.since >= darkAtMs && first.atMs - darkAtMs <= 4_000)
  assert.equal(orders.at(-1), first.since)
  await assert.rejects(sales.read(accessTo('o1'), id), StoreError)
  store.here = true
  await clock.advance(1_100)
  assert.deepEqual(watched.reports.at(-1)?.since, null)
  assert.equal(orders.at(-1), null)
  stop.abort()
  await Promise.all([watched.stop(), ordering])
})

eachEngine<LedgerTables>(
  'D-91 findings of the owner reach watchers of other instances; a dead owner is detected',
  async ({ store, open }) => {
    const upstream = new ScriptedUpstream()
    const make = (on: Store<LedgerTables>, seed: number, sales: number): Sales =>
      createSalesOn(sqlLedgerStore(on), {
        merchants: () => upstream,
        clock: quickClock,
        random: seededRandom(seed),
        log: keptLog().log,
        // The other one has no room for a sale of its own: it only watches.
        limits: { sales },
      })
    const owner = make(store, 1, 100)
    const other = make(await open(), 2, 0)
    await Promise.all([owner.begin(), other.begin()])
    upstream.onRead = () => IN_PROGRESS
    const begun = await owner.start(accessTo('o1'), request, 'key-of-the-order-o1')
    assert.ok(begun.ok)
    const stop = new AbortController()
    const frames = other
      .watch(accessTo('o1'), begun.sale.id, 0, AbortSignal.any([stop.signal, AbortSignal.timeout(60_000)]))
      [Symbol.asyncIterator]()
    const watched = async (
      wanted: (since: number | null, state: string) => boolean,
    ): Promise<number | null> => {
      for (let state = ''; ;) {
        const { value, done } = await frames.next()
        assert.ok(done !== true, 'what the test waits for was not watched')
        const since = isEvent(value) ? value.sale.staleSinceMs : value.staleSinceMs
        if (isEvent(value)) ({ state } = value.sale)
        if (wanted(since, state)) return since
      }
    }
    await watched((_, state) => state === 'started')
    const darkAtMs = Date.now()
    upstream.onRead = () => faultOf('unreachable')
    const since = await watched((one) => one !== null)
    assert.ok(since !== null && since >= darkAtMs - 1_000 && Date.now() - since < 10_000)
    upstream.onRead = () => IN_PROGRESS
    await watched((one) => one === null)
    const row = await store.db.selectFrom('sale').selectAll().executeTakeFirstOrThrow()
    assert.equal(row.stale_since_ms, null)
    await owner.drain()
    // The state after a killed process: the sale has a lease that no process renews.
    const endedAtMs = (await store.now()) - 60_000
    const lapsed = { lease_owner: 'dead', lease_until_ms: endedAtMs, next_at_ms: endedAtMs - 8_000 }
    await store.db.updateTable('sale').set(lapsed).execute()
    assert.equal((await other.newest(accessTo('o1')))?.staleSinceMs, endedAtMs)
    assert.equal(await watched((one) => one !== null), endedAtMs)
    stop.abort()
    await other.drain()
  },
)
