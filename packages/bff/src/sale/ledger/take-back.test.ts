// A restart ends the leases of an earlier run at once, also after the clock of an embedded store was set, and claiming
// does not wait for it (D-97).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore, StoreError } from '@tapboard/store'
import { deferred, eachEngine, ManualClock, type EngineContext } from '@tapboard/store/testing'
import { createSales, createSalesOn, type Sales } from '../sales.ts'
import { sqlLedgerStore, type LedgerStore } from './ledger-store.ts'
import type { LedgerTables } from './tables.ts'
import { accessTo, APPROVED, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'

const MINUTE_MS = 60_000
const START_MS = Date.UTC(2026, 0, 31, 10, 15)

/** One run of a process: a clock of its own, one upstream over all runs. */
interface Run {
  readonly clock: ManualClock
  readonly sales: Sales
}

const request = (order: string) =>
  ({ order, attempt: 1, amountMinor: 4200, currency: 'USD', deviceId: `d-${order}` }) as const

async function startRun(
  { open }: Pick<EngineContext<LedgerTables>, 'open'>,
  upstream: ScriptedUpstream,
  atMs: number,
  instance: string | null,
): Promise<Run> {
  const clock = new ManualClock(atMs)
  const sales = createSales({
    store: await open({ testClock: () => clock.now() }),
    merchants: () => upstream,
    clock,
    random: seededRandom(atMs % 1_000_003),
    log: keptLog().log,
    ...(instance === null ? {} : { instance }),
  })
  await sales.begin()
  return { clock, sales }
}

/** A killed run: its loops stop, its leases remain. */
async function killedRun(
  context: EngineContext<LedgerTables>,
  upstream: ScriptedUpstream,
  instance: string | null,
): Promise<Run> {
  const run = await startRun(context, upstream, START_MS, instance)
  const { clock, sales } = run
  // One sale is held under a lease, one in doubt waits for its next look without any.
  upstream.readOf = (id) => (id.startsWith('lost') ? { status: 'UNHEARD_OF' } : null)
  upstream.onRead = () => ({ status: 'IN_PROGRESS' })
  for (const order of ['held', 'waits'])
    assert.ok((await sales.start(accessTo(order), request(order), `key-of-the-order-${order}`)).ok)
  await clock.until(async () => (await sales.newest(accessTo('held')))?.state === 'started')
  await context.store.db
    .updateTable('sale')
    .set({ next_at_ms: clock.now() + 15_000, lease_owner: null, lease_until_ms: null })
    .where('order_ref', '=', 'waits')
    .execute()
  return run
}

for (const [instance, again, who] of [
  ['till-1:4300', 'till-1:4300', 'under its own name'],
  [null, null, 'without a name'],
  ['till-1:4300', 'till-2:4300', 'under another name'],
] as const)
  for (const [way, byMs] of [
    ['back 3 minutes', -3 * MINUTE_MS],
    ['back an hour', -60 * MINUTE_MS],
    ['forward a day', 24 * 60 * MINUTE_MS],
  ] as const)
    eachEngine<LedgerTables>(
      `D-97 a restart ${who} with the clock set ${way} follows every sale at once`,
      async (context) => {
        const upstream = new ScriptedUpstream()
        const before = await killedRun(context, upstream, instance)
        upstream.onRead = () => APPROVED
        const after = await startRun(context, upstream, before.clock.now() + byMs, again)
        const { clock, sales } = after
        const begunMs = clock.now()
        for (const order of ['held', 'waits'])
          await clock.until(async () => (await sales.newest(accessTo(order)))?.state === 'approved', 20_000)
        assert.ok(clock.now() - begunMs <= 10_000, `after ${clock.now() - begunMs} ms`)
        assert.equal(upstream.sent.length, 2)
        const ended = Promise.all([before.sales.drain(), sales.drain()])
        await Promise.all([before.clock.advance(20_000), clock.advance(20_000)])
        await ended
      },
      {},
      ['sqlite'],
    )

eachEngine<LedgerTables>(
  'D-97 a follow-up planned before the clock was set back an hour runs within a minute',
  async (context) => {
    const { store } = context
    const upstream = new ScriptedUpstream()
    const before = await killedRun(context, upstream, null)
    const oldMs = before.clock.now()
    const sale = await store.db
      .selectFrom('sale')
      .select('id')
      .where('order_ref', '=', 'held')
      .executeTakeFirstOrThrow()
    const other = await store.db
      .selectFrom('sale')
      .select('id')
      .where('order_ref', '=', 'waits')
      .executeTakeFirstOrThrow()
    const free = { lease_owner: null, lease_until_ms: null, fence: 0, since_ms: oldMs }
    await store.db
      .insertInto('sale_follow_up')
      .values([
        { ...free, sale_id: sale.id, pace: 'close', next_at_ms: oldMs + 50_000 },
        { ...free, sale_id: other.id, pace: 'wide', next_at_ms: oldMs - 30 * MINUTE_MS },
      ])
      .execute()
    const ledger = sqlLedgerStore(await context.open({ testClock: () => oldMs - 60 * MINUTE_MS }))
    await ledger.takeBack({ ownerPrefix: 'x#', except: 'x#1', states: ['started'], leaseMs: 12_000 })
    const rows = await store.db
      .selectFrom('sale_follow_up')
      .select(['pace', 'next_at_ms'])
      .orderBy('pace')
      .execute()
    assert.deepEqual(
      rows.map(({ pace, next_at_ms: next }) => [pace, (next - oldMs) / MINUTE_MS]),
      [
        ['close', -60],
        ['wide', -30],
      ],
    )
    await before.clock.ended(before.sales.drain())
  },
  {},
  ['sqlite'],
)

/** A ledger whose `takeBack` the test controls. */
async function withTakeBack(takeBack: LedgerStore['takeBack']) {
  const clock = new ManualClock(START_MS)
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  const upstream = new ScriptedUpstream()
  upstream.onRead = () => APPROVED
  const { log, lines } = keptLog()
  const sales = createSalesOn(
    { ...sqlLedgerStore(store), takeBack },
    { merchants: () => upstream, clock, random: seededRandom(1), log, instance: 'till-1:4300' },
  )
  await sales.begin()
  const paid = async (): Promise<boolean> => (await sales.newest(accessTo('o1')))?.state === 'approved'
  assert.ok((await sales.start(accessTo('o1'), request('o1'), 'key-of-the-order-o1')).ok)
  const end = async (): Promise<void> => {
    await clock.ended(sales.drain())
    await store.close()
  }
  return { clock, lines, paid, end }
}

test('D-97 sends a sale while the leases of the earlier run are being ended', async () => {
  const { promise, resolve } = deferred()
  const { clock, paid, end } = await withTakeBack(() => promise)
  await clock.until(paid, 10_000)
  resolve()
  await end()
})

test('D-97 retries ending the leases of the earlier run and sends sales meanwhile', async () => {
  let tries = 0
  const { clock, paid, end } = await withTakeBack(() => {
    tries += 1
    return tries < 5 ? Promise.reject(new StoreError('store-unavailable', 'away')) : Promise.resolve()
  })
  await clock.until(paid, 3_000)
  await clock.advance(20_000)
  assert.equal(tries, 5)
  await end()
})
