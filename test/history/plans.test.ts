// Every statement that recovers, claims, renews, follows up, delivers, measures, audits and shows the dashboard, run on a store with 200,000 past sales, with
// its plan on either engine: no plan scans a table that grows with the past.
import assert from 'node:assert/strict'
import pg from 'pg'
import type { Store } from '@tapboard/store'
import { sqlOutbox } from '@tapboard/store'
import { eachEngine, ManualClock, type EngineContext } from '@tapboard/store/testing'
import { createService } from '../../packages/service/src/app/service.ts'
import type { Tables as ServiceTables } from '../../packages/service/src/schema/schema.ts'
import { DashboardBrowser, FAST_PASSWORDS } from '../../packages/service/src/testing/dashboard.ts'
import { Stack, TEST_DATA_KEY } from '../../packages/service/src/testing.ts'
import { sqlApplications } from '../../packages/bff/src/application/sql-applications.ts'
import { createFixture } from '../../packages/bff/src/application/submission/fixture.testing.ts'
import type { SubmissionTables } from '../../packages/bff/src/application/submission/tables.ts'
import { countOpenApplications } from '../../packages/bff/src/app/metrics/open-applications.ts'
import { countOpenSales } from '../../packages/bff/src/app/metrics/open-sales.ts'
import { countOutbox } from '../../packages/bff/src/app/metrics/outbox-gauges.ts'
import { OUTBOX, type OutboxTables } from '../../packages/bff/src/durable/outbox/outbox-row.ts'
import { ARCHIVE_BATCH, archiveNext } from '../../packages/bff/src/sale/ledger/archive.ts'
import { auditSales, auditSalesSince } from '../../packages/bff/src/sale/ledger/audit.ts'
import { statesOf } from '../../packages/bff/src/sale/ledger/lost-charge.ts'
import type { LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import type { Sales } from '../../packages/bff/src/sale/sales.ts'
import { accessTo, APPROVED, DECLINED, ScriptedUpstream } from '../../packages/bff/src/sale/testing.ts'
import { systemRandom } from '@tapboard/server'
import { fillHistory, PAST_TABLES } from '../kit/history.ts'
import { faultsInPostgres, faultsInSqlite, listenToStatements, type PlanRules } from './statements.ts'
import { saleRequest, salesOn } from '../../packages/bff/src/sale/sales.testing.ts'

const SALES = 200_000
const OTHERS = 50_000

/** The first sale of the past. */
const FIRST_MS = 1_701_000_000_000

/** After the last sale of the past. */
const PAST_ENDS_MS = 1_702_000_000_000

const RULES: PlanRules = {
  growing: new Set([...PAST_TABLES, 'sale_archive']),
  // Partial indexes of open, waiting or held rows.
  openRows: new Set([
    'sale_due',
    'sale_unsettled',
    'sale_outbox_due',
    'sale_outbox_dead',
    'application_open',
    'application_watch_due',
    'application_watch_doubt',
    'service_session_due',
    'service_session_live',
    'service_forward_due',
    'service_webhook_due',
  ]),
}

type Context = EngineContext<LedgerTables>

/** A process of the BFF: it starts after another that was killed, sells, finds one sale unpaid and one in doubt, and stops. */
async function sell(context: Context): Promise<void> {
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
  await countOpenSales(store)
  await countOutbox(store as unknown as Store<OutboxTables>)
  await clock.ended(Promise.all([killed.drain(), sales.drain()]))
}

/** The outbox: reclaims, claims, delivers, fails, sets aside, gives up, and removes old rows. */
async function tell(context: Context): Promise<void> {
  // Later than every sale.
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
  await outbox.abandon(0, 100, nowMs)
  for (const outcome of ['delivered', 'dead'] as const) await outbox.prune(outcome, 0, 100)
}

/** The archive moves a batch from the middle of the past, and the audit reads some sales of both places. */
async function archive({ store }: Context): Promise<void> {
  assert.equal(await archiveNext(store, 'm1', PAST_ENDS_MS), ARCHIVE_BATCH)
  const sales = auditSales(store)
  for (let count = 0; count < 3; count += 1) await sales.next()
  await sales.return(undefined)
  const since = auditSalesSince(store, PAST_ENDS_MS)
  while ((await since.next()).done !== true);
  await statesOf(store, 'm1', ['e1', 'e2'])
}

/** A person at the dashboard looks at a day of the past, searches it, opens a transaction and takes it as a file. */
async function look({ store }: Context): Promise<void> {
  const service = await createService({
    store: store as unknown as Store<ServiceTables>,
    passwords: FAST_PASSWORDS,
  })
  const owner = await DashboardBrowser.signedIn(service, 'past')
  const [from, to] = [FIRST_MS, FIRST_MS + 1_000]
  const day = `from=${from}&to=${to}`
  for (const path of [
    `/transactions?${day}`,
    ...['running', 'approved', 'declined', 'cancelled', 'timeout', 'error'].map(
      (state) => `/transactions?${day}&state=${state}`,
    ),
    `/transactions?${day}&terminal=past`,
    `/transactions?${day}&search=e1`,
    `/transactions?${day}&after=${from + 500}.ses_${'a'.repeat(26)}`,
    `/transactions.csv?${day}`,
    '/terminals',
    '/keys',
    '/people',
  ]) {
    const { status, text } = await owner.call('GET', path)
    assert.equal(status, 200, `${path}: ${text}`)
  }
  for (const name of [`ses_${'a'.repeat(26)}`, '123'])
    assert.equal((await owner.call('GET', `/transactions/${name}`)).status, 404)
  await service.close()
}

/** Sign-up: one application is decided, one is in doubt; drafts are forgotten. */
async function apply(context: Context): Promise<void> {
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
async function serve({ url }: Context, key: string): Promise<void> {
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
  await after.stop()
}

/** Creates the rows that past rows refer to; returns the key of an account. */
async function preparePast({ store, url }: Context): Promise<string> {
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

/** The faults of every recorded statement. */
async function faultsOf(context: Context, statements: readonly string[]): Promise<readonly string[]> {
  const { engine, url } = context
  if (engine === 'sqlite')
    return statements.flatMap((statement) =>
      faultsInSqlite(url.slice('file:'.length), statement, RULES).map((fault) => `${fault}: ${statement}`),
    )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const faults: string[] = []
    for (const statement of statements)
      for (const fault of await faultsInPostgres(client, statement, RULES))
        faults.push(`${fault}: ${statement}`)
    return faults
  } finally {
    await client.end()
  }
}

eachEngine<LedgerTables>(
  'D-97 no statement of recovery, claims or follow-ups scans a table of finished sales',
  async (context) => {
    // Creates the tables of all parts.
    await createFixture(context as unknown as EngineContext<SubmissionTables>)
    const key = await preparePast(context)
    for (const table of PAST_TABLES) await fillHistory(context.url, table, table === 'sale' ? SALES : OTHERS)
    const stop = listenToStatements()
    let statements: readonly string[]
    try {
      await sell(context)
      await tell(context)
      await archive(context)
      await apply(context)
      await look(context)
      await serve(context, key)
    } finally {
      statements = stop()
    }
    const about = (word: string): boolean => statements.some((statement) => statement.includes(word))
    for (const word of [
      'with found as',
      'with due as',
      'sale_follow_up',
      'sale_outbox',
      'sale_archive',
      'application_watch',
      'service_session',
      '"service_session" as "session"',
      'service_charge',
    ])
      assert.ok(about(word), `nothing was asked with "${word}"`)
    assert.deepEqual(await faultsOf(context, statements), [])
    const old = `update sale set lease_owner = null where substr(lease_owner, 1, 4) = 'till' and state in ('intent', 'started')`
    assert.equal((await faultsOf(context, [old])).length, 1, 'the rule catches what it is for')
  },
)
