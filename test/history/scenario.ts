// What processes of the BFF and the service do with their tables: they sell, deliver, take applications and run sessions. The plans of
// the statements and the replay on another version's tables use it.
import assert from 'node:assert/strict'
import { sqlOutbox, type Store } from '@tapboard/store'
import { ManualClock, type EngineContext } from '@tapboard/store/testing'
import { Stack, TEST_DATA_KEY } from '../../packages/service/src/testing.ts'
import { sqlApplications } from '../../packages/bff/src/application/sql-applications.ts'
import { createFixture } from '../../packages/bff/src/application/submission/fixture.testing.ts'
import type { SubmissionTables } from '../../packages/bff/src/application/submission/tables.ts'
import { countOpenApplications } from '../../packages/bff/src/app/metrics/open-applications.ts'
import { countOpenSales } from '../../packages/bff/src/app/metrics/open-sales.ts'
import { countOutbox } from '../../packages/bff/src/app/metrics/outbox-gauges.ts'
import { OUTBOX, type OutboxTables } from '../../packages/bff/src/durable/outbox/outbox-row.ts'
import type { LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import { sqlLedgerStore } from '../../packages/bff/src/sale/ledger/ledger-store.ts'
import type { Sales } from '../../packages/bff/src/sale/sales.ts'
import { accessTo, APPROVED, DECLINED, ScriptedUpstream } from '../../packages/bff/src/sale/testing.ts'
import { systemRandom } from '@tapboard/server'
import { saleRequest, salesOn } from '../../packages/bff/src/sale/sales.testing.ts'

/** One engine of a test. */
export type Context = EngineContext<LedgerTables>

/** A process of the BFF: it starts after another that was killed, sells, finds one sale unpaid and one in doubt, and stops. */
export async function sell(context: Context): Promise<void> {
  const clock = new ManualClock(Date.now())
  const store = await context.open({ testClock: () => clock.now() })
  const upstream = new ScriptedUpstream({ lookup: 'authoritative', longPoll: true })
  const announcing = { targets: () => ['webhook' as const], written() {} }
  const make = (seed: number): Sales =>
    salesOn(store, upstream, seed, { clock, instance: 'till-1:4300', announcing })
  const start = async (sales: Sales, order: string): Promise<string> => {
    const request = saleRequest(order, `dev-${order}`)
    const result = await sales.start(accessTo(order), request, `key-of-the-order-${order}`)
    assert.ok(result.ok, JSON.stringify(result))
    return result.sale.id
  }
  const state = async (sales: Sales, order: string): Promise<string | undefined> =>
    (await sales.newest(accessTo(order)))?.state
  const killed = make(1)
  await killed.begin()
  upstream.readOf = (session) => (session.includes('strange') ? { status: 'UNHEARD_OF' } : null)
  upstream.onRead = () => ({ status: 'IN_PROGRESS' })
  await start(killed, 'left')
  await clock.until(async () => (await state(killed, 'left')) === 'started')

  const sales = make(2)
  await sales.begin()
  upstream.onSend = () => ({ exchange: { kind: 'unknown', cause: 'cut' } as never, late: null })
  const lost = await start(sales, 'lost')
  await clock.until(async () => (await state(sales, 'lost')) === 'in_doubt', 120_000)
  await sales.check(accessTo('lost'), lost)
  upstream.onSend = (order) => ({
    exchange: {
      kind: 'answer',
      answer: {
        status: 200,
        headers: { contentType: 'application/json', contentEncoding: null, retryAfter: null, etag: null },
        body: new TextEncoder().encode(
          JSON.stringify({ sessionId: `ses-${order.externalId}`, status: 'INITIATING' }),
        ),
        complete: true,
      },
    },
    late: null,
  })
  upstream.onRead = () => DECLINED
  await start(sales, 'unpaid')
  await clock.until(async () => (await state(sales, 'unpaid')) === 'declined', 120_000)
  upstream.onRead = () => APPROVED
  const paid = await start(sales, 'paid')
  await clock.until(async () => (await state(sales, 'paid')) === 'approved', 120_000)
  await sales.attempts(accessTo('paid'))
  upstream.onRead = () => ({ ...APPROVED, transactionType: 'cc:credit' })
  const refund = accessTo('paid', { refund: { of: paid, reference: 'first', person: 'ann' } })
  const back = saleRequest('paid', 'dev-back')
  assert.ok((await sales.start(refund, back, 'key-of-the-refund')).ok)
  await clock.until(async () => (await sales.newest(refund))?.state === 'approved', 120_000)
  await sales.refunds(refund)
  await sales.refundedSale(refund)
  for await (const frame of sales.watch(accessTo('paid'), paid, 0, AbortSignal.timeout(10_000))) void frame
  // Long enough for two renewals and a look at the unpaid one.
  await clock.advance(70_000)
  const ledger = sqlLedgerStore(store)
  await ledger.releaseOthers('till-2', ['sale_1'], ['sending', 'started', 'in_doubt'])
  await ledger.releaseOtherFollowUps('till-2', ['sale_1'])
  await countOpenSales(store)
  await countOutbox(store as unknown as Store<OutboxTables>)
  await clock.ended(Promise.all([killed.drain(), sales.drain()]))
}

/** The outbox: reclaims, claims, delivers, fails, sets aside, gives up, and removes old rows. */
export async function deliver(context: Context): Promise<void> {
  // After the last sale of the scenario, so that every delivery is due.
  const laterMs = Date.now() + 3_600_000
  const store = (await context.open({ testClock: () => laterMs })) as unknown as Store<OutboxTables>
  const outbox = sqlOutbox(store, {
    table: 'sale_outbox',
    mapper: OUTBOX,
    states: { column: 'target', values: ['webhook'] },
  })
  await outbox.releaseLeases('outbox')
  const nowMs = await outbox.now()
  const [one, other, third] = await outbox.claim({ owner: 'outbox', leaseMs: 30_000, limit: 3 })
  assert.ok(one !== undefined && other !== undefined && third !== undefined)
  await outbox.finish(one, 'delivered', 1, nowMs)
  await outbox.release(other, 1, nowMs + 1_000)
  await outbox.postpone([{ row: third, nextAtMs: nowMs + 1_000 }])
  await outbox.releaseLeases('outbox', [one.id])
  await outbox.abandon(0, 100, nowMs)
  for (const outcome of ['delivered', 'dead'] as const) await outbox.prune(outcome, 0, 100)
}

/** Sign-up: one application is decided, one is in doubt; drafts are forgotten. */
export async function apply(context: Context): Promise<void> {
  const fixture = await createFixture(context as unknown as EngineContext<SubmissionTables>)
  fixture.submissions.begin()
  await fixture.submit({ access: { applicant: 'new-1' } })
  fixture.script.submit = () => ({ kind: 'unknown' })
  await fixture.submit({ access: { applicant: 'new-2' } })
  fixture.script.find = () => ({ kind: 'found', appId: 'app-5', status: 'in_review', updatedAtMs: 5 })
  await fixture.clock.advance(60_000)
  await countOpenApplications(fixture.store)
  await fixture.clock.ended(fixture.submissions.drain())
  const applications = sqlApplications(
    fixture.store as unknown as Parameters<typeof sqlApplications>[0],
    systemRandom,
  )
  await applications.forgetDrafts(1, 100)
}

/** A service that is stopped with a live session, and one that goes on with it. */
export async function serve({ url }: Context, key: string): Promise<void> {
  const options = { store: url, dataKey: TEST_DATA_KEY, instance: 'service-1' }
  const before = await Stack.start(options, key)
  const { deviceId, terminalKey } = await before.device('SN-plan')
  const begun = await before.initiate(deviceId, 'plan-1')
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  await before.stop()
  const after = await Stack.start(options, key)
  await after.connect({ terminalKey }, 'SN-plan')
  await after.read(String(begun.body['sessionId']))
  await after.initiate(deviceId, 'plan-2')
  await after.service.metrics()
  await after.stop()
}

/** Creates the rows that past rows refer to; returns the key of an account. */
export async function preparePast({ store, url }: Context): Promise<string> {
  const stack = await Stack.start({ store: url, dataKey: TEST_DATA_KEY })
  await stack.stop()
  const any = store as unknown as Store<Record<string, Record<string, unknown>>>
  await any.db
    .insertInto('service_account')
    .values({ id: 'past', name: 'past', sandbox: 1, currency: 'USD', created_at_ms: 1 })
    .execute()
  const device = { id: 'past', account_id: 'past', serial: 'past', make: '', name: '', created_at_ms: 1 }
  await any.db
    .insertInto('service_device')
    .values({ ...device, pairing_until_ms: 0, pairing_tries: 0, connected_until_ms: 0 })
    .execute()
  return stack.key
}

/** All of it on empty tables. */
export async function runScenario(context: Context): Promise<void> {
  await createFixture(context as unknown as EngineContext<SubmissionTables>)
  const key = await preparePast(context)
  await sell(context)
  await deliver(context)
  await apply(context)
  await serve(context, key)
}
