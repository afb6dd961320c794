// Watchers of a desk get complete frames from one shared read, at once and after every change.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { DeskFrame } from '@tapboard/contract'
import { openStore, type Store, type WakeupHandler } from '@tapboard/store'
import { eachEngine, ManualClock, turn } from '@tapboard/store/testing'
import { createDesk, type Desk } from './desk.ts'
import type { DeskOf } from './desk-store.ts'
import { deskSale, insertSales, NOON_MS } from './rows.testing.ts'
import { DeskWatchers } from './watch-desk.ts'
import { SALE_CHANNEL, writeNotice } from '../ledger/notice.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import { keptLog, quickClock } from '../testing.ts'
import { isTooManyStreams } from '../watch/channels.ts'

const SHOP: DeskOf = { merchant: 'shop', timeZone: 'UTC' }

/** Collects the frames of a desk. */
function collect(frames: AsyncIterable<DeskFrame>): {
  readonly seen: DeskFrame[]
  readonly done: Promise<void>
} {
  const seen: DeskFrame[] = []
  const done = (async () => {
    for await (const frame of frames) seen.push(frame)
  })()
  return { seen, done }
}

const noticeOf = (store: Store<LedgerTables>, number: number, merchant = 'shop'): Promise<void> =>
  store.notify(SALE_CHANNEL, writeNotice(deskSale(number, { merchant })))

async function scene(context: TestContext) {
  const clock = new ManualClock(NOON_MS)
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  await store.migrate(LEDGER_MIGRATIONS)
  const desk = createDesk({ store, clock, log: keptLog().log, limits: { perSale: 3, perProcess: 4 } })
  await desk.begin()
  const stop = new AbortController()
  context.after(async () => {
    stop.abort()
    await desk.close()
    await store.close()
  })
  return { clock, store, desk, stop }
}

const orders = (frames: readonly DeskFrame[]): string[] =>
  frames.map(({ latest }) => latest.map(({ order }) => order).join(' '))

test('D-117 yields the desk at once, and a complete frame within 3 s of a commit', async (context) => {
  const { clock, store, desk, stop } = await scene(context)
  await insertSales(store, [deskSale(1)])
  const { seen, done } = collect(desk.watch(SHOP, null, stop.signal))
  await clock.advance(0)
  assert.deepEqual(orders(seen), ['R-1'])
  await insertSales(store, [deskSale(2, { state: 'in_doubt' })])
  await noticeOf(store, 2)
  await clock.advance(3_000)
  assert.deepEqual(orders(seen), ['R-1', 'R-2 R-1'])
  assert.deepEqual(
    seen[1]?.open.map(({ order }) => order),
    ['R-2'],
  )
  assert.deepEqual(seen[1]?.totals[0]?.unresolved, { count: 1, amountMinor: 4_200 })
  // Time alone, and a notice of another merchant, are no news.
  await noticeOf(store, 3, 'other')
  await clock.advance(20_000)
  assert.equal(seen.length, 2)
  stop.abort()
  await done
})

test('D-117 a lost notice delays a frame until the periodic read', async (context) => {
  const { clock, store, desk, stop } = await scene(context)
  const { seen } = collect(desk.watch(SHOP, null, stop.signal))
  await clock.advance(0)
  await insertSales(store, [deskSale(1)])
  await clock.advance(5_000)
  assert.deepEqual(orders(seen), ['', 'R-1'])
})

test('D-113 a desk of the present day turns to the next one at midnight of its time zone', async (context) => {
  const { clock, store, desk, stop } = await scene(context)
  await insertSales(store, [deskSale(1)])
  const tokyo = { ...SHOP, timeZone: 'Asia/Tokyo' }
  const { seen } = collect(desk.watch(tokyo, null, stop.signal))
  const fixed = collect(desk.watch(tokyo, '2026-11-23', stop.signal))
  await clock.advance(0)
  clock.jump(3 * 3_600_000 - 2_000)
  await clock.advance(10_000)
  assert.deepEqual(
    seen.map(({ day, today, latest }) => [day, today, latest.length]),
    [
      ['2026-11-23', '2026-11-23', 1],
      ['2026-11-24', '2026-11-24', 0],
    ],
  )
  assert.deepEqual(
    fixed.seen.map(({ day, today, latest }) => [day, today, latest.length]),
    [
      ['2026-11-23', '2026-11-23', 1],
      ['2026-11-23', '2026-11-24', 1],
    ],
  )
})

