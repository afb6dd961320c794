// The statements of a sale, a checkout and the outbox on a ledger with many finished sales, against the same statements on an empty one, in
// turns on one PostgreSQL that waits for its disk, and on embedded files.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { openStore, sqlOutbox, type Outbox, type Store } from '@tapboard/store'
import { BFF_MIGRATIONS } from '../../packages/bff/src/app/migrations.ts'
import {
  OUTBOX,
  outboxRowOf,
  type OutboxRow,
  type OutboxTables,
} from '../../packages/bff/src/durable/outbox/outbox-row.ts'
import { Ledger } from '../../packages/bff/src/sale/ledger/ledger.ts'
import { intent } from '../../packages/bff/src/sale/ledger/paid.testing.ts'
import { sqlGrants } from '../../packages/bff/src/sale/ledger/sql-grants.ts'
import { sqlLedgerStore } from '../../packages/bff/src/sale/ledger/ledger-store.ts'
import type { LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import type { Grants } from '../../packages/bff/src/token/order-grant.ts'
import { fillHistory } from '../kit/history.ts'
import { quantile, times } from '../kit/limits.ts'
import { createDatabase, withDurablePostgres } from '../kit/postgres.ts'
import { temporaryFolder } from '../kit/scope.ts'

const ROWS = times(100_000, 1_000_000)
const ROUNDS = times(40, 300)
/** Terminals of one read of holds, as a checkout has. */
const DEVICES = Array.from({ length: 10 }, (_, index) => `d${index}`)
/** Tables with a row for each sale. */
const TABLES = ['sale', 'sale_outbox', 'order_grant'] as const

/** A finished sale of the past, spread over all of them. */
const pastOf = (round: number): string => String(1_000_000_000 + Math.floor((round * ROWS) / ROUNDS))

interface Subject {
  readonly ledger: Ledger
  readonly grants: Grants
  readonly outbox: Outbox<OutboxRow>
  readonly store: Store<OutboxTables>
  close(): Promise<void>
}

type Operation = (subject: Subject, round: number) => Promise<unknown>

const TERMS = { amountMinor: 100, currency: 'USD' } as const

/** Claims the events that are due. */
const claim = ({ outbox }: Subject): Promise<readonly OutboxRow[]> =>
  outbox.claim({ owner: 'me', leaseMs: 30_000, limit: 10 })

/** One event from its commit to its delivery. */
async function deliver(subject: Subject, round: number): Promise<void> {
  const { store, outbox } = subject
  const event = { id: `new-${round}`, type: 'sale.approved', atMs: 1, merchant: 'm1' } as const
  const row = OUTBOX.toColumns(outboxRowOf(event, `new-${round}`, 'webhook'))
  await store.db.insertInto('sale_outbox').values(row).execute()
  const [claimed] = await claim(subject)
  assert.equal(claimed?.eventId, event.id)
  await outbox.finish(claimed, 'delivered', 1, 1_800_000_000_000)
}

/** The statements of a sale, of its page and webhook, of a start of the process, and of the host's questions. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'grant of a token': ({ grants }, round) => grants.record('m1', `new-${round}`, TERMS),
  'checkout of a past order': ({ ledger, grants }, round) =>
    Promise.all([
      ledger.attempts({ merchant: 'm1', order: `o${pastOf(round)}` }),
      grants.newest('m1', `o${pastOf(round)}`),
      ledger.deviceHolds('u1', DEVICES),
    ]),
  'insert of a start': ({ ledger }, round) => ledger.insert(intent(`new-${round}`)),
  'read of an order': ({ ledger }, round) => ledger.attempts({ merchant: 'm1', order: `o${pastOf(round)}` }),
  'look-up of a key': ({ ledger }, round) => ledger.byKey('m1', `o${pastOf(round)}`, `k${pastOf(round)}`),
  'holds of terminals': ({ ledger }) => ledger.deviceHolds('u1', DEVICES),
  'claim of due sales': ({ ledger }) => ledger.claim('me', 10),
  'leases of others': ({ ledger }) => ledger.agedLeases(),
  'recovery of an earlier run': ({ ledger }) => ledger.takeBack('me', 'me#now'),
  'delivery of an event': deliver,
  'claim of the empty outbox': claim,
  'removal of old events': ({ outbox }) => outbox.prune('delivered', 1, 100),
}

async function open(url: string, rows: number): Promise<Subject> {
  const store = await openStore<LedgerTables>(url)
  for (const set of BFF_MIGRATIONS) await store.migrate(set)
  if (rows > 0) for (const table of TABLES) await fillHistory(url, table, rows)
  const outboxStore = store as unknown as Store<OutboxTables>
  const states = { column: 'target', values: ['webhook'] } as const
  return {
    ledger: new Ledger(sqlLedgerStore(store)),
    grants: sqlGrants(store),
    outbox: sqlOutbox(outboxStore, { table: 'sale_outbox', mapper: OUTBOX, states }),
    store: outboxStore,
    close: () => store.close(),
  }
}

async function timed(operation: Operation, subject: Subject, round: number): Promise<number> {
  const begunAt = performance.now()
  await operation(subject, round)
  return performance.now() - begunAt
}

const shown = (values: readonly number[]): string =>
  `${quantile(values, 0.5).toFixed(2)} / ${quantile(values, 0.95).toFixed(1)} ms`

/** Measures each operation on both ledgers in turns. */
async function compare(context: TestContext, urlOf: (name: string) => Promise<string>): Promise<void> {
  const [empty, full] = [await open(await urlOf('empty'), 0), await open(await urlOf('full'), ROWS)]
  try {
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      const seen = { empty: [] as number[], full: [] as number[] }
      for (let round = 0; round < ROUNDS; round += 1) {
        // The first one of a turn finds other caches: they take turns in that, too.
        const order = round % 2 === 0 ? (['empty', 'full'] as const) : (['full', 'empty'] as const)
        for (const which of order)
          seen[which].push(await timed(operation, which === 'empty' ? empty : full, round))
      }
      const ratio = quantile(seen.full, 0.5) / quantile(seen.empty, 0.5)
      context.diagnostic(
        `D-97 ${name}: ${shown(seen.empty)} on an empty ledger, ${shown(seen.full)} on ${ROWS} sales, ratio ${ratio.toFixed(2)}`,
      )
      assert.ok(quantile(seen.full, 0.5) < 1_000, name)
    }
  } finally {
    await Promise.all([empty.close(), full.close()])
  }
}

test(`the statements of a sale on ${ROWS} finished sales are measured against an empty ledger (PostgreSQL)`, (context) =>
  withDurablePostgres((serverUrl) => compare(context, async () => (await createDatabase(serverUrl)).url)))

test(`the statements of a sale on ${ROWS} finished sales are measured against an empty ledger (embedded store)`, async (context) => {
  const folder = temporaryFolder({ after }, 'growth')
  await compare(context, async (name) => `file:${join(folder, `${name}.db`)}`)
})
