// Fairness of starts between the pages of one merchant: lanes, orders and page keys, on a real ledger (P28, INV-17).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProblemCode, StartSale } from '@tapboard/contract'
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
  const sales = salesOn(store, upstream, 1, { clock })
  const invalidated: string[] = []
  const { startSale } = saleHandlers({
    sales,
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
    invalidateDevice: (merchant, deviceId) => void invalidated.push(`${merchant} ${deviceId}`),
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
  return { start, clock, upstream, sales, invalidated, close: () => store.close() }
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

void test('only a refusal about the terminal discards the cached terminal', async () => {
  const { start, sales, invalidated, close } = await startRoute()
  const refusals: readonly ProblemCode[] = [
    'sale-open',
    'device-not-connected',
    'device-busy',
    'device-not-found',
  ]
  for (const code of refusals) {
    sales.start = async () => ({ ok: false, code, detail: 'Do something else.' })
    assert.equal(await start('first', `lane of ${code}`), code)
  }
  assert.deepEqual(invalidated, ['m1 lane of device-not-connected', 'm1 lane of device-not-found'])
  await close()
})

const page = (key: string): CallingPage => ({ merchant: 'm1', key, kid: 'k1', untilMs: 900_000 })

void test('a page that sends too many starts learns the limit and the wait', () => {
  const gate = createStartGate({ start: START, repeat: { count: 1, windowSeconds: 10 } })
  assert.equal(gate.request(page('a'), 0), null)
  const { code, retryAfterSeconds, headers } = gate.request(page('a'), 0) ?? {}
  assert.deepEqual([code, retryAfterSeconds], ['rate-limited', 10])
  assert.equal(headers?.['ratelimit-policy'], '"repeat";q=1;w=10')
})

void test('a new key that its terminal refuses uses no start of its page, and a known key returns none', () => {
  const gate = createStartGate({ start: { count: 3, windowSeconds: 10 }, repeat: REPEAT })
  const passes = (deviceId: string, key: string, of = 'a'): boolean =>
    gate.pass(page(of), deviceId, key, 0).ok
  assert.equal(passes('lane-1', 'first'), true)
  for (const key of ['second', 'third']) assert.equal(passes('lane-1', key, 'b'), true)
  for (const key of ['fourth', 'again']) assert.equal(passes('lane-1', key), false)
  assert.equal(passes('lane-1', 'first'), false)
  for (const key of ['fifth', 'sixth']) assert.equal(passes('lane-2', key), true)
  assert.equal(passes('lane-3', 'seventh'), false)
})

void test('remembers the newest 10,000 keys', () => {
  const gate = createStartGate({ start: { count: 10_001, windowSeconds: 10 }, repeat: REPEAT })
  const passes = (key: number): boolean => gate.pass(page('a'), `lane-${key}`, `key-${key}`, 0).ok
  for (let key = 1; key <= 10_000; key += 1) assert.equal(passes(key), true)
  assert.equal(passes(1), true)
  assert.equal(passes(10_001), true)
  assert.equal(passes(2), true)
  assert.equal(passes(1), false)
})
