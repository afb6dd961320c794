// Other writers between two steps of a transition. PostgreSQL (read committed) allows them between the read and the write of a
// transaction; an embedded store has one writer at a time, so only the tests without an open transaction run there.
import assert from 'node:assert/strict'
import { isStoreUnavailable, StoreError, type Store } from '@tapboard/store'
import { deferred, eachEngine } from '@tapboard/store/testing'
import { systemClock } from '@tapboard/server'
import { firstBroken } from '../ledger/chain.ts'
import { createSalesOn } from '../sales.ts'
import { sqlLedgerStore, type LedgerStore } from '../ledger/ledger-store.ts'
import { Ledger, type Ticket } from '../ledger/ledger.ts'
import { approved, read } from '../machine/machine.testing.ts'
import { intent } from '../ledger/paid.testing.ts'
import { changed, untilBlocked } from '../ledger/races.testing.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import type { SaleRow } from '../machine/row.ts'
import { LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import { accessTo, DECLINED, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'

const OPTIONS = { repeat: 'unknown', lookup: 'none' } as const

/** The embedded store cannot run a second transaction inside of an open one. */
const SERVER = ['postgres'] as const

/** Runs `meanwhile` once, after a transaction has read its sale and before it writes it. */
function overtaken(store: LedgerStore, meanwhile: () => Promise<unknown>): LedgerStore {
  let first = true
  return changed(store, (trx) => ({
    async update(row, changes) {
      if (first) {
        first = false
        await meanwhile()
      }
      return trx.update(row, changes)
    },
  }))
}

const gone = (): StoreError => new StoreError('store-unavailable', 'The store is away.')

/** Rolls every transaction back and reports an unknown result; nothing can be read either. */
const cutOff = (store: LedgerStore): LedgerStore => ({
  ...store,
  transaction: (work) =>
    store.transaction(async (trx) => {
      await work(trx)
      throw gone()
    }),
  eventHash: () => Promise.reject(gone()),
})

/** Sale `a`, claimed by "one" under fence 1, and a clock that ends leases. */
async function claimedSale(open: (options: { testClock: () => number }) => Promise<Store<LedgerTables>>) {
  let nowMs = 1_000_000
  const options = { testClock: () => nowMs }
  const store = sqlLedgerStore(await open(options))
  const other = sqlLedgerStore(await open(options))
  await store.prepare()
  const ledger = new Ledger(store)
  await ledger.insert(intent('a'))
  await ledger.claim('one', 1)
  const takeOver = async (): Promise<SaleRow | undefined> => {
    nowMs += 13_000
    return (await new Ledger(other).claim('other', 1))[0]
  }
  return { store, ledger, otherLedger: new Ledger(other), takeOver }
}

eachEngine<LedgerTables>('INV-16 a write with a stale fence changes no row', async ({ open }) => {
  const { store, takeOver } = await claimedSale(open)
  const before = await store.find('a')
  assert.ok(before !== null)
  const claimed = await takeOver()
  assert.deepEqual([claimed?.fence, claimed?.version], [2, before.version])
  const written = await store.transaction((trx) => trx.update(before, { phase: 'present_card' }))
  assert.equal(written, false)
  assert.deepEqual(await store.find('a'), claimed)
})

eachEngine<LedgerTables>(
  'INV-16 a claim between the read and the write of a transition ends the transition of the former owner',
  async ({ open }) => {
    const { store, takeOver } = await claimedSale(open)
    let claimed: SaleRow | undefined
    const late = new Ledger(overtaken(store, async () => (claimed = await takeOver())))
    const applied = await late.apply('a', { type: 'send_claimed' }, { ...OPTIONS, fence: 1 })
    assert.equal(applied.kind, 'stale')
    assert.equal(claimed?.fence, 2)
    assert.deepEqual(await store.find('a'), claimed)
    assert.equal((await store.events('a', 0, 9)).length, 1)
  },
  {},
  SERVER,
)

eachEngine<LedgerTables>(
  'INV-16 evidence without a lease is judged again after a claim and keeps its fence',
  async ({ open }) => {
    const { store, ledger, takeOver } = await claimedSale(open)
    const held = { ...OPTIONS, fence: 1 }
    await ledger.apply('a', { type: 'send_claimed' }, held)
    await ledger.apply('a', { type: 'send_lost' }, held)
    const late = new Ledger(overtaken(store, takeOver))
    const applied = await late.apply('a', { type: 'session_found', sessionId: 's1', taken: false }, OPTIONS)
    assert.ok(applied.kind === 'moved' && applied.row.state === 'started')
    const row = await store.find('a')
    assert.deepEqual([row?.fence, row?.leaseOwner, row?.state], [2, 'other', 'started'])
    assert.equal(firstBroken(await store.events('a', 0, 9), row?.eventHash ?? ''), null)
  },
  {},
  SERVER,
)

eachEngine<LedgerTables>(
  'does not mistake an event of another owner for its own unacknowledged commit',
  async ({ open }) => {
    const { store, ledger, otherLedger, takeOver } = await claimedSale(open)
    const ticket: Ticket = { attempted: null }
    const own = { ...OPTIONS, fence: 1, ticket }
    await assert.rejects(
      new Ledger(cutOff(store)).apply('a', { type: 'send_claimed' }, own),
      isStoreUnavailable,
    )
    assert.equal(ticket.attempted?.number, 2)
    const claimed = await takeOver()
    const other = await otherLedger.apply('a', { type: 'send_claimed' }, { ...OPTIONS, fence: 2 })
    assert.ok(claimed?.fence === 2 && other.kind === 'moved' && other.row.version === 2)
    assert.equal((await ledger.apply('a', { type: 'send_claimed' }, own)).kind, 'stale')
    assert.deepEqual(await store.find('a'), other.row)
  },
)

eachEngine<LedgerTables>(
  'reports a commit that another owner overtook as unknown while the store is unavailable',
  async ({ open }) => {
    const { store, otherLedger, takeOver } = await claimedSale(open)
    const lost: LedgerStore = {
      ...store,
      async transaction(work) {
        // The transaction is rolled back, then the other owner writes the event of this number.
        await cutOff(store)
          .transaction(work)
          .catch(() => {})
        await takeOver()
        await otherLedger.apply('a', { type: 'send_claimed' }, { ...OPTIONS, fence: 2 })
        throw gone()
      },
    }
    const applied = new Ledger(lost).apply('a', { type: 'send_claimed' }, { ...OPTIONS, fence: 1 })
    await assert.rejects(applied, isStoreUnavailable)
  },
)

/** Order `o`: attempt 1 is declined, attempt 2 is being sent; returns the result of a start of attempt 3. */
async function orderWithTwo(store: Store<LedgerTables>) {
  await store.migrate(LEDGER_MIGRATIONS)
  const ledger = new Ledger(sqlLedgerStore(store))
  const upstream = new ScriptedUpstream()
  upstream.onRead = () => DECLINED
  const order = { orderRef: 'o', merchant: 'm1', upstream: upstream.id }
  const free = { orderHold: false, deviceHold: false, nextAtMs: null } as const
  const declined = { ...free, state: 'declined', byWhom: 'upstream', sessionId: 's1' } as const
  await ledger.insert(intent('a', { ...order, ...declined }))
  await ledger.insert(intent('b', { ...order, attempt: 2 }))
  await ledger.apply('b', { type: 'send_claimed' }, OPTIONS)
  const deps = { merchants: () => upstream, clock: systemClock, log: keptLog().log, random: seededRandom(1) }
  const request = { order: 'o', attempt: 3, amountMinor: 4200, currency: 'USD', deviceId: 'd1' } as const
  return {
    ledger,
    endSecond: () => ledger.apply('b', { type: 'rejected', reason: 'upstream-refused' }, OPTIONS),
    startThird: async (on: LedgerStore): Promise<string> => {
      const result = await createSalesOn(on, deps).start(accessTo('o'), request, 'key-of-the-third-attempt')
      return result.ok ? 'created' : `${result.code} ${result.sale?.id ?? ''}`
    },
  }
}

eachEngine<LedgerTables>(
  'P11 a review whose order lock went to a newer attempt blocks the attempt after it',
  async ({ store }) => {
    const { ledger, endSecond, startThird } = await orderWithTwo(store)
    const late = await ledger.apply('a', read(approved), OPTIONS)
    assert.ok(late.kind === 'moved' && late.row.state === 'review' && !late.row.orderHold)
    await endSecond()
    assert.equal(await startThird(sqlLedgerStore(store)), 'sale-open a')
  },
)

for (const commits of ['before', 'after'] as const)
  eachEngine<LedgerTables>(
    `P11 a review that is written while the next attempt starts blocks it; the review commits ${commits} the insert begins`,
    async ({ store, open }) => {
      const { endSecond, startThird } = await orderWithTwo(store)
      const [found, looked, written] = [deferred(), deferred(), deferred()]
      const [inserts, committed] = [deferred(), deferred()]
      // The review finds that attempt 2 has the order lock; then attempt 2 ends, and the start looks at both.
      const review = new Ledger(
        changed(sqlLedgerStore(await open()), (trx) => ({
          async orderHeld(...asked) {
            const held = await trx.orderHeld(...asked)
            found.resolve()
            await looked.promise
            return held
          },
          async announce(notices) {
            written.resolve()
            if (commits === 'after') await inserts.promise
            return trx.announce(notices)
          },
        })),
      ).apply('a', read(approved), OPTIONS)
      await found.promise
      await endSecond()
      const kept = sqlLedgerStore(await open())
      let isOver = false
      const started = startThird({
        ...kept,
        async attempts(...asked) {
          const attempts = await kept.attempts(...asked)
          looked.resolve()
          return attempts
        },
        async transaction(work) {
          // An insert that locks the attempts before the review is written comes first, and is right to.
          await (commits === 'before' ? committed : written).promise
          return kept.transaction(work)
        },
      }).finally(() => (isOver = true))
      await untilBlocked(store, () => commits === 'before' || isOver)
      inserts.resolve()
      const late = await review
      committed.resolve()
      assert.ok(late.kind === 'moved' && !late.row.orderHold)
      assert.equal(await started, 'sale-open a')
    },
    {},
    SERVER,
  )
