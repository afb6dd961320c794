// A process that comes back under its own name takes up at once what its earlier run left; that run, should it only have
// been asleep, changes nothing any more (INV-16).
import assert from 'node:assert/strict'
import { deferred, eachEngine } from '@tapboard/store/testing'
import type { Failpoint } from '../failpoint.ts'
import { ManualClock } from '../testing/clock.ts'
import { createSales } from './create-sales.ts'
import type { LedgerTables } from './row.ts'
import type { Sales } from './sales.ts'
import { accessTo, APPROVED, keptLog, ScriptedUpstream, seededRandom } from './testing.ts'

interface Run {
  readonly sales: Sales
  readonly upstream: ScriptedUpstream
}

const REQUEST = {
  order: 'o1',
  attempt: 1,
  amountMinor: 4200,
  currency: 'USD',
  deviceId: 'd1',
} as const

eachEngine<LedgerTables>(
  'P86 an instance that was killed takes its sales up at once when it returns, and its earlier run writes nothing',
  async ({ open }) => {
    const clock = new ManualClock()
    const store = await open({ testClock: () => clock.now() })
    const asleep = deferred()
    const reached = deferred()
    const run = (seed: number, failpoint: Failpoint): Run => {
      const upstream = new ScriptedUpstream()
      const merchants = (): ScriptedUpstream => upstream
      const random = seededRandom(seed)
      const instance = 'till-1:4300'
      const deps = { store, merchants, clock, random, instance, failpoint, log: keptLog().log }
      return { sales: createSales(deps), upstream }
    }
    const before = run(1, async (name) => {
      if (name !== 'read') return
      reached.resolve()
      await asleep.promise
    })
    before.upstream.onRead = () => APPROVED
    await before.sales.begin()
    const begun = await before.sales.start(accessTo('o1'), REQUEST, 'key-of-the-order-o1')
    assert.ok(begun.ok)
    let waits = true
    void reached.promise.then(() => (waits = false))
    await clock.until(() => !waits)

    const after = run(2, () => {})
    after.upstream.onRead = () => ({ status: 'IN_PROGRESS', xProgress: 'authorizing' })
    const diedAtMs = clock.now()
    await after.sales.begin()
    await clock.until(async () => (await after.sales.newest(accessTo('o1')))?.phase === 'authorizing')
    assert.ok(clock.now() - diedAtMs < 3_000, `taken up after ${clock.now() - diedAtMs} ms`)
    const row = (): Promise<unknown> => store.db.selectFrom('sale').selectAll().executeTakeFirstOrThrow()
    const held = await row()
    asleep.resolve()
    await clock.advance(50)
    assert.deepEqual(await row(), held)

    after.upstream.onRead = () => APPROVED
    await clock.until(async () => (await after.sales.newest(accessTo('o1')))?.state === 'approved')
    assert.equal(before.upstream.sent.length + after.upstream.sent.length, 1)
    const ended = Promise.all([before.sales.drain(), after.sales.drain()])
    await clock.advance(20_000)
    await ended
  },
)

eachEngine<LedgerTables>(
  'an instance leaves alone what another one holds, even when its name begins the same',
  async ({ open }) => {
    const clock = new ManualClock()
    const store = await open({ testClock: () => clock.now() })
    const upstream = new ScriptedUpstream()
    upstream.onRead = () => ({ status: 'IN_PROGRESS' })
    const named = (instance: string, seed: number): Sales =>
      createSales({
        store,
        merchants: () => upstream,
        clock,
        random: seededRandom(seed),
        instance,
        log: keptLog().log,
      })
    const one = named('till-1:43001', 1)
    await one.begin()
    const begun = await one.start(accessTo('o1'), REQUEST, 'key-of-the-order-o1')
    assert.ok(begun.ok)
    await clock.until(async () => (await one.newest(accessTo('o1')))?.state === 'started')
    const owner = async (): Promise<string | null> =>
      (await store.db.selectFrom('sale').select('lease_owner').executeTakeFirstOrThrow()).lease_owner
    const held = await owner()
    assert.match(held ?? '', /^till-1:43001#/)
    const other = named('till-1:4300', 2)
    await other.begin()
    await clock.advance(3_000)
    assert.equal(await owner(), held)
    const ended = Promise.all([one.drain(), other.drain()])
    await clock.advance(20_000)
    await ended
  },
)
