// A watcher of a sale: which rows each read needs, a stale sale, a store that is away, and a read that fails.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { StaleFrame } from '@tapboard/contract'
import { openStore } from '@tapboard/store'
import { ManualClock, turn } from '@tapboard/store/testing'
import { withCommitted } from '../ledger/committed-events.ts'
import { Ledger } from '../ledger/ledger.ts'
import { LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import { sqlLedgerStore } from '../ledger/ledger-store.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { approved, read, rows } from '../machine/machine.testing.ts'
import type { SaleEventRow } from '../machine/row.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { saleOf, type Snapshot } from '../machine/view.ts'
import { NO_NEWS, type LastNews } from '../sale-result.ts'
import { isEvent, SaleWatchers, type ViewInputs, type WatchedFrame } from './watch.ts'

const OPTIONS = { repeat: 'unknown', lookup: 'none' } as const
const features = { cancel: true, ...OPTIONS } as const
const SHARED_MS = 50
const show = (snapshot: Snapshot, shown: ViewInputs) =>
  saleOf(snapshot, { features, nowMs: 10_000, ...shown })
const SEND: SaleInput = { type: 'send_claimed' }
/** A notice without the number of an event, as for a stale sale or from an earlier release. */
const NOTICE = { saleId: 'a', number: null }
const ACCEPT: SaleInput = { type: 'accepted', sessionId: 's1', taken: false }

/** The frames without an event. */
async function* newsOf(frames: AsyncIterable<WatchedFrame>): AsyncGenerator<StaleFrame, void, undefined> {
  for await (const frame of frames) if (!isEvent(frame)) yield frame
}

/** A sale whose watchers read what the members of `now` say. */
async function begin(context: TestContext) {
  const clock = new ManualClock()
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  context.after(() => store.close())
  await store.migrate(LEDGER_MIGRATIONS)
  const sql = sqlLedgerStore(store)
  const now = { staleSinceMs: null as number | null, awaySinceMs: null as number | null, fails: false }
  const reads: string[] = []
  const lines: unknown[] = []
  let meanwhile = async (): Promise<void> => {}
  const events: typeof sql.events = async (...of) => {
    if (now.fails) throw new Error('no store')
    reads.push('events')
    const read = await sql.events(...of)
    await meanwhile()
    return read
  }
  const find: typeof sql.find = async (id) => {
    reads.push('row')
    return sql.find(id)
  }
  let report = (_event: SaleEventRow): void => {}
  const ledger = new Ledger(withCommitted(sql, (event) => report(event)))
  const watchers = new SaleWatchers({
    ledger: new Ledger({ ...sql, events, find }),
    clock,
    log: { info() {}, warn: (...line) => void lines.push(line), error() {} },
    limits: { perSale: 9, perProcess: 9 },
    staleSince: () => now.staleSinceMs,
    awaySinceMs: () => now.awaySinceMs,
  })
  await ledger.insert({ ...rows.intent, id: 'a', fence: 0, leaseOwner: null, leaseUntilMs: null })
  const apply = async (...inputs: SaleInput[]): Promise<void> => {
    for (const input of inputs) await ledger.apply('a', input, OPTIONS)
  }
  const watch = (after = 0, id = 'a') => {
    const seen: (string | number | null)[] = []
    const stop = new AbortController()
    const done = (async () => {
      const from = { after, last: NO_NEWS, show }
      for await (const frame of watchers.watch(id, from, stop.signal))
        seen.push(isEvent(frame) ? frame.type : frame.staleSinceMs)
    })()
    return { seen, done, end: () => (stop.abort(), done) }
  }
  /** The frames of a watcher that has received all events, and this news. */
  const watchNews = async (after: number, last: LastNews): Promise<object[]> => {
    const frames: object[] = []
    const stop = new AbortController()
    const done = (async () => {
      for await (const { staleSinceMs, nextAskAtMs } of newsOf(
        watchers.watch('a', { after, last, show }, stop.signal),
      ))
        frames.push({ staleSinceMs, nextAskAtMs })
    })()
    await turn()
    stop.abort()
    await done
    return frames
  }
  const readsOf = async (work: () => unknown): Promise<readonly string[]> => {
    reads.length = 0
    await work()
    await turn()
    return [...reads]
  }
  /** Commits of this process reach its watchers; `between` runs after each read of events, before its result is used. */
  const share = (between = meanwhile): void => {
    meanwhile = between
    report = (event) => watchers.committed(event)
  }
  return { clock, now, lines, watchers, apply, watch, watchNews, readsOf, share }
}

test('P82 a notice reads the events, the interval only the row, and a further watcher nothing', async (context) => {
  const { clock, watchers, apply, watch, readsOf } = await begin(context)
  const watched: ReturnType<typeof watch>[] = []
  const begins = (): void => void watched.push(watch())
  assert.deepEqual(await readsOf(begins), ['events'])
  assert.deepEqual(await readsOf(begins), [])
  await apply(SEND)
  assert.deepEqual(await readsOf(() => watchers.notice(NOTICE)), ['events'])
  assert.deepEqual(await readsOf(() => clock.advance(5_000)), ['row'])
  await apply(ACCEPT)
  assert.deepEqual(await readsOf(() => clock.advance(5_000)), ['row', 'events'])
  // A notice without an event, for example of a lease, looks at the row.
  assert.deepEqual(await readsOf(() => watchers.notice(NOTICE)), ['events', 'row'])
  for (const { seen, end } of watched) {
    assert.deepEqual(seen, ['created', 'claimed', 'started'])
    await end()
  }
})

test('P82 an event of this process needs no read, and neither does its notice', async (context) => {
  const { watchers, apply, watch, readsOf, share } = await begin(context)
  const { seen, end } = watch()
  await turn()
  share()
  assert.deepEqual(await readsOf(() => apply(SEND)), [])
  assert.deepEqual(seen, ['created', 'claimed'])
  assert.deepEqual(await readsOf(() => watchers.notice({ saleId: 'a', number: 2 })), [])
  // Another process committed the next event.
  assert.deepEqual(await readsOf(() => watchers.notice({ saleId: 'a', number: 3 })), ['events', 'row'])
  assert.deepEqual(await readsOf(() => watchers.notice({ saleId: 'b', number: 1 })), [])
  await end()
})

test('an event of this process during a read is shown once, and one after a gap is read', async (context) => {
  const { watchers, apply, watch, share } = await begin(context)
  const { seen, done } = watch()
  await turn()
  await apply(SEND)
  let inputs: SaleInput[] = [ACCEPT, { type: 'cancel_requested' }]
  // The read returns the claim. The commits after it follow no event that the watcher has.
  share(async () => {
    await apply(...inputs)
    inputs = []
  })
  watchers.notice({ saleId: 'a', number: 2 })
  await turn()
  assert.deepEqual(seen, ['created', 'claimed'])
  watchers.notice({ saleId: 'a', number: 4 })
  await turn()
  await apply(read(approved))
  await done
  assert.deepEqual(seen, ['created', 'claimed', 'started', 'cancel_requested', 'approved'])
})

test('a read that ends after the commits of this process adds none of their events again', async (context) => {
  const { watchers, apply, watch, share } = await begin(context)
  const { seen, end } = watch()
  await turn()
  share()
  await apply(SEND)
  let behind = true
  const { promise: read, resolve: goOn } = Promise.withResolvers<void>()
  share(async () => {
    if (behind) await read
  })
  watchers.resync()
  watchers.notice({ saleId: 'a', number: 9 })
  await turn()
  await apply(ACCEPT)
  behind = false
  goOn()
  await turn()
  assert.deepEqual(seen, ['created', 'claimed', 'started'])
  await end()
})

test('a resync reads each watched sale again', async (context) => {
  const { watchers, apply, watch, readsOf } = await begin(context)
  const { seen, end } = watch()
  await turn()
  await apply(SEND)
  assert.deepEqual(await readsOf(() => watchers.resync()), ['row', 'events'])
  assert.deepEqual(seen, ['created', 'claimed'])
  await end()
})

test('P63 a stale sale, a store that is away, and their end are frames without an event', async (context) => {
  const { clock, now, watchers, apply, watch } = await begin(context)
  await apply(SEND, ACCEPT)
  const { seen, end } = watch()
  await turn()
  const nudge = async (): Promise<void> => {
    watchers.nudge()
    await turn()
  }
  now.staleSinceMs = 1_000
  await clock.advance(5_000)
  now.awaySinceMs = 2_000
  await nudge()
  await nudge()
  now.awaySinceMs = null
  await nudge()
  watchers.learn('a', 3_000, null)
  await nudge()
  watchers.learn('a', null, null)
  await nudge()
  watchers.learn('another sale', 4_000, null)
  await nudge()
  assert.deepEqual(seen, ['created', 'claimed', 'started', 1_000, 2_000, 1_000, 3_000, null])
  await end()
})

test('a watcher that begins while the sale is stale gets the time with the newest event', async (context) => {
  const { clock, now, apply, watch } = await begin(context)
  await apply(SEND, ACCEPT)
  const held = watch()
  await turn()
  now.staleSinceMs = 1_000
  await clock.advance(5_000)
  const { seen, end } = watch(3)
  await turn()
  assert.deepEqual(seen, [1_000])
  await end()
  await held.end()
})

test('a sale that waits for no news of the payment service is not stale', async (context) => {
  const { clock, now, apply, watch } = await begin(context)
  const { seen, done } = watch()
  await turn()
  now.staleSinceMs = 1_000
  await clock.advance(5_000)
  await apply(SEND, ACCEPT, read(approved))
  await clock.advance(5_000)
  await done
  assert.deepEqual(seen.at(-1), 'approved')
})

test('D-192 a watcher that waited for the next request learns its time, another one does not', async (context) => {
  const { clock, apply, watchNews } = await begin(context)
  await apply(SEND, { type: 'send_lost' })
  const nextAskAtMs = clock.now()
  const last = { staleSinceMs: null, nextAskAtMs: nextAskAtMs - 1 }
  assert.deepEqual(await watchNews(3, last), [{ staleSinceMs: null, nextAskAtMs }])
  assert.deepEqual(await watchNews(3, NO_NEWS), [])
})

test('a watcher whose first read fails gets no news', async (context) => {
  const { now, watchNews } = await begin(context)
  Object.assign(now, { fails: true, awaySinceMs: 1_000 })
  assert.deepEqual(await watchNews(3, { staleSinceMs: 2_000, nextAskAtMs: 3_000 }), [])
})

test('watchers share a frame for less than 50 ms after it was made', async (context) => {
  const { clock, watchers } = await begin(context)
  let shows = 0
  const counted = (snapshot: Snapshot, shown: ViewInputs) => {
    shows += 1
    return show(snapshot, shown)
  }
  const watch = async (): Promise<void> => {
    const stop = new AbortController()
    const frames = watchers.watch('a', { after: 0, last: NO_NEWS, show: counted }, stop.signal)
    await frames[Symbol.asyncIterator]().next()
    held.push(stop)
  }
  const held: AbortController[] = []
  await watch()
  clock.jump(SHARED_MS - 10)
  await watch()
  assert.equal(shows, 1)
  clock.jump(10)
  await watch()
  assert.equal(shows, 2)
  for (const stop of held) stop.abort()
})

test('reads that fail are one line while the store is away, and the next one follows', async (context) => {
  const { clock, now, lines, apply, watch } = await begin(context)
  now.fails = true
  const { seen, end } = watch()
  const other = watch(0, 'b')
  await turn()
  await clock.advance(10_000)
  assert.deepEqual(lines, [[{ code: 'store-unavailable', reason: 'watch' }, 'events could not be read']])
  await other.end()
  now.fails = false
  await apply(SEND)
  await clock.advance(5_000)
  assert.deepEqual(seen, ['created', 'claimed'])
  await end()
})

test('a sale that does not exist has no frame', async (context) => {
  const { clock, watch, readsOf } = await begin(context)
  const { seen, end } = watch(0, 'unknown')
  await turn()
  assert.deepEqual(await readsOf(() => clock.advance(5_000)), ['events', 'row'])
  assert.deepEqual(seen, [])
  await end()
})
