// A watcher of an order or refund: its grant, a stale sale, a store that is away, shared frames, and a first read that fails.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { OrderFrame } from '@tapboard/contract'
import { openStore } from '@tapboard/store'
import { ManualClock, turn } from '@tapboard/store/testing'
import type { AttemptGroup } from '../../token/access.ts'
import type { OrderGrant } from '../../token/order-grant.ts'
import { Ledger } from '../ledger/ledger.ts'
import { LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import { sqlLedgerStore } from '../ledger/ledger-store.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { rows } from '../machine/machine.testing.ts'
import { readNotice, writeNotice } from '../ledger/notice.ts'
import type { SaleRow } from '../machine/row.ts'
import { saleOf, snapshotOf } from '../machine/view.ts'
import { OrderWatchers } from './watch-order.ts'

const { merchant, orderRef: order } = rows.intent
const SHARED_MS = 50
const ORDER: AttemptGroup = { merchant, order }
const NOTICE = readNotice(writeNotice({ ...rows.intent, id: 'a' }))
const show = (row: SaleRow, staleSinceMs: number | null) =>
  saleOf(snapshotOf(row), {
    features: null,
    cancelRequested: false,
    staleSinceMs,
    nextLookMs: null,
    nowMs: 10_000,
  })

/** An order with one sale in progress; the members decide what its watchers read. */
async function begin(context: TestContext) {
  const clock = new ManualClock()
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  context.after(() => store.close())
  await store.migrate(LEDGER_MIGRATIONS)
  const sql = sqlLedgerStore(store)
  const now = {
    granted: null as OrderGrant | null,
    staleSinceMs: null as number | null,
    awaySinceMs: null as number | null,
    fails: false,
  }
  const asked: string[] = []
  const lines: unknown[] = []
  const attempts: typeof sql.attempts = async (group) => {
    if (now.fails) throw new Error('no store')
    asked.push(`attempts ${group.refund?.reference ?? 'of the order'}`)
    return sql.attempts(group)
  }
  const warn = (fields: object, message: string): void => void lines.push([fields, message])
  const ledger = new Ledger({ ...sql, attempts })
  const watchers = new OrderWatchers({
    ledger,
    grants: {
      newest: async (...of) => {
        asked.push(`grant ${of.join(' ')}`)
        return now.granted
      },
    },
    clock,
    log: { info() {}, warn, error() {} },
    limits: { perSale: 9, perProcess: 9 },
    staleSince: () => now.staleSinceMs,
    awaySinceMs: () => now.awaySinceMs,
  })
  const insert = (members: Partial<SaleRow>) =>
    ledger.insert({ ...rows.intent, fence: 0, leaseOwner: null, leaseUntilMs: null, id: 'a', ...members })
  const watch = (group = ORDER, isSuperseded: (newest: OrderGrant | null) => boolean = () => false) => {
    const frames: OrderFrame[] = []
    const stop = new AbortController()
    const done = (async () => {
      for await (const frame of watchers.watch({ group, show, isSuperseded }, stop.signal)) frames.push(frame)
    })()
    return { frames, stop, done, end: () => (stop.abort(), done) }
  }
  const notice = async (): Promise<void> => {
    watchers.notice(NOTICE)
    await turn()
  }
  return { clock, now, asked, lines, watchers, insert, watch, notice }
}

test('D-87 a watcher learns that its grant is superseded, from the newest grant of its order', async (context) => {
  const { now, asked, insert, watch, notice } = await begin(context)
  await insert({})
  const { frames, end } = watch(ORDER, (newest) => newest?.generation === 2)
  await turn()
  assert.deepEqual(asked.toSorted(), [`attempts of the order`, `grant ${merchant} ${order}`])
  for (const generation of [1, 2, 2]) {
    now.granted = { amountMinor: 1, currency: 'USD', generation, withdrawn: false }
    await notice()
  }
  assert.deepEqual(
    frames.map(({ superseded }) => superseded),
    [false, true],
  )
  await end()
})

test('D-87 one notice of another grant is enough', async (context) => {
  const { now, insert, watch, notice } = await begin(context)
  await insert({})
  const { frames, end } = watch(ORDER, (newest) => newest?.generation === 2)
  await turn()
  now.granted = { amountMinor: 1, currency: 'USD', generation: 2, withdrawn: false }
  await notice()
  assert.equal(frames.at(-1)?.superseded, true)
  await end()
})

test('a further attempt is shown, although its version is that of the attempt before', async (context) => {
  const { insert, watch, notice } = await begin(context)
  const unpaid = await insert({ state: 'abandoned', orderHold: false, deviceHold: false })
  const { frames, end } = watch()
  await turn()
  const second = await insert({ id: 'b', attempt: 2, idempotencyKey: 'second', externalId: 'tb-second' })
  assert.equal(second.version, unpaid.version)
  await notice()
  assert.deepEqual(
    frames.map(({ sale }) => sale?.id),
    ['a', 'b'],
  )
  await end()
})

test('INV-22 a watcher of a refund reads the attempts of the refund, and no grant', async (context) => {
  const { asked, watch } = await begin(context)
  const refund = (reference: string): AttemptGroup => ({
    merchant,
    order,
    refund: { of: 'sale_1', reference },
  })
  const all = [watch(refund('first')), watch(refund('second')), watch()]
  await turn()
  assert.deepEqual(asked.toSorted(), [
    'attempts first',
    'attempts of the order',
    'attempts second',
    `grant ${merchant} ${order}`,
  ])
  for (const { frames, end } of all) {
    assert.equal(frames[0]?.sale, null)
    await end()
  }
})

test('a stale sale and a store that is away are shown with their times, and their end', async (context) => {
  const { now, insert, watch, notice, watchers } = await begin(context)
  await insert({ state: 'started', sessionId: 's1' })
  const { frames, end } = watch()
  await turn()
  const nudge = async (): Promise<void> => {
    watchers.nudge()
    await turn()
  }
  now.staleSinceMs = 1_000
  await notice()
  now.awaySinceMs = 2_000
  await nudge()
  await nudge()
  now.awaySinceMs = null
  await nudge()
  now.staleSinceMs = null
  await notice()
  assert.deepEqual(
    frames.map(({ sale }) => sale?.staleSinceMs),
    [null, 1_000, 2_000, 1_000, null],
  )
  await end()
})

test('a sale that needs no news from the payment service is never stale', async (context) => {
  const { now, insert, watch, notice } = await begin(context)
  await insert({ state: 'approved' })
  const { frames, end } = watch()
  await turn()
  now.staleSinceMs = 1_000
  await notice()
  assert.deepEqual(
    frames.map(({ sale }) => sale?.staleSinceMs),
    [null],
  )
  await end()
})

test('watchers share a frame for 50 ms, but not one of another time or another grant', async (context) => {
  const { clock, insert, watch } = await begin(context)
  await insert({})
  const frameOf = async (isSuperseded = false): Promise<OrderFrame> => {
    const { frames, end } = watch(ORDER, () => isSuperseded)
    await turn()
    await end()
    const [frame] = frames
    assert.ok(frame !== undefined)
    return frame
  }
  const held = watch()
  await turn()
  const first = await frameOf()
  assert.equal(first, held.frames[0])
  clock.jump(SHARED_MS - 1)
  assert.equal(await frameOf(), first)
  assert.notEqual(await frameOf(true), first)
  clock.jump(SHARED_MS)
  const second = await frameOf()
  assert.equal(second.nowMs, clock.now())
  clock.jump(SHARED_MS)
  const third = await frameOf()
  assert.notEqual(third, second)
  assert.equal(await frameOf(), third)
  clock.jump(-1)
  assert.equal((await frameOf()).nowMs, clock.now())
  await held.end()
})

test('a further watcher of an order needs no read, and a lost notice is made up for by a resync', async (context) => {
  const { asked, insert, watch, watchers } = await begin(context)
  const first = watch()
  await turn()
  const second = watch()
  await turn()
  assert.equal(asked.length, 2)
  await insert({})
  watchers.resync()
  await turn()
  for (const { frames, end } of [first, second]) {
    assert.deepEqual(
      frames.map(({ sale }) => sale?.id ?? null),
      [null, 'a'],
    )
    await end()
  }
})

test('a first read that fails is logged and ends the stream, so that the page reconnects', async (context) => {
  const { now, lines, watch } = await begin(context)
  now.fails = true
  const { done } = watch()
  await assert.rejects(done, /the order could not be read/)
  assert.deepEqual(lines, [
    [{ code: 'store-unavailable', reason: 'watch-order' }, 'the attempts of an order could not be read'],
  ])
  const aborted = watch()
  await aborted.end()
  assert.deepEqual(aborted.frames, [])
})
