// Fairness of starts between the pages of one merchant: lanes, orders and page keys, on a real ledger (P28, INV-17).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StartSale } from '@tapboard/contract'
import { openStore } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import type { CallingPage } from '../../http/call.ts'
import { createLifecycle } from '../../http/lifecycle.ts'
import { createShares } from '../../token/shares.ts'
import { createStreams } from '../../http/streams.ts'
import { LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import { sqlGrants } from '../ledger/sql-grants.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { accessTo, keptLog, ScriptedUpstream } from '../testing.ts'
import { saleHandlers } from './routes.ts'
import { createStartGate } from './start-gate.ts'
import { salesOn } from '../sales.testing.ts'

const START = { count: 5, windowSeconds: 10 }
const REPEAT = { count: 300, windowSeconds: 10 }

/** The start route over a ledger without a runner: a started sale stays open. */
async function startRoute(limits: { start?: typeof START; repeat?: typeof REPEAT } = {}) {
  const clock = new ManualClock(1_000_000)
  const store = await openStore<LedgerTables>('file::memory:', { clock: () => clock.now() })
  await store.migrate(LEDGER_MIGRATIONS)
  const upstream = new ScriptedUpstream()
  const { startSale } = saleHandlers({
    sales: salesOn(store, upstream, 1, { clock }),
    grants: sqlGrants(store),
    streams: createStreams({
      clock,
      shares: createShares({ total: 1, perKey: 1, merchants: 1 }),
      isKey: () => true,
      bufferBytes: 1,
    }),
    gate: createStartGate({ start: START, repeat: REPEAT, ...limits }),
    lifecycle: createLifecycle(),
    clock,
    log: keptLog().log,
    invalidateDevice: () => {},
  })
  let keys = 0
  const start = async (order: string, deviceId: string, more: { page?: string; key?: string } = {}) => {
    const access = accessTo(order)
    const { amountMinor, currency, merchant } = access
    const body: StartSale = { order, attempt: 1, amountMinor, currency, deviceId }
    const page: CallingPage = { merchant, key: more.page ?? `page of ${order}`, kid: 'k1', untilMs: 900_000 }
    keys += 1
    const key = more.key ?? `key-${String(keys).padStart(16, '0')}`
    const reply = await startSale({
      access,
      page,
      body,
      headers: new Headers({ 'idempotency-key': key }),
      requestId: 'request-1',
      params: {},
      query: {},
      clientAddress: null,
      signal: new AbortController().signal,
    })
    return reply.ok ? reply.status : reply.code
  }
  return { start, clock, upstream, close: () => store.close() }
}

void test('D-132 a page with an open sale uses no start of another lane', async () => {
  const { start, upstream, close } = await startRoute()
  assert.equal(await start('mallory', 'lane-1'), 201)
  const read = upstream.deviceReads
  for (let count = 0; count < 30; count++)
    assert.equal(await start('mallory', `lane-${2 + (count % 3)}`), 'sale-open')
  assert.equal(upstream.deviceReads, read)
  for (const lane of ['lane-2', 'lane-3', 'lane-4']) assert.equal(await start(`victim-${lane}`, lane), 201)
  await close()
})

void test('D-132 a start that creates no sale returns the token of its terminal, but not that of its page', async () => {
  const { start, close } = await startRoute()
  assert.equal(await start('first', 'lane-1'), 201)
  for (let count = 0; count < 5; count++) assert.equal(await start('mallory', 'lane-1'), 'device-busy')
  assert.equal(await start('mallory', 'lane-2'), 'rate-limited')
  for (let count = 0; count < 5; count++)
    assert.equal(await start('mallory', 'lane-1', { page: `page-${count}` }), 'device-busy')
  assert.equal(await start('victim', 'lane-2'), 201)
  assert.equal(await start('next', 'lane-1'), 'device-busy')
  await close()
})

void test('a retry with a key that passed uses no token of its page', async () => {
  const { start, close } = await startRoute()
  assert.equal(await start('first', 'lane-1'), 201)
  for (let count = 0; count < 20; count++)
    assert.equal(await start('second', 'lane-1', { key: 'key-of-the-second-order' }), 'device-busy')
  assert.equal(await start('second', 'lane-2'), 201)
  await close()
})

void test('the requests of a page are limited, and those of another page pass', async () => {
  const { start, clock, close } = await startRoute({ repeat: { count: 3, windowSeconds: 10 } })
  assert.equal(await start('mallory', 'lane-1', { key: 'key-of-mallory-0001' }), 201)
  for (let count = 0; count < 2; count++)
    assert.equal(await start('mallory', 'lane-1', { key: 'key-of-mallory-0001' }), 200)
  assert.equal(await start('mallory', 'lane-1', { key: 'key-of-mallory-0001' }), 'rate-limited')
  assert.equal(await start('victim', 'lane-2'), 201)
  await clock.advance(4_000)
  assert.equal(await start('mallory', 'lane-1', { key: 'key-of-mallory-0001' }), 200)
  await close()
})
