// Watchers: each gets the same events in the same order, from any number on, with a cap and without a leak.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openStore } from '@tapboard/store'
import { Ledger } from '../ledger/ledger.ts'
import { rows, read, approved } from '../machine/machine.testing.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import { ManualClock, turn } from '@tapboard/store/testing'
import { eventsOf, keptLog } from '../testing.ts'
import { saleOf, type Snapshot } from '../machine/view.ts'
import { NO_NEWS } from '../sale-result.ts'
import { isEvent, isTooManyStreams, SaleWatchers, type ViewInputs, type WatchFrom } from './watch.ts'
import { staleSinceMs } from '../machine/staleness.ts'
import { sqlLedgerStore } from '../ledger/ledger-store.ts'

const OPTIONS = { repeat: 'unknown', lookup: 'none' } as const
const features = { cancel: true, repeat: 'unknown', lookup: 'none' } as const
const show = (snapshot: Snapshot, shown: ViewInputs): ReturnType<typeof saleOf> =>
  saleOf(snapshot, { features, nowMs: 5, ...shown })
const from = (after: number): WatchFrom => ({ after, last: NO_NEWS, show })

interface Scene {
  readonly clock: ManualClock
  readonly ledger: Ledger
  readonly watchers: SaleWatchers
}

async function scene(context: TestContext): Promise<Scene> {
  const clock = new ManualClock()
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  context.after(() => store.close())
  await store.migrate(LEDGER_MIGRATIONS)
  const ledger = new Ledger(sqlLedgerStore(store))
  await ledger.insert({ ...rows.intent, id: 'a', fence: 0, leaseOwner: null, leaseUntilMs: null })
  const limits = { perSale: 3, perProcess: 4 }
  return {
    clock,
    ledger,
    watchers: new SaleWatchers({
      ledger,
      clock,
      log: keptLog().log,
      limits,
      staleSince: (row) => staleSinceMs(row, clock.now()),
      awaySinceMs: () => null,
    }),
  }
}

async function collect(watchers: SaleWatchers, after: number, signal: AbortSignal): Promise<string> {
  const seen: string[] = []
  for await (const { number, type } of eventsOf(watchers.watch('a', from(after), signal)))
    seen.push(`${number} ${type}`)
  return seen.join()
}

const STEPS = [
  { type: 'send_claimed' },
  { type: 'accepted', sessionId: 's1', taken: false },
  read(approved),
] as const

test('D-192 a watcher of a sale in doubt gets the time of each next request without an event', async (context) => {
  const { clock, ledger, watchers } = await scene(context)
  const stop = new AbortController()
  for (const step of STEPS.slice(0, 2)) await ledger.apply('a', step, OPTIONS)
  await clock.advance((await ledger.find('a'))!.hardAtMs! - clock.now())
  await ledger.apply('a', { type: 'hard_passed' }, OPTIONS)
  const doubtedAtMs = clock.now()
  const seen: (number | null)[] = []
  const watching = (async () => {
    for await (const frame of watchers.watch('a', from(3), stop.signal))
      seen.push(isEvent(frame) ? frame.sale.nextAskAtMs : frame.nextAskAtMs)
  })()
  const [claimed] = await ledger.claim('one', 1)
  await ledger.release('a', claimed!.fence, doubtedAtMs + 15_000)
  await clock.advance(5_000)
  await turn()
  // It asks, and finds nothing.
  await clock.advance(10_000)
  const [again] = await ledger.claim('one', 1)
  await ledger.release('a', again!.fence, doubtedAtMs + 30_000)
  await clock.advance(5_000)
  await turn()
  stop.abort()
  await watching
  assert.deepEqual(seen, [doubtedAtMs, doubtedAtMs + 15_000, doubtedAtMs + 30_000])
})

