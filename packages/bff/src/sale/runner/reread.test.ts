// An upstream may change its answer (INV-5): before a further attempt is committed, the unpaid ends of the earlier ones are read
// again. Only the same end again lets it pass (D-86).
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Sale } from '@tapboard/contract'
import { openStore, type Store } from '@tapboard/store'
import { ManualClock } from '@tapboard/store/testing'
import { faultOf } from '../../upstream/transport/fault.ts'
import type { UpstreamFeatures } from '../../upstream/terminal/merchant.ts'
import type { Changes } from '../machine/sale-input.ts'
import { SALE, type LedgerTables } from '../ledger/tables.ts'
import type { SaleResult } from '../sale-result.ts'
import type { Sales } from '../sales.ts'
import type { Refusal } from '../../refusal.ts'
import { LEDGER_MIGRATIONS } from '../ledger/schema.ts'
import { accessTo, APPROVED, DECLINED, keptLog, ScriptedUpstream } from '../testing.ts'
import { salesOn } from '../sales.testing.ts'

interface Scene {
  readonly clock: ManualClock
  readonly store: Store<LedgerTables>
  readonly upstream: ScriptedUpstream
  readonly sales: Sales
  readonly lines: { readonly level: string; readonly message: string }[]
  start(attempt: number): Promise<SaleResult>
  /** Starts an attempt and ends it as reported by the upstream. */
  ended(attempt: number, changes: Changes): Promise<void>
  state(attempt: number): Promise<string>
}

const BY_UPSTREAM: Changes = {
  state: 'declined',
  byWhom: 'upstream',
  orderHold: false,
  deviceHold: false,
  nextAtMs: null,
  sendCount: 1,
  settledAtMs: 1,
}

async function scene(context: TestContext, features: Partial<UpstreamFeatures> = {}): Promise<Scene> {
  const clock = new ManualClock()
  const store = await openStore<LedgerTables>('file::memory:', { testClock: () => clock.now() })
  context.after(() => store.close())
  await store.migrate(LEDGER_MIGRATIONS)
  const upstream = new ScriptedUpstream(features)
  upstream.onRead = () => DECLINED
  const { log, lines } = keptLog()
  // Without a runner a started sale stays an intent, so only the start itself reads.
  const sales = salesOn(store, upstream, 3, { clock, log })
  const one: Scene = {
    clock,
    store,
    upstream,
    sales,
    lines,
    start: (attempt) =>
      sales.start(
        accessTo('o1'),
        { order: 'o1', attempt, amountMinor: 4200, currency: 'USD', deviceId: 'd1' },
        `key-of-the-attempt-${attempt}`,
      ),
    async ended(attempt, changes) {
      assert.ok((await one.start(attempt)).ok)
      const sessionId = `ses_${attempt}`
      await store.db
        .updateTable('sale')
        .set(SALE.toColumns({ ...BY_UPSTREAM, sessionId, ...changes }))
        .where('attempt', '=', attempt)
        .execute()
    },
    async state(attempt) {
      const attempts = await sales.attempts({ merchant: 'm1', order: 'o1' })
      const sale = attempts.find((each) => each.attempt === attempt)
      return `${sale?.state} ${sale?.reason}`
    },
  }
  return one
}

const refused = (result: SaleResult): Refusal => {
  assert.ok(!result.ok, JSON.stringify(result))
  return result
}

test('INV-5 starts a further attempt after one read confirms each earlier one unpaid', async (context) => {
  const one = await scene(context)
  await one.ended(1, {})
  await one.clock.advance(5_000)
  await one.ended(2, {})
  assert.equal(one.upstream.reads, 1)
  await one.clock.advance(5_000)
  assert.ok((await one.start(3)).ok)
  assert.equal(one.upstream.reads, 3)
})

test('INV-5 a decline turned approval blocks the next attempt and is recorded at once', async (context) => {
  const one = await scene(context)
  await one.ended(1, {})
  one.upstream.onRead = () => APPROVED
  const { code, sale } = refused(await one.start(2))
  assert.equal(code, 'sale-open')
  assert.deepEqual([(sale as Sale).state, (sale as Sale).reason], ['review', 'late_conflict'])
  assert.equal(await one.state(1), 'review late_conflict')
  assert.ok(one.lines.some(({ message }) => message === 'a sale needs a person'))
  assert.equal(refused(await one.start(2)).code, 'sale-open')
  assert.equal(one.upstream.reads, 1)
})

