// Leases of an instance: it stops after losing one, respects its limit, finishes a send when it drains, and never drops the
// answer of a send (P82, INV-6, INV-16, INV-17).
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { StoreError, type Store } from '@tapboard/store'
import { deferred, ManualClock } from '@tapboard/store/testing'
import type { Failpoint } from '../failpoint.ts'
import type { UpstreamFeatures } from '../../upstream/terminal/merchant.ts'
import { createSalesOn, type Sales } from '../sales.ts'
import type { SalesLimits } from '../limits.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import { memoryStore, sharedLedger } from '../ledger/store.testing.ts'
import type { LedgerTables } from '../ledger/tables.ts'
import type { SaleRow } from '../machine/row.ts'
import { FOLLOWED_STATES, LEASE_MS, RENEW_MS } from '../machine/states.ts'
import { accepted, accessTo, APPROVED, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'
import { saleRequest } from '../sales.testing.ts'

/** Opens a scene on an empty store. */
async function sceneOf(context: TestContext, features: Partial<UpstreamFeatures> = {}): Promise<Scene> {
  const clock = new ManualClock()
  return new Scene(context, clock, await memoryStore(context, () => clock.now()), features)
}

interface Options {
  readonly limits?: Partial<SalesLimits>
  readonly failpoint?: Failpoint
}

/** One ledger, one upstream, and instances on them. */
class Scene {
  readonly clock: ManualClock
  readonly upstream: ScriptedUpstream
  readonly store: LedgerStore
  /** Is the ledger's store unavailable? */
  away = false
  readonly #context: TestContext
  #instances = 0

  constructor(
    context: TestContext,
    clock: ManualClock,
    store: Store<LedgerTables>,
    features: Partial<UpstreamFeatures>,
  ) {
    this.#context = context
    this.clock = clock
    this.upstream = new ScriptedUpstream(features)
    this.store = sharedLedger(store, () => {
      if (this.away) throw new StoreError('store-unavailable', 'away')
    })
  }

  /** One more instance, begun; drained after the test. */
  async instance({ limits = {}, failpoint }: Options = {}): Promise<Sales> {
    this.#instances += 1
    const { clock, upstream } = this
    const sales = createSalesOn(this.store, {
      merchants: () => upstream,
      clock,
      random: seededRandom(this.#instances),
      log: keptLog().log,
      instance: `bff-${this.#instances}`,
      limits,
      ...(failpoint === undefined ? {} : { failpoint }),
    })
    await sales.begin()
    this.#context.after(() => this.drain(sales))
    return sales
  }

  /** Drains an instance; its longest wait included. */
  async drain(sales: Sales): Promise<void> {
    await this.clock.ended(sales.drain())
  }

  async start(sales: Sales, order: string): Promise<string> {
    const request = saleRequest(order, `d-${order}`)
    const begun = await sales.start(accessTo(order), request, `key-of-the-order-${order}`)
    assert.ok(begun.ok, JSON.stringify(begun))
    return begun.sale.id
  }

  async row(order: string): Promise<SaleRow> {
    const [row] = await this.store.attempts({ merchant: 'm1', order })
    assert.ok(row !== undefined)
    return row
  }

  /** Waits for a state of the order's only attempt. */
  async reach(order: string, state: SaleRow['state']): Promise<void> {
    await this.clock.until(async () => (await this.row(order)).state === state)
  }

  /** Ends the lease on a sale, as its expiry does, so that any instance may claim it now. */
  async endLease(id: string): Promise<void> {
    const { fence } = (await this.store.find(id)) ?? assert.fail()
    await this.store.release(id, fence, FOLLOWED_STATES, this.clock.now())
  }

  /** Another instance claims the sale, and does nothing but renew its lease. */
  async takeOver(id: string): Promise<void> {
    await this.endLease(id)
    const owner = 'other#1'
    const claimed = await this.store.claimDue({
      owner,
      states: FOLLOWED_STATES,
      leaseMs: LEASE_MS,
      limit: 1_000,
    })
    assert.ok(claimed.some((row) => row.id === id))
    const renew = async (): Promise<void> => {
      await this.store.renew(owner, [id], this.clock.now() + LEASE_MS)
      this.clock.after(RENEW_MS, () => void renew())
    }
    await renew()
  }
}

test('P82 an owner that lost its lease stops reading the upstream at its next renewal', async (context) => {
  const scene = await sceneOf(context)
  // "Not changed" is written nowhere: no write tells the owner that its fence is stale.
  scene.upstream.onRead = (number) =>
    number === 1 ? { status: 'IN_PROGRESS' } : { kind: 'unchanged', retryAfterMs: null }
  const sales = await scene.instance()
  const id = await scene.start(sales, 'o1')
  await scene.clock.until(() => scene.upstream.reads > 2)
  await scene.takeOver(id)
  await scene.clock.advance(RENEW_MS + 100)
  const { reads } = scene.upstream
  await scene.clock.advance(30_000)
  assert.equal(scene.upstream.reads, reads)
})

test('P82 an owner that lost its lease aborts a held read at its next renewal', async (context) => {
  const scene = await sceneOf(context, { longPoll: true })
  const sales = await scene.instance()
  const id = await scene.start(sales, 'o1')
  await scene.clock.until(() => scene.upstream.holding === 1)
  await scene.takeOver(id)
  await scene.clock.advance(RENEW_MS + 100)
  assert.equal(scene.upstream.holding, 0)
})

test('INV-17 an instance follows sales up to its limit and claims another when one ends', async (context) => {
  const scene = await sceneOf(context)
  const first = await scene.instance()
  const orders = ['o1', 'o2', 'o3', 'o4', 'o5']
  for (const order of orders) await scene.start(first, order)
  for (const order of orders) await scene.reach(order, 'started')
  await scene.drain(first)
  await scene.instance({ limits: { sales: 2 } })
  const held = async (): Promise<string[]> => {
    const rows = await Promise.all(orders.map((order) => scene.row(order)))
    return rows.filter(({ leaseOwner: owner }) => owner !== null).map(({ orderRef: order }) => order)
  }
  await scene.clock.advance(30_000)
  const followed = await held()
  assert.equal(followed.length, 2)
  const [paid = ''] = followed
  const { sessionId: session } = await scene.row(paid)
  scene.upstream.readOf = (sessionId) => (sessionId === session ? APPROVED : null)
  await scene.reach(paid, 'approved')
  await scene.clock.advance(5_000)
  const later = await held()
  assert.equal(later.length, 2)
  assert.ok(!later.includes(paid))
})

for (const [when, doubtFirst] of [
  ['after the new owner doubted it', true],
  ['before the new owner looked at it', false],
] as const)
  test(`INV-6 keeps the session of an answer that comes ${when}, when its sender has lost the lease`, async (context) => {
    const scene = await sceneOf(context)
    const answer = deferred()
    scene.upstream.onSend = async () => {
      await answer.promise
      return { exchange: accepted('ses_1'), late: null }
    }
    scene.upstream.onRead = () => APPROVED
    const sender = await scene.instance()
    const id = await scene.start(sender, 'o1')
    await scene.clock.until(() => scene.upstream.sent.length === 1)
    await scene.takeOver(id)
    if (!doubtFirst) {
      answer.resolve()
      await scene.clock.advance(3_000)
      assert.equal((await scene.row('o1')).state, 'sending')
    }
    // The lease of the new owner ends, and the next one finds a send without an end (rule 8).
    await scene.endLease(id)
    if (doubtFirst) {
      await scene.reach('o1', 'in_doubt')
      answer.resolve()
    }
    await scene.reach('o1', 'approved')
    assert.equal((await scene.row('o1')).sessionId, 'ses_1')
    assert.equal(scene.upstream.sent.length, 1)
  })

test('INV-6 keeps the session of an answer while the store is unavailable beyond the drain timeout', async (context) => {
  const scene = await sceneOf(context)
  scene.upstream.onSend = () => {
    scene.away = true
    return { exchange: accepted('ses_1'), late: null }
  }
  const sales = await scene.instance()
  await scene.start(sales, 'o1')
  await scene.clock.until(() => scene.upstream.sent.length === 1)
  await scene.drain(sales)
  scene.away = false
  await scene.clock.advance(1_000)
  const { sessionId: session, state } = await scene.row('o1')
  assert.deepEqual([state, session], ['started', 'ses_1'])
})

test('P85 a send that connects during a drain is sent and its end recorded', async (context) => {
  const scene = await sceneOf(context)
  const [connecting, connected] = [deferred(), deferred()]
  let reached = false
  const sales = await scene.instance({
    failpoint: async (name) => {
      if (name !== 'connected') return
      reached = true
      connecting.resolve()
      await connected.promise
    },
  })
  await scene.start(sales, 'o1')
  await scene.clock.until(() => reached)
  await connecting.promise
  const drained = sales.drain()
  await scene.clock.advance(100)
  connected.resolve()
  await scene.clock.advance(100)
  await drained
  const { state, leaseOwner: owner, sendCount: sends } = await scene.row('o1')
  assert.deepEqual([scene.upstream.sent.length, state, owner, sends], [1, 'started', null, 1])
})
