// The statements of a sale on a ledger with many finished sales, against the same statements on an empty one, in turns on one PostgreSQL
// that waits for its disk.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '@tapboard/store'
import { BFF_MIGRATIONS } from '../../packages/bff/src/app/migrations.ts'
import { Ledger } from '../../packages/bff/src/sale/ledger/ledger.ts'
import { intent } from '../../packages/bff/src/sale/ledger/paid.testing.ts'
import { sqlLedgerStore } from '../../packages/bff/src/sale/ledger/ledger-store.ts'
import type { LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import { fillHistory } from '../kit/history.ts'
import { quantile, times } from '../kit/limits.ts'
import { createDatabase, withDurablePostgres } from '../kit/postgres.ts'

const ROWS = times(100_000, 1_000_000)
const ROUNDS = times(40, 300)
/** Terminals of one read of holds, as a checkout has. */
const DEVICES = Array.from({ length: 10 }, (_, index) => `d${index}`)

/** A finished sale of the past, spread over all of them. */
const pastOf = (round: number): string => String(1_000_000_000 + Math.floor((round * ROWS) / ROUNDS))

type Operation = (ledger: Ledger, round: number) => Promise<unknown>

/** The statements of a sale, of a start of the process, and of the host's questions. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'insert of a start': (ledger, round) => ledger.insert(intent(`new-${round}`)),
  'read of an order': (ledger, round) => ledger.attempts({ merchant: 'm1', order: `o${pastOf(round)}` }),
  'look-up of a key': (ledger, round) => ledger.byKey('m1', `o${pastOf(round)}`, `k${pastOf(round)}`),
  'holds of terminals': (ledger) => ledger.deviceHolds('u1', DEVICES),
  'claim of due sales': (ledger) => ledger.claim('me', 10),
  'leases of others': (ledger) => ledger.agedLeases(),
  'recovery of an earlier run': (ledger) => ledger.takeBack('me', 'me#now'),
}

interface Subject {
  readonly ledger: Ledger
  close(): Promise<void>
}

async function open(serverUrl: string, rows: number): Promise<Subject> {
  const { url } = await createDatabase(serverUrl)
  const store = await openStore<LedgerTables>(url)
  for (const set of BFF_MIGRATIONS) await store.migrate(set)
  if (rows > 0) await fillHistory(url, 'sale', rows)
  return { ledger: new Ledger(sqlLedgerStore(store)), close: () => store.close() }
}

async function timed(operation: Operation, ledger: Ledger, round: number): Promise<number> {
  const begunAt = performance.now()
  await operation(ledger, round)
  return performance.now() - begunAt
}

const shown = (values: readonly number[]): string =>
  `${quantile(values, 0.5).toFixed(1)} / ${quantile(values, 0.95).toFixed(0)} ms`

test(`the statements of a sale on ${ROWS} finished sales are measured against an empty ledger`, (context) =>
  withDurablePostgres(async (serverUrl) => {
    const [empty, full] = [await open(serverUrl, 0), await open(serverUrl, ROWS)]
    try {
      for (const [name, operation] of Object.entries(OPERATIONS)) {
        const seen = { empty: [] as number[], full: [] as number[] }
        for (let round = 0; round < ROUNDS; round += 1) {
          // The first one of a turn finds other caches: they take turns in that, too.
          const order = round % 2 === 0 ? (['empty', 'full'] as const) : (['full', 'empty'] as const)
          for (const which of order)
            seen[which].push(await timed(operation, which === 'empty' ? empty.ledger : full.ledger, round))
        }
        context.diagnostic(
          `D-97 ${name}: ${shown(seen.empty)} on an empty ledger, ${shown(seen.full)} on ${ROWS} sales`,
        )
        assert.ok(quantile(seen.full, 0.5) < 1_000, name)
      }
    } finally {
      await Promise.all([empty.close(), full.close()])
    }
  }))