test('every watcher sees the same events from any number, then the end', async (context) => {
  const { ledger, watchers } = await scene(context)
  const { signal } = new AbortController()
  const early = collect(watchers, 0, signal)
  await ledger.apply('a', STEPS[0], OPTIONS)
  watchers.notice({ saleId: 'a', number: null })
  const middle = collect(watchers, 2, signal)
  for (const step of STEPS.slice(1)) await ledger.apply('a', step, OPTIONS)
  watchers.notice({ saleId: 'a', number: null })
  assert.equal(await early, '1 created,2 claimed,3 started,4 approved')
  assert.equal(await middle, '3 started,4 approved')
  assert.equal(await collect(watchers, 4, signal), '')
  assert.equal(watchers.size(), 0)
})

test('each event has the sale as of that event', async (context) => {
  const { ledger, watchers } = await scene(context)
  for (const step of STEPS) await ledger.apply('a', step, OPTIONS)
  const states: string[] = []
  for await (const { sale } of eventsOf(watchers.watch('a', from(0), new AbortController().signal)))
    states.push(`${sale.state} ${sale.version} ${sale.cancelable}`)
  assert.deepEqual(states, ['intent 1 false', 'sending 2 false', 'started 3 true', 'approved 4 false'])
})

test('frames show a requested cancel from its event on', async (context) => {
  const { ledger, watchers } = await scene(context)
  for (const step of [STEPS[0], STEPS[1], { type: 'cancel_requested' }, STEPS[2]] as const)
    await ledger.apply('a', step, OPTIONS)
  const asked: boolean[] = []
  for await (const { sale } of eventsOf(watchers.watch('a', from(0), new AbortController().signal)))
    asked.push(sale.cancelRequested)
  assert.deepEqual(asked, [false, false, false, true, true])
})

test('a lost notice delays an event by five seconds and loses none', async (context) => {
  const { clock, ledger, watchers } = await scene(context)
  const all = collect(watchers, 0, new AbortController().signal)
  await turn()
  for (const step of STEPS) await ledger.apply('a', step, OPTIONS)
  await clock.advance(5_000)
  assert.equal(await all, '1 created,2 claimed,3 started,4 approved')
})

test('refuses a watcher above the limit, until another one leaves', async (context) => {
  const { watchers } = await scene(context)
  const stops = [1, 2, 3].map(() => new AbortController())
  const open = stops.map(({ signal }) => collect(watchers, 0, signal))
  assert.throws(() => watchers.watch('a', from(0), new AbortController().signal), isTooManyStreams)
  stops[0]?.abort()
  await open[0]
  const last = new AbortController()
  const again = collect(watchers, 0, last.signal)
  for (const stop of [...stops, last]) stop.abort()
  await Promise.all([...open, again])
  assert.equal(watchers.size(), 0)
})

test('INV-17 limits watchers over all sales of the process, and each one that leaves frees a place', async (context) => {
  const { watchers } = await scene(context)
  const enter = (sale: string): AbortController => {
    const stop = new AbortController()
    watchers.watch(sale, from(0), stop.signal)
    return stop
  }
  const full = (): void => assert.throws(() => enter('d'), isTooManyStreams)
  const inside = ['a', 'a', 'b', 'b'].map(enter)
  full()
  inside[0]?.abort()
  inside.push(enter('c'))
  full()
  for (const stop of inside) stop.abort()
  assert.equal(watchers.size(), 0)
})

test('a dropped watcher leaves no entry', async (context) => {
  const { watchers } = await scene(context)
  for (let time = 0; time < 1_000; time += 1) {
    const stop = new AbortController()
    const frames = watchers.watch('a', from(0), stop.signal)[Symbol.asyncIterator]()
    if (time % 3 === 0) await frames.next()
    if (time % 2 === 0) await frames.return?.()
    stop.abort()
  }
  assert.equal(watchers.size(), 0)
})

test('concurrent watchers share one frame, a later one gets a new time', async (context) => {
  const { clock, watchers } = await scene(context)
  const stop = new AbortController()
  const come = () => watchers.watch('a', from(0), stop.signal)[Symbol.asyncIterator]()
  const [one, two, three] = [come(), come(), come()]
  const [first, second] = [await one.next(), await two.next()]
  assert.equal(first.value, second.value)
  clock.jump(1_000)
  const later = await three.next()
  assert.notEqual(later.value, first.value)
  assert.deepEqual(later.value, first.value)
  stop.abort()
})