for (const [what, answer] of [
  ['that the sale goes on', { status: 'IN_PROGRESS' }],
  ['another unpaid end', { status: 'TIMEOUT' }],
  ['an unknown word', { status: 'SETTLING' }],
  ['that there is no such session', { kind: 'missing' }],
] as const)
  test(`D-86 ${what} after a decline blocks the next attempt, and read twice goes to review`, async (context) => {
    const one = await scene(context)
    await one.ended(1, {})
    one.upstream.onRead = () => answer as never
    const first = refused(await one.start(2))
    assert.equal(first.code, 'earlier-attempt-unclear')
    assert.equal(first.retryAfterSeconds, 3)
    assert.equal((first.sale as Sale).attempt, 1)
    assert.equal(await one.state(1), 'declined null')
    await one.clock.advance(3_000)
    assert.equal(refused(await one.start(2)).code, 'sale-open')
    assert.equal(await one.state(1), 'review unknown_outcome')
  })

test('D-86 a read of the same end in between withdraws the contradiction', async (context) => {
  const one = await scene(context)
  await one.ended(1, {})
  one.upstream.onRead = (number) => (number === 2 ? DECLINED : { status: 'IN_PROGRESS' })
  assert.equal(refused(await one.start(2)).code, 'earlier-attempt-unclear')
  await one.clock.advance(3_000)
  one.upstream.deviceStatus = 'DISCONNECTED'
  assert.equal(refused(await one.start(2)).code, 'device-not-connected')
  await one.clock.advance(3_000)
  assert.equal(refused(await one.start(2)).code, 'device-not-connected')
  assert.equal(await one.state(1), 'declined null')
})

test('D-86 a contradiction takes effect when read twice', async (context) => {
  const one = await scene(context)
  await one.ended(1, {})
  one.upstream.onRead = () => ({ ...APPROVED, amount: 43 })
  assert.equal(refused(await one.start(2)).code, 'earlier-attempt-unclear')
  await one.clock.advance(3_000)
  assert.equal(refused(await one.start(2)).code, 'sale-open')
  assert.equal(await one.state(1), 'review late_conflict')
})

test('D-86 repeated faults refuse the start and never change the earlier attempt', async (context) => {
  const one = await scene(context)
  await one.ended(1, {})
  one.upstream.onRead = () => faultOf('broken')
  for (let tries = 0; tries < 5; tries += 1) {
    assert.equal(refused(await one.start(2)).code, 'earlier-attempt-unclear')
    await one.clock.advance(5_000)
  }
  assert.equal(await one.state(1), 'declined null')
  one.upstream.onRead = () => DECLINED
  assert.ok((await one.start(2)).ok)
})

test('P7 times out a hanging read of an earlier attempt within three seconds', async (context) => {
  const one = await scene(context)
  await one.ended(1, {})
  one.upstream.client.readSession = (_, { signal }) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve(faultOf('aborted'))))
  const started = one.start(2)
  await one.clock.advance(3_000)
  assert.equal(refused(await started).code, 'earlier-attempt-unclear')
})

test('INV-5 does not reread an end by a person', async (context) => {
  const one = await scene(context)
  await one.ended(1, { state: 'closed_unpaid', byWhom: 'person', person: 'ann' })
  one.upstream.onRead = () => APPROVED
  assert.ok((await one.start(2)).ok)
  assert.equal(one.upstream.reads, 0)
})

test('INV-5 looks up an attempt without a session if the look-up is authoritative', async (context) => {
  const one = await scene(context, { lookup: 'authoritative' })
  await one.ended(1, {
    state: 'not_started',
    reason: 'upstream-unreachable',
    sendDoubted: true,
    sessionId: null,
  })
  one.upstream.onFind = () => 'ses_late'
  const first = refused(await one.start(2))
  assert.equal(first.code, 'earlier-attempt-unclear')
  assert.equal((first.sale as Sale).sessionId, 'ses_late')
  one.upstream.onRead = () => APPROVED
  await one.clock.advance(3_000)
  assert.equal(refused(await one.start(2)).code, 'sale-open')
  assert.equal(await one.state(1), 'review late_conflict')
})

test('INV-5 looks up a rejected attempt, but not one without a sent byte', async (context) => {
  const one = await scene(context, { lookup: 'authoritative' })
  let looks = 0
  one.upstream.onFind = () => {
    looks += 1
    return null
  }
  await one.ended(1, { state: 'not_started', reason: 'upstream-refused', sessionId: null })
  await one.ended(2, { state: 'not_started', reason: 'upstream-unreachable', sessionId: null })
  assert.equal(looks, 1)
  await one.clock.advance(5_000)
  assert.ok((await one.start(3)).ok)
  assert.equal(looks, 2)
})

test('P82 retries of a start share the answers of two seconds, and at most eight earlier attempts are read', async (context) => {
  const one = await scene(context)
  for (let attempt = 1; attempt <= 10; attempt += 1) await one.ended(attempt, {})
  await one.clock.advance(10_000)
  one.upstream.reads = 0
  one.upstream.deviceStatus = 'DISCONNECTED'
  for (let tries = 0; tries < 40; tries += 1) {
    assert.equal(refused(await one.start(11)).code, 'device-not-connected')
    await one.clock.advance(50)
  }
  assert.equal(one.upstream.reads, 8)
})
