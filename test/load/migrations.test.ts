// D-169: how long a write waits while a migration changes a table with many rows, on a PostgreSQL that waits for its disk. One writer for each
// growing table writes all the time; its longest wait for each migration is the lock that a sale meets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openStore, sql, type MigrationSet } from '@tapboard/store'
import { LEDGER_MIGRATIONS } from '../../packages/bff/src/sale/ledger/schema.ts'
import { SCHEMA } from '../../packages/service/src/schema/schema.ts'
import { fillHistory } from '../kit/history.ts'
import { BUSY, times } from '../kit/limits.ts'
import { createDatabase, withDurablePostgres } from '../kit/postgres.ts'

const ROWS = times(50_000, 1_000_000)

/** Longest wait of a write for a migration. */
const LOCK_MS = 1_000

/** Between two writes, so that the writers leave the processor to the migration. */
const PACE_MS = 5

/** The tables that grow, with the migration of their set that makes them and a write to one of their rows. */
const TABLES = [
  ['ledger', 'sale', 'sale', `update sale set phase = phase where id = 's1000000001'`],
  [
    'ledger',
    'follow-up-and-outbox',
    'sale_outbox',
    `update sale_outbox set type = type where id = 'w1000000001'`,
  ],
  [
    'service',
    'accounts-devices-sessions-charges',
    'service_session',
    `update service_session set status = status where id = 's1000000001'`,
  ],
  [
    'service',
    'accounts-devices-sessions-charges',
    'service_charge',
    `update service_charge set status = status where ref_num = 'r1000000001'`,
  ],
] as const

/** Rows that the sessions of the past refer to. */
const PARENTS = [
  `insert into service_account (id, name, sandbox, currency, created_at_ms) values ('past', 'past', 1, 'USD', 1)`,
  `insert into service_device (id, account_id, serial, make, name, created_at_ms, pairing_until_ms, pairing_tries, connected_until_ms)
   values ('past', 'past', 'past', '', '', 1, 0, 0, 0)`,
]

/** Writes to a row until stopped; `longest` returns the longest wait since the last call. */
async function startWriter(url: string, write: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let running = true
  let longestMs = 0
  let begunAt = performance.now()
  const done = (async () => {
    while (running) {
      begunAt = performance.now()
      await client.query(write)
      longestMs = Math.max(longestMs, performance.now() - begunAt)
      await pause(PACE_MS)
    }
  })()
  return {
    longest() {
      const result = longestMs
      longestMs = 0
      return result
    },
    async stop() {
      running = false
      await done
      await client.end()
    },
  }
}

type Writer = Awaited<ReturnType<typeof startWriter>>

/** The longest wait of each migration of a set. */
async function waitsOf(url: string, set: MigrationSet): Promise<readonly (readonly [string, number])[]> {
  const store = await openStore<unknown>(url)
  const writers: Writer[] = []
  const waits: [string, number][] = []
  try {
    for (const [at, { name }] of set.migrations.entries()) {
      for (const writer of writers) writer.longest()
      await store.migrate({ ...set, migrations: set.migrations.slice(0, at + 1) })
      // A write that waits when the migration ends counts for it.
      await pause(10 * PACE_MS)
      if (writers.length > 0)
        waits.push([name, Math.max(...writers.map((writer: Writer) => writer.longest()))])
      const made = TABLES.filter(([ofSet, migration]) => ofSet === set.name && migration === name)
      if (name === 'accounts-devices-sessions-charges')
        for (const text of PARENTS) await sql.raw(text).execute(store.db)
      for (const [, , table] of made) await fillHistory(url, table, ROWS)
      for (const [, , , write] of made) writers.push(await startWriter(url, write))
    }
    return waits
  } finally {
    for (const writer of writers) await writer.stop()
    await store.close()
  }
}

test(`a write waits at most a second for a migration of tables with ${ROWS} rows`, (context) =>
  withDurablePostgres(async (serverUrl) => {
    const late: string[] = []
    for (const set of [LEDGER_MIGRATIONS, SCHEMA]) {
      const { url } = await createDatabase(serverUrl)
      for (const [name, ms] of await waitsOf(url, set)) {
        context.diagnostic(
          `D-169 ${set.name} ${name}: a write waited up to ${ms.toFixed(0)} ms on ${ROWS} rows`,
        )
        if (ms > LOCK_MS * BUSY) late.push(`${set.name} ${name}: ${ms.toFixed(0)} ms`)
      }
    }
    assert.deepEqual(late, [])
  }))
