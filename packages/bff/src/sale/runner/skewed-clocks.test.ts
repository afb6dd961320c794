// Two instances whose database servers have different clocks, as on a distributed engine: at any difference a living owner keeps
// its leases, another instance takes over after its death or drain, and a sale is sent once (D-194, INV-4, INV-16).
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { StoreError } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { createSalesOn, type Sales } from '../sales.ts'
import { fileStores, salesOf, sharedLedger } from '../ledger/store.testing.ts'
import { LEASE_MS } from '../machine/states.ts'
import { accessTo, APPROVED, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'

const ORDERS = ['o1', 'o2', 'o3', 'o4']
const HOUR_MS = 3_600_000
/** The duration of five leases, after each of which another process could take a sale over. */
const FOLLOWED_MS = 5 * LEASE_MS
/** After the death of an owner the sale has its result within this time (D-40). */
const TAKEN_OVER_MS = 20_000

interface Instance {
  readonly sales: Sales
  /** Ends the process: from now on no statement of it reaches the store. */
  kill(): void
}

/** Two instances whose stores' clocks differ by `skewMs`, and the sales that they started. */
async function twoInstances(context: TestContext, skewMs: number) {
  const clock = new ManualClock()
  const open = await fileStores(context)
  const observed = await open(() => clock.now())
  const rows = () => salesOf(observed)
  const upstream = new ScriptedUpstream()
  const instance = async (name: string, aheadMs: number): Promise<Instance> => {
    let alive = true
    const check = (): void => {
      if (!alive) throw new StoreError('store-unavailable', 'the process ended')
    }
    const store = sharedLedger(await open(() => clock.now() + aheadMs), check)
    const sales = createSalesOn(store, {
      merchants: () => upstream,
      clock,
      random: seededRandom((aheadMs % 1_000_003) + 1),
      log: keptLog().log,
      instance: name,
    })
    await sales.begin()
    return { sales, kill: () => void (alive = false) }
  }
  const behind = await instance('behind', 0)
  const ahead = await instance('ahead', skewMs)
  for (const [index, order] of ORDERS.entries()) {
    const request = {
      order,
      attempt: 1,
      amountMinor: 4200,
      currency: 'USD',
      deviceId: `d-${order}`,
    } as const
    const { sales } = index % 2 === 0 ? behind : ahead
    const starting = sales.start(accessTo(order), request, `key-of-the-order-${order}`)
    await clock.advance(100)
    assert.ok((await starting)?.ok)
  }
  await clock.until(async () => (await rows()).every(({ state }) => ['started', 'abandoned'].includes(state)))
  const end = async (): Promise<void> => {
    await clock.ended(Promise.all([behind, ahead].map(({ sales }) => sales.drain())))
    const sent = upstream.sent.map(({ externalId }) => externalId)
    const approved = (await rows()).filter(({ state }) => state === 'approved')
    assert.deepEqual(sent.toSorted(), approved.map(({ externalId }) => externalId).toSorted())
  }
  const isEnded = async (): Promise<boolean> =>
    (await rows()).every(({ state }) => ['approved', 'abandoned'].includes(state))
  return { clock, rows, upstream, behind, ahead, isEnded, end }
}

for (const skewMs of [5_000, 10_000, 30_000, HOUR_MS])
  test(`D-194 living owners keep their leases while the clocks of two servers differ by ${skewMs} ms`, async (context) => {
    const { clock, rows, upstream, behind, ahead, isEnded, end } = await twoInstances(context, skewMs)
    const owners = async () => (await rows()).map(({ id, leaseOwner, fence }) => [id, leaseOwner, fence])
    const before = await owners()
    const sales = await rows()
    const started = ORDERS.filter((order) =>
      sales.some(({ orderRef, state }) => orderRef === order && state === 'started'),
    )
    assert.ok(started.length > 0)
    for (let ms = 0; ms < FOLLOWED_MS; ms += 1_000) {
      await clock.advance(1_000)
      for (const { sales } of [behind, ahead])
        for (const order of started) {
          const sale = await sales.newest(accessTo(order))
          assert.deepEqual([sale?.state, sale?.staleSinceMs], ['started', null])
        }
    }
    assert.deepEqual(await owners(), before)
    upstream.onRead = () => APPROVED
    await clock.until(isEnded)
    await end()
  })

for (const skewMs of [0, 30_000, HOUR_MS])
  for (const leaver of ['behind', 'ahead'] as const)
    for (const way of ['dies', 'is drained'] as const)
      test(`D-194 the sales of an instance ${leaver} by ${skewMs} ms end in time after it ${way}`, async (context) => {
        const { clock, upstream, isEnded, end, ...instances } = await twoInstances(context, skewMs)
        const { sales, kill } = instances[leaver]
        const leaving = way === 'dies' ? kill() : sales.drain()
        upstream.onRead = () => APPROVED
        await clock.until(isEnded, TAKEN_OVER_MS)
        await leaving
        await end()
      })
