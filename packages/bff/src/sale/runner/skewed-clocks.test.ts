// Two instances whose database servers have different clocks, as on a distributed engine: leases hold while the difference is smaller
// than what a lease has left when it is renewed, and a sale is sent once at any difference (INV-4, INV-16).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@tapboard/store/testing'
import { createSalesOn } from '../create-sales.ts'
import { MemoryLedger } from '../ledger/memory-store.testing.ts'
import type { Sales } from '../sales.ts'
import { LEASE_MS, RENEW_MS } from '../machine/states.ts'
import { accessTo, APPROVED, keptLog, ScriptedUpstream, seededRandom } from '../testing.ts'

/** Time that a renewal may take. */
const SLOW_MS = 3_000
/** The tolerated difference of two servers. */
const TOLERATED_MS = LEASE_MS - RENEW_MS - SLOW_MS
const ORDERS = ['o1', 'o2', 'o3', 'o4']
/** Five leases. */
const FOLLOWED_MS = 5 * LEASE_MS

/** The sales of two instances, whose stores' clocks differ by `skewMs`, after a minute of an open card terminal. */
async function follow(skewMs: number) {
  const clock = new ManualClock()
  const ledger = new MemoryLedger()
  const upstream = new ScriptedUpstream()
  const instance = async (name: string, aheadMs: number): Promise<Sales> => {
    const sales = createSalesOn(ledger.connect({ now: () => clock.now() + aheadMs, name }), {
      merchants: () => upstream,
      clock,
      random: seededRandom(aheadMs + 1),
      log: keptLog().log,
      instance: name,
    })
    await sales.begin()
    return sales
  }
  const both = [await instance('behind', 0), await instance('ahead', skewMs)] as const
  for (const [index, order] of ORDERS.entries()) {
    const request = {
      order,
      attempt: 1,
      amountMinor: 4200,
      currency: 'USD',
      deviceId: `d-${order}`,
    } as const
    const starting = both[index % 2]?.start(accessTo(order), request, `key-of-the-order-${order}`)
    await clock.advance(100)
    assert.ok((await starting)?.ok)
  }
  await clock.until(() => ledger.rows().every(({ state }) => ['started', 'abandoned'].includes(state)))
  const owners = (): string => JSON.stringify(ledger.rows().map(({ id, leaseOwner: owner }) => [id, owner]))
  const before = owners()
  const seen = new Set<string>()
  for (let ms = 0; ms < FOLLOWED_MS; ms += 1_000) {
    await clock.advance(1_000)
    for (const { state } of ledger.rows()) seen.add(state)
  }
  const after = owners()
  upstream.onRead = () => APPROVED
  await clock.until(() => ledger.rows().every(({ state }) => ['approved', 'abandoned'].includes(state)))
  const drained = Promise.all(both.map((sales) => sales.drain()))
  await clock.advance(20_000)
  await drained
  const sent = upstream.sent.map(({ externalId }) => externalId)
  const approved = ledger.rows().filter(({ state }) => state === 'approved')
  assert.deepEqual(sent.toSorted(), approved.map(({ externalId }) => externalId).toSorted())
  return { isKept: before === after, seen, approved: approved.length }
}

test(`D-194 leases hold while the clocks of two servers differ by ${TOLERATED_MS} ms`, async () => {
  const { isKept, seen, approved } = await follow(TOLERATED_MS)
  assert.ok(isKept)
  assert.deepEqual(seen, new Set(['started']))
  assert.equal(approved, ORDERS.length)
})

// From 15 s on a start can look late to the other server, and is then abandoned before it is sent (D-84).
for (const skewMs of [10_000, 30_000])
  test(`D-194 each sale is sent once or abandoned while the clocks of two servers differ by ${skewMs} ms`, async () => {
    const { seen, approved } = await follow(skewMs)
    assert.ok(seen.isSubsetOf(new Set(['started', 'abandoned'])), [...seen].join())
    assert.ok(approved > 0)
  })
