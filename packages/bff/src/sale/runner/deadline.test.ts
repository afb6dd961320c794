// A start has a deadline (D-83): no byte of an initiate leaves after it, after any delay (INV-21). Both engines; manual
// clocks of BFF and store.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sale, StartSale } from '@tapboard/contract'
import { openStore, type Store } from '@tapboard/store'
import { eachEngine, ManualClock } from '@tapboard/store/testing'
import type { Failpoint } from '../failpoint.ts'
import { timeLeft } from '../start/create.ts'
import { Ledger } from '../ledger/ledger.ts'
import { rows } from '../machine/machine.testing.ts'
import { memoryStore } from '../ledger/store.testing.ts'
import { sqlLedgerStore } from '../ledger/ledger-store.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import type { SaleResult } from '../sale-result.ts'
import type { Sales } from '../sales.ts'
import { LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import { accessTo, answered, APPROVED, ScriptedUpstream } from '../testing.ts'
import { saleRequest, salesOn } from '../sales.testing.ts'

const KEY = 'key-0123456789abcdef'

interface Scene {
  readonly clock: ManualClock
  readonly upstream: ScriptedUpstream
  readonly sales: Sales
  /** Another instance on the same store. */
  again(seed: number): Sales
  start(sales: Sales, more?: Partial<StartSale>, key?: string): Promise<SaleResult>
}

async function sceneOn(
  store: Store<LedgerTables>,
  clock: ManualClock,
  failpoint?: Failpoint,
): Promise<Scene> {
  await store.migrate(LEDGER_MIGRATIONS)
  const upstream = new ScriptedUpstream()
  upstream.onRead = () => APPROVED
  const again = (seed: number): Sales =>
    salesOn(store, upstream, seed, { clock, ...(failpoint === undefined ? {} : { failpoint }) })
  return {
    clock,
    upstream,
    sales: again(1),
    again,
    start(sales, more = {}, key = KEY) {
      const request = saleRequest('o1', 'd1', more)
      return sales.start(accessTo(request.order), request, key)
    },
  }
}

const saleIn = (result: SaleResult): Sale => {
  assert.ok(result.ok, JSON.stringify(result))
  return result.sale
}

const newest = async (sales: Sales): Promise<Sale> => {
  const sale = await sales.newest(accessTo('o1'))
  assert.ok(sale)
  return sale
}

async function drained(sales: Sales, clock: ManualClock): Promise<void> {
  await clock.ended(sales.drain())
}

eachEngine<LedgerTables>(
  'D-83 abandons a committed start that a restart delays beyond its deadline, and sends nothing',
  async ({ open }) => {
    const clock = new ManualClock()
    const one = await sceneOn(await open({ testClock: () => clock.now() }), clock)
    await one.start(one.sales, { deadlineAtMs: clock.now() + 15_000 })
    await clock.advance(15_000)
    const restarted = one.again(2)
    await restarted.begin()
    await clock.until(async () => (await newest(restarted)).state !== 'intent')
    const { state, reason } = await newest(restarted)
    assert.deepEqual([state, reason], ['abandoned', 'expired'])
    assert.equal(one.upstream.sent.length, 0)
    await drained(restarted, clock)
  },
)

eachEngine<LedgerTables>(
  'D-84 commits a start that arrives after its deadline as abandoned, and its key stays taken',
  async ({ open }) => {
    const clock = new ManualClock()
    const one = await sceneOn(await open({ testClock: () => clock.now() }), clock)
    const late = await one.start(one.sales, { deadlineAtMs: clock.now() })
    const sale = saleIn(late)
    assert.ok(late.ok && late.created)
    assert.deepEqual(
      [sale.state, sale.reason, sale.version, sale.device.id],
      ['abandoned', 'expired', 1, 'd1'],
    )
    assert.equal(one.upstream.deviceReads, 0)
    const other = one.again(2)
    const repeat = await one.start(other, { deadlineAtMs: clock.now() + 15_000 })
    assert.ok(repeat.ok && !repeat.created)
    assert.equal(repeat.sale.id, sale.id)
    await other.begin()
    await clock.advance(30_000)
    assert.equal(one.upstream.sent.length, 0)
    const next = await one.start(other, { attempt: 2 }, 'key-of-the-next-attempt')
    assert.equal(saleIn(next).attempt, 2)
    await drained(other, clock)
  },
)

eachEngine<LedgerTables>(
  'D-84 answers a late start with the blocking sale without reading its terminal',
  async ({ open }) => {
    const clock = new ManualClock()
    const one = await sceneOn(await open({ testClock: () => clock.now() }), clock)
    saleIn(await one.start(one.sales, { order: 'o2' }, 'key-of-the-other-order'))
    const busy = saleIn(await one.start(one.sales, { deadlineAtMs: 1 }))
    assert.deepEqual([busy.state, busy.device.name], ['abandoned', 'Front counter'])
    const open2 = await one.start(
      one.sales,
      { order: 'o2', attempt: 2, deadlineAtMs: 1 },
      'key-of-another-attempt',
    )
    assert.ok(!open2.ok)
    assert.equal(open2.code, 'sale-open')
  },
)

eachEngine<LedgerTables>(
  'D-84 a late copy at another instance ends the copy that waits for the terminal',
  async ({ open }) => {
    const clock = new ManualClock()
    const one = await sceneOn(await open({ testClock: () => clock.now() }), clock)
    const { readDevice } = one.upstream.client
    let answer = (): void => {}
    const asked = new Promise<void>((resolve) => {
      one.upstream.client.readDevice = async (id) => {
        resolve()
        await new Promise<void>((done) => (answer = done))
        return readDevice(id)
      }
    })
    const deadlineAtMs = clock.now() + 1_000
    const slow = one.start(one.sales, { deadlineAtMs })
    await asked
    await clock.advance(1_000)
    const late = saleIn(await one.start(one.again(2), { deadlineAtMs }))
    assert.equal(late.state, 'abandoned')
    answer()
    const first = await slow
    assert.ok(first.ok && !first.created)
    assert.equal(first.sale.id, late.id)
    assert.equal(one.upstream.sent.length, 0)
  },
)

eachEngine<LedgerTables>(
  'D-84 copies that arrive late at two instances at once make one abandoned sale',
  async ({ open }) => {
    const clock = new ManualClock()
    const testClock = (): number => clock.now()
    const one = await sceneOn(await open({ testClock }), clock)
    const other = await sceneOn(await open({ testClock }), clock)
    const results = await Promise.all(
      [one, other, one, other].map((scene) => scene.start(scene.sales, { deadlineAtMs: clock.now() - 1 })),
    )
    const sales = results.map(saleIn)
    assert.deepEqual(new Set(sales.map(({ state }) => state)), new Set(['abandoned']))
    assert.equal(new Set(sales.map(({ id }) => id)).size, 1)
    assert.equal(results.filter((result) => result.ok && result.created).length, 1)
  },
)

test('D-84 reports a late start to the host like every other end', async (context) => {
  const clock = new ManualClock()
  const store = await memoryStore(context, () => clock.now())
  const announcing = { targets: () => ['webhook' as const], written: () => {} }
  const ledger = new Ledger(sqlLedgerStore(store), announcing)
  await ledger.insert({ ...rows.intent, fence: 0, leaseOwner: null, leaseUntilMs: null }, () => 0)
  assert.deepEqual(await store.db.selectFrom('sale_outbox').select('type').execute(), [
    { type: 'sale.unpaid' },
  ])
})

eachEngine<LedgerTables>(
  'D-84 a start whose deadline passes while the terminal is read is committed as abandoned',
  async ({ open }) => {
    const clock = new ManualClock()
    const one = await sceneOn(await open({ testClock: () => clock.now() }), clock)
    const { readDevice } = one.upstream.client
    one.upstream.client.readDevice = async (id) => {
      await clock.advance(600)
      return readDevice(id)
    }
    assert.equal(saleIn(await one.start(one.sales, { deadlineAtMs: clock.now() + 500 })).state, 'abandoned')
  },
)

eachEngine<LedgerTables>('D-83 a repeat with another deadline finds the first sale', async ({ open }) => {
  const clock = new ManualClock()
  const one = await sceneOn(await open({ testClock: () => clock.now() }), clock)
  const first = saleIn(await one.start(one.sales, { deadlineAtMs: clock.now() + 15_000 }))
  await clock.advance(3_000)
  const second = await one.start(one.sales, { deadlineAtMs: clock.now() + 15_000 })
  assert.ok(second.ok && !second.created)
  assert.equal(second.sale.id, first.id)
})

eachEngine<LedgerTables>('D-83 allows 15 s from the arrival at most', async ({ open }) => {
  const clock = new ManualClock()
  const store = await open({ testClock: () => clock.now() })
  const one = await sceneOn(store, clock)
  const startedAtMs = clock.now()
  await one.start(one.sales, { deadlineAtMs: startedAtMs + 3_600_000 })
  const row = await store.db.selectFrom('sale').selectAll().executeTakeFirstOrThrow()
  assert.equal(row.deadline_at_ms, startedAtMs + 15_000)
})

test('D-83 sends an intent of an older version, which has no deadline, for 60 s', async () => {
  const clock = new ManualClock()
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  const one = await sceneOn(store, clock)
  await one.start(one.sales)
  await store.db.updateTable('sale').set({ deadline_at_ms: null }).execute()
  await clock.advance(40_000)
  await one.sales.begin()
  await clock.until(() => one.upstream.sent.length === 1)
  await drained(one.sales, clock)
  await store.close()
})

test('D-83 writes no byte when the deadline passes while the socket connects', async () => {
  const clock = new ManualClock()
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  const one = await sceneOn(store, clock, async (name) => {
    if (name === 'connected') await new Promise<void>((resolve) => void clock.after(4_000, resolve))
  })
  await one.sales.begin()
  await one.start(one.sales, { deadlineAtMs: clock.now() + 3_000 })
  await clock.advance(30_000)
  assert.equal(one.upstream.sent.length, 0)
  const { state, reason } = await newest(one.sales)
  assert.deepEqual([state, reason], ['not_started', 'upstream-unreachable'])
  await drained(one.sales, clock)
  await store.close()
})

test('D-85 ends the attempt without a send when the clock of the store is set back', async () => {
  const clock = new ManualClock()
  let wrongByMs = 0
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() + wrongByMs })
  const one = await sceneOn(store, clock)
  one.upstream.onSend = () => ({ exchange: answered(429, {}, '4'), late: null })
  await one.sales.begin()
  await one.start(one.sales, { deadlineAtMs: clock.now() + 15_000 })
  await clock.until(() => one.upstream.sent.length === 1)
  wrongByMs = -3_600_000
  await clock.advance(20_000)
  assert.equal(one.upstream.sent.length, 1)
  const { state, reason } = await newest(one.sales)
  assert.deepEqual([state, reason], ['abandoned', 'expired'])
  await drained(one.sales, clock)
  await store.close()
})

test('D-85 expires a start when the clock of its process was set back since its arrival', () => {
  let nowMs = 100_000
  const leftMs = timeLeft({ now: () => nowMs, after: () => () => {} }, 112_000)
  assert.equal(leftMs(), 12_000)
  nowMs = 99_999
  assert.equal(leftMs(), 0)
})