test('INV-17 watchers are limited, and notices of a busy shop lead to one read', async () => {
  const clock = new ManualClock(NOON_MS)
  let reads = 0
  const frame = { latest: [], open: [], totals: [] } as unknown as DeskFrame
  const watchers = new DeskWatchers({
    clock,
    log: keptLog().log,
    limits: { perSale: 2, perProcess: 3 },
    read: async () => {
      reads += 1
      return { ...frame, openCount: reads, nowMs: clock.now() }
    },
  })
  const stop = new AbortController()
  const first = collect(watchers.watch(SHOP, null, stop.signal))
  const second = collect(watchers.watch(SHOP, null, stop.signal))
  assert.throws(() => watchers.watch(SHOP, null, stop.signal), isTooManyStreams)
  await clock.advance(0)
  assert.equal(reads, 1)
  for (let count = 0; count < 100; count += 1)
    watchers.notice({ saleId: 's', group: { merchant: 'shop', order: 'o' }, number: 2 })
  await clock.advance(1_000)
  assert.equal(reads, 2)
  assert.deepEqual([first.seen.length, second.seen.length], [2, 2])
  assert.equal(first.seen[1], second.seen[1])
  // A notice without a group is one of an earlier release.
  watchers.notice({ saleId: 's', group: null, number: null })
  await turn()
  await clock.advance(0)
  assert.equal(reads, 3)
  stop.abort()
  await Promise.all([first.done, second.done])
  watchers.notice({ saleId: 's', group: { merchant: 'shop', order: 'o' }, number: 2 })
  assert.equal(clock.pending, 0, 'no read is planned without a watcher')
  await clock.advance(10_000)
  assert.equal(reads, 3)
  watchers.close()
})

test('INV-17 a desk has the limits of its options, else 200 streams of one day and 1,000 of the process', async (context) => {
  const { clock, store, desk } = await scene(context)
  const ends: AbortController[] = []
  context.after(() => ends.forEach((end) => end.abort()))
  const watch = (of: Desk, merchant: string, count: number): void => {
    for (let index = 0; index < count; index += 1) {
      const end = new AbortController()
      ends.push(end)
      of.watch({ ...SHOP, merchant }, null, end.signal)
    }
  }
  watch(desk, 'shop', 3)
  assert.throws(() => watch(desk, 'shop', 1), isTooManyStreams)
  const usual = createDesk({ store, clock, log: keptLog().log })
  for (const merchant of ['a', 'b', 'c', 'd']) {
    watch(usual, merchant, 200)
    assert.throws(() => watch(usual, merchant, 1), isTooManyStreams)
  }
  watch(usual, 'e', 100)
  watch(usual, 'f', 100)
  assert.throws(() => watch(usual, 'g', 1), isTooManyStreams)
})

test('a desk reads again when notices may be lost; its end cancels the planned reads and stops the listener once', async (context) => {
  const { clock, store, stop } = await scene(context)
  const handlers: WakeupHandler[] = []
  let stops = 0
  const watched = new Proxy(store, {
    get: (target, name): unknown =>
      name === 'listen'
        ? async (channel: string, handler: WakeupHandler) => {
            handlers.push(handler)
            const unlisten = await target.listen(channel, handler)
            return () => ((stops += 1), unlisten())
          }
        : Reflect.get(target, name, target),
  })
  const desk = createDesk({ store: watched, clock, log: keptLog().log })
  await desk.begin()
  const { seen } = collect(desk.watch(SHOP, null, stop.signal))
  await clock.advance(0)
  await insertSales(store, [deskSale(1)])
  handlers[0]?.({ type: 'resync' })
  await clock.until(() => seen.length === 2, 0)
  assert.deepEqual(orders(seen), ['', 'R-1'])
  handlers[0]?.({ type: 'notice', payload: writeNotice(deskSale(1)) })
  const planned = clock.pending
  await desk.close()
  assert.equal(clock.pending, planned - 1)
  await desk.close()
  assert.equal(stops, 1)
})

eachEngine<LedgerTables>('D-117 a change by another instance arrives', async ({ store, open }) => {
  await store.migrate(LEDGER_MIGRATIONS)
  const desk = createDesk({ store, clock: quickClock, log: keptLog().log })
  await desk.begin()
  const stop = new AbortController()
  const frames = desk.watch(SHOP, '2026-11-23', stop.signal)[Symbol.asyncIterator]()
  const next = async (): Promise<DeskFrame> => {
    const { value } = await frames.next()
    assert.ok(value)
    return value as DeskFrame
  }
  assert.deepEqual(orders([await next()]), [''])
  const other = await open()
  await insertSales(other, [deskSale(1)])
  await noticeOf(other, 1)
  assert.deepEqual(orders([await next()]), ['R-1'])
  stop.abort()
  await desk.close()
})
