// Two instances on one store: each sale is sent by one of them, watched on either, and taken over when its owner is gone.
import assert from 'node:assert/strict'
import type { Sale } from '@tapboard/contract'
import { eachEngine } from '@tapboard/store/testing'
import type { Clock } from '../../ports.ts'
import { createSales, type Sales } from '../sales.ts'
import { firstBroken } from '../ledger/chain.ts'
import { sqlLedgerStore } from '../ledger/ledger-store.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import {
  accessTo,
  APPROVED,
  keptLog,
  ScriptedUpstream,
  seededRandom,
  eventsOf,
  quickClock,
} from '../testing.ts'
import { saleRequest } from '../sales.testing.ts'

/** The machine's clock at its own pace. */
const realClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

async function start(sales: Sales, order: string): Promise<Sale> {
  const request = saleRequest(order, `d-${order}`)
  const result = await sales.start(accessTo(order), request, `key-of-the-order-${order}`)
  assert.ok(result.ok, JSON.stringify(result))
  return result.sale
}

async function lastFrame(sales: Sales, sale: Sale): Promise<string> {
  const seen: string[] = []
  let state = ''
  for await (const frame of eventsOf(
    sales.watch(accessTo(sale.order), sale.id, 0, AbortSignal.timeout(60_000)),
  )) {
    seen.push(String(frame.number))
    ;({ state } = frame.sale)
  }
  assert.deepEqual(
    seen,
    seen.map((_, index) => String(index + 1)),
  )
  return state
}

eachEngine<LedgerTables>(
  'two instances send each of twenty sales once, and every watcher sees the approval',
  async ({ store, open }) => {
    const upstream = new ScriptedUpstream()
    upstream.onRead = () => APPROVED
    const merchants = (): ScriptedUpstream => upstream
    const make = (on: typeof store, seed: number): Sales =>
      createSales({ store: on, merchants, clock: quickClock, random: seededRandom(seed), log: keptLog().log })
    const one = make(store, 1)
    const other = make(await open(), 2)
    await Promise.all([one.begin(), other.begin()])
    const sales = await Promise.all(
      Array.from({ length: 20 }, (_, index) => start(index % 2 === 0 ? one : other, `o${index}`)),
    )
    const ends = await Promise.all(sales.flatMap((sale) => [lastFrame(one, sale), lastFrame(other, sale)]))
    assert.deepEqual(new Set(ends), new Set(['approved']))
    assert.equal(upstream.sent.length, 20)
    assert.equal(new Set(upstream.sent.map(({ externalId }) => externalId)).size, 20)
    await Promise.all([one.drain(), other.drain()])
    for (const { id } of sales) {
      const row = await store.db.selectFrom('sale').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const events = await sqlLedgerStore(store).events(id, 0, 100)
      assert.equal(firstBroken(events, row.event_hash), null)
    }
  },
)

eachEngine<LedgerTables>(
  'D-89 a watcher of an order gets changes of another instance within 3 s',
  async ({ store, open }) => {
    const upstream = new ScriptedUpstream()
    upstream.onRead = () => APPROVED
    const merchants = (): ScriptedUpstream => upstream
    const make = (on: typeof store, seed: number): Sales =>
      createSales({
        store: on,
        merchants,
        clock: realClock,
        random: seededRandom(seed),
        log: keptLog().log,
      })
    const one = make(store, 1)
    const other = make(await open(), 2)
    await Promise.all([one.begin(), other.begin()])
    const stop = new AbortController()
    const frames = other.watchOrder(accessTo('o1'), stop.signal)[Symbol.asyncIterator]()
    assert.equal((await frames.next()).value?.sale, null)
    const startedAtMs = Date.now()
    await start(one, 'o1')
    const first = await frames.next()
    const tookMs = Date.now() - startedAtMs
    assert.equal(first.value?.sale?.attempt, 1)
    // An embedded store tells only its own process; there, both instances are in this one.
    assert.ok(tookMs < 3_000, `the new sale was heard of after ${tookMs} ms`)
    let state = ''
    while (state !== 'approved') state = (await frames.next()).value?.sale?.state ?? ''
    const approvedMs = (await other.newest(accessTo('o1')))?.settledAtMs ?? 0
    assert.ok(Date.now() - approvedMs < 3_000)
    stop.abort()
    assert.equal((await frames.next()).done, true)
    await Promise.all([one.drain(), other.drain()])
  },
)

eachEngine<LedgerTables>(
  'a stopped instance releases its sale, and the other one follows it',
  async ({ store, open }) => {
    const upstream = new ScriptedUpstream({ longPoll: true })
    const merchants = (): ScriptedUpstream => upstream
    const make = (on: typeof store, seed: number): Sales =>
      createSales({ store: on, merchants, clock: quickClock, random: seededRandom(seed), log: keptLog().log })
    const one = make(store, 1)
    await one.begin()
    const sale = await start(one, 'o1')
    const watching = lastFrame(one, sale)
    while (upstream.holding === 0) await new Promise((resolve) => setImmediate(resolve))
    await one.drain()
    const row = await store.db.selectFrom('sale').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([row.state, row.lease_owner], ['started', null])
    upstream.onRead = () => APPROVED
    const other = make(await open(), 2)
    await other.begin()
    assert.equal(await lastFrame(other, sale), 'approved')
    assert.equal(await watching, 'approved')
    assert.equal(upstream.sent.length, 1)
    await other.drain()
  },
)
