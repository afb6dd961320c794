// A process that restarts under its own name resumes the sales of its earlier run at once; that run, if only suspended,
// writes nothing any more (INV-16).
import assert from 'node:assert/strict'
import type { Store } from '@tapboard/store'
import { deferred, eachEngine } from '@tapboard/store/testing'
import type { Failpoint } from '../failpoint.ts'
import { ManualClock } from '@tapboard/store/testing'
import { createSales, type Sales } from '../sales.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import { accepted, accessTo, APPROVED, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'
import { saleRequest, salesOn } from '../sales.testing.ts'

interface Run {
  readonly sales: Sales
  readonly upstream: ScriptedUpstream
}

const REQUEST = saleRequest('o1')

/** Asks the store before it judges: the clock goes on no faster than a database that other programs slow down. */
async function answered(store: Store<LedgerTables>, done: () => boolean): Promise<boolean> {
  await store.db.selectFrom('sale').select('id').execute()
  return done()
}

eachEngine<LedgerTables>(
  'P86 a restarted instance resumes its sales at once, and its earlier run writes nothing',
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
    await clock.until(() => answered(store, () => !waits))

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
    await clock.ended(Promise.all([before.sales.drain(), after.sales.drain()]))
  },
)

eachEngine<LedgerTables>(
  'an instance does not take leases of another one with the same name prefix',
  async ({ open }) => {
    const clock = new ManualClock()
    const store = await open({ testClock: () => clock.now() })
    const upstream = new ScriptedUpstream()
    upstream.onRead = () => ({ status: 'IN_PROGRESS' })
    const named = (instance: string, seed: number): Sales =>
      salesOn(store, upstream, seed, { clock, instance })
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
    await clock.ended(Promise.all([one.drain(), other.drain()]))
  },
)

eachEngine<LedgerTables>(
  'an instance named "bff" does not take leases of an unnamed one',
  async ({ open }) => {
    const clock = new ManualClock()
    const store = await open({ testClock: () => clock.now() })
    const upstream = new ScriptedUpstream()
    const make = (seed: number, more: { instance?: string }): Sales =>
      salesOn(store, upstream, seed, { clock, ...more })
    const nameless = make(1, {})
    await nameless.begin()
    await nameless.start(accessTo('o1'), REQUEST, 'key-of-the-order-o1')
    await clock.until(async () => (await nameless.newest(accessTo('o1')))?.state === 'started')
    const fence = async (): Promise<number> =>
      (await store.db.selectFrom('sale').select('fence').executeTakeFirstOrThrow()).fence
    const before = await fence()
    const named = make(2, { instance: 'bff' })
    await named.begin()
    await clock.advance(3_000)
    assert.equal(await fence(), before)
    await clock.ended(Promise.all([nameless.drain(), named.drain()]))
  },
)

for (const repeat of ['unknown', 'replays'] as const)
  eachEngine<LedgerTables>(
    `P3 two live processes with one name by mistake charge once and lose nothing (repeat: ${repeat})`,
    async ({ open }) => {
      const clock = new ManualClock()
      const store = await open({ testClock: () => clock.now() })
      const [asked, answer] = [deferred(), deferred()]
      const charged = new Map<string, string>()
      const make = (seed: number, slow: boolean): Run => {
        const upstream = new ScriptedUpstream({ repeat })
        upstream.onRead = () => APPROVED
        upstream.onSend = async ({ externalId }) => {
          const session = charged.get(externalId) ?? `ses_${externalId}_${charged.size}`
          charged.set(externalId, session)
          if (slow) {
            asked.resolve()
            await answer.promise
          }
          return { exchange: accepted(session), late: null }
        }
        const log = keptLog().log
        const deps = { store, clock, log, instance: 'till-1:4300', random: seededRandom(seed) }
        return { sales: createSales({ ...deps, merchants: () => upstream }), upstream }
      }
      const one = make(1, true)
      await one.sales.begin()
      const begun = await one.sales.start(accessTo('o1'), REQUEST, 'key-of-the-order-o1')
      assert.ok(begun.ok)
      let waits = true
      void asked.promise.then(() => (waits = false))
      await clock.until(() => answered(store, () => !waits))
      const other = make(2, false)
      await other.sales.begin()
      await clock.until(async () => (await other.sales.newest(accessTo('o1')))?.state !== 'sending')
      const second = await other.sales.start(
        accessTo('o1'),
        { ...REQUEST, attempt: 2 },
        'key-of-a-second-attempt',
      )
      assert.ok(
        !second.ok && ['sale-open', 'order-already-paid'].includes(second.code),
        JSON.stringify(second),
      )
      const person = { merchant: 'm1', sale: begun.sale.id, person: 'p', origin: 'https://shop.example' }
      if (repeat === 'unknown') {
        const early = await other.sales.resolve(person, { outcome: 'unpaid' })
        assert.ok(!early.ok && early.code === 'device-not-free')
      }
      // The repeat gets the first send's session, before or after the first send is answered; here, before.
      else await clock.until(() => answered(store, () => other.upstream.sent.length === 1))
      answer.resolve()
      await clock.until(async () => (await other.sales.newest(accessTo('o1')))?.state === 'approved')
      assert.equal(charged.size, 1)
      assert.equal(one.upstream.sent.length, 1)
      assert.equal(other.upstream.sent.length, repeat === 'unknown' ? 0 : 1)
      await clock.ended(Promise.all([one.sales.drain(), other.sales.drain()]))
    },
  )
