// Every statement that recovers, claims, renews, follows up, delivers, measures, audits and shows the dashboard, run on a store with 200,000 past sales, with
// its plan on either engine: no plan scans a table that grows with the past.
import assert from 'node:assert/strict'
import pg from 'pg'
import type { Store } from '@tapboard/store'
import { eachEngine, type EngineContext } from '@tapboard/store/testing'
import { createService } from '../../packages/service/src/app/service.ts'
import type { Tables as ServiceTables } from '../../packages/service/src/schema/schema.ts'
import { DashboardBrowser, FAST_PASSWORDS } from '../../packages/service/src/testing/dashboard.ts'
import { createFixture } from '../../packages/bff/src/application/submission/fixture.testing.ts'
import type { SubmissionTables } from '../../packages/bff/src/application/submission/tables.ts'
import { ARCHIVE_BATCH, archiveNext } from '../../packages/bff/src/sale/ledger/archive.ts'
import { auditSales, auditSalesSince } from '../../packages/bff/src/sale/ledger/audit.ts'
import { Ledger } from '../../packages/bff/src/sale/ledger/ledger.ts'
import { sqlLedgerStore } from '../../packages/bff/src/sale/ledger/ledger-store.ts'
import { statesOf } from '../../packages/bff/src/sale/ledger/lost-charge.ts'
import { sqlGrants } from '../../packages/bff/src/sale/ledger/sql-grants.ts'
import type { LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import { fillHistory, PAST_TABLES } from '../kit/history.ts'
import { apply, deliver, preparePast, sell, serve, type Context } from './scenario.ts'
import { faultsInPostgres, faultsInSqlite, listenToStatements, type PlanRules } from './statements.ts'

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

/** The archive moves a batch from the middle of the past, and the audit reads some sales of both places. */
async function archive({ store }: Context): Promise<void> {
  assert.equal(await archiveNext(store, 'm1', PAST_ENDS_MS), ARCHIVE_BATCH)
  const sales = auditSales(store)
  for (let count = 0; count < 3; count += 1) await sales.next()
  await sales.return(undefined)
  const since = auditSalesSince(store, PAST_ENDS_MS)
  while ((await since.next()).done !== true);
  await statesOf(store, ['e1', 'e2'])
}

/** The host grants an order of the past anew, a page asks for its checkout, and the host withdraws it. */
async function checkOut({ store }: Context): Promise<void> {
  const grants = sqlGrants(store)
  assert.equal(await grants.record('m1', 'o1000000001', { amountMinor: 200, currency: 'USD' }), 2)
  assert.equal((await grants.newest('m1', 'o1000000001'))?.amountMinor, 200)
  const ledger = new Ledger(sqlLedgerStore(store))
  assert.equal((await ledger.attempts({ merchant: 'm1', order: 'o1000000001' })).length, 1)
  await ledger.deviceHolds('u1', ['d1', 'd2'])
  assert.equal(await grants.withdraw('m1', 'o1000000001'), true)
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
      await deliver(context)
      await checkOut(context)
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
      'order_grant',
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
