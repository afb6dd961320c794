// D-169: two versions of the program on the same tables. The tables of the version before are recorded in `previous-schema.json`,
// its statements in `previous-statements.*.jsonl`; TAPBOARD_ACCEPT=1 records the present ones, once they are released.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { openStore, sql, type MigrationSet, type Store } from '@tapboard/store'
import { eachEngine, ManualClock, type EngineContext } from '@tapboard/store/testing'
import { runAudit } from '../../packages/bff/src/app/audit-cli.ts'
import { BFF_MIGRATIONS } from '../../packages/bff/src/app/migrations.ts'
import { LEDGER_MIGRATIONS } from '../../packages/bff/src/sale/ledger/schema.ts'
import type { LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import type { Sales } from '../../packages/bff/src/sale/sales.ts'
import { accessTo, APPROVED, ScriptedUpstream } from '../../packages/bff/src/sale/testing.ts'
import { SCHEMA } from '../../packages/service/src/schema/schema.ts'
import { saleRequest, salesOn } from '../../packages/bff/src/sale/sales.testing.ts'
import { runScenario } from './scenario.ts'
import { listenToStatements } from './statements.ts'
import {
  readTranscript,
  recordTranscript,
  replay,
  withoutMigrations,
  writeTranscript,
  type Transcript,
} from './transcript.ts'

const SETS: readonly MigrationSet[] = [...BFF_MIGRATIONS, SCHEMA]
const FILE = new URL('previous-schema.json', import.meta.url)

/** Statements about the versions of the tables and about the server. */
const OF_CATALOGUE = /tapboard_|pg_|information_schema/

interface Column {
  readonly type: string
  /** Whether a row can be inserted without it. */
  readonly optional: boolean
}

interface Recorded {
  /** Version of each set. */
  readonly versions: Readonly<Record<string, number>>
  /** The columns of each table. */
  readonly tables: Readonly<Record<string, Readonly<Record<string, Column>>>>
  /** The statement of each unique index, by its name. */
  readonly uniqueIndexes: Readonly<Record<string, string>>
}

/** The tables that these sets make. */
async function schemaOf(sets: readonly MigrationSet[]): Promise<Recorded> {
  const store = await openStore<unknown>('file::memory:')
  try {
    for (const set of sets) await store.migrate(set)
    const { rows } = await sql<{ type: string; name: string; sql: string | null }>`
      select type, name, sql from sqlite_schema where name not like 'sqlite_%' order by name`.execute(
      store.db,
    )
    const tables: Record<string, Record<string, Column>> = {}
    for (const { name } of rows.filter(({ type }) => type === 'table')) {
      const columns = await sql<{ name: string; type: string; notnull: number; dflt_value: string | null }>`
        select name, type, "notnull", dflt_value from pragma_table_info(${name})`.execute(store.db)
      tables[name] = Object.fromEntries(
        columns.rows.map((one) => [
          one.name,
          { type: one.type, optional: one.notnull === 0 || one.dflt_value !== null },
        ]),
      )
    }
    const unique = rows.flatMap(({ name, sql: text }) =>
      /^create unique index/i.test(text ?? '') ? [[name, (text ?? '').replace(/\s+/g, ' ')] as const] : [],
    )
    const versions = Object.fromEntries(sets.map(({ name, migrations }) => [name, migrations.length]))
    return { versions, tables, uniqueIndexes: Object.fromEntries(unique) }
  } finally {
    await store.close()
  }
}

/** The reasons why a program of the recorded version does not work with the present tables. */
function breaches(before: Recorded, now: Recorded): string[] {
  const found: string[] = []
  for (const [table, columns] of Object.entries(before.tables)) {
    const present = now.tables[table]
    if (present === undefined) found.push(`${table} was removed`)
    for (const [column, { type }] of Object.entries(present === undefined ? {} : columns))
      if (present?.[column]?.type !== type) found.push(`${table}.${column} was removed or has another type`)
    for (const [column, { optional }] of Object.entries(present ?? {}))
      if (columns[column] === undefined && !optional) found.push(`${table}.${column} is new and required`)
  }
  for (const [index, text] of Object.entries(now.uniqueIndexes)) {
    const table = / on "?(\w+)"?/i.exec(text)?.[1] ?? ''
    if (table in before.tables && before.uniqueIndexes[index] !== text)
      found.push(`the unique index ${index} is new or changed`)
  }
  for (const index of Object.keys(before.uniqueIndexes))
    if (!(index in now.uniqueIndexes)) found.push(`the unique index ${index} was removed`)
  return found
}

/** The sets at their recorded versions. */
const setsAt = ({ versions }: Recorded): readonly MigrationSet[] =>
  SETS.map(({ name, migrations }) => ({ name, migrations: migrations.slice(0, versions[name]) }))

const recorded = (): Recorded => JSON.parse(readFileSync(FILE, 'utf8')) as Recorded

void test('D-169 the version before works with the present tables', async () => {
  const now = await schemaOf(SETS)
  if (process.env['TAPBOARD_ACCEPT'] === '1') writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`)
  assert.deepEqual(breaches(recorded(), now), [])
  assert.deepEqual(await schemaOf(setsAt(recorded())), recorded(), 'a released migration was edited')
})

void test('D-169 the rule names a removed, a changed and a required column, and a changed lock', () => {
  const id = { type: 'TEXT', optional: false }
  const before: Recorded = {
    versions: {},
    tables: { sale: { id, state: id }, old: { id } },
    uniqueIndexes: {
      one: 'create unique index one on sale (id)',
      gone: 'create unique index gone on sale (state)',
    },
  }
  const now: Recorded = {
    versions: {},
    tables: {
      sale: { id: { ...id, type: 'INTEGER' }, note: { type: 'TEXT', optional: true }, due: id },
      fresh: { id },
    },
    uniqueIndexes: {
      one: 'create unique index one on sale (id, state)',
      fresh_id: 'create unique index fresh_id on fresh (id)',
    },
  }
  assert.deepEqual(breaches(before, now), [
    'sale.id was removed or has another type',
    'sale.state was removed or has another type',
    'sale.due is new and required',
    'old was removed',
    'the unique index one is new or changed',
    'the unique index gone was removed',
  ])
  assert.deepEqual(breaches(before, before), [])
})

/** The ledger of the next version: columns, a table, and an index on the table of sales. */
const NEXT: MigrationSet = {
  name: 'ledger',
  migrations: [
    ...LEDGER_MIGRATIONS.migrations,
    {
      name: 'next',
      async up(db, { text, integer }) {
        await sql`alter table sale add column next_note ${text}`.execute(db)
        await sql`alter table sale_event add column next_count ${integer} not null default 0`.execute(db)
        await sql`create table next_table (id ${text} primary key)`.execute(db)
      },
    },
    {
      name: 'next-index',
      index: { name: 'sale_next', table: 'sale', columns: ['device_id', 'created_at_ms'] },
    },
  ],
}

interface Till {
  sell(...orders: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** A process of the present version. */
async function openTill(store: Store<LedgerTables>, clock: ManualClock, seed: number): Promise<Till> {
  for (const set of BFF_MIGRATIONS) await store.migrate(set)
  const upstream = new ScriptedUpstream()
  upstream.onRead = () => APPROVED
  const sales: Sales = salesOn(store, upstream, seed, { clock })
  await sales.begin()
  return {
    async sell(...orders) {
      for (const order of orders) {
        const request = saleRequest(order, `dev-${order}`)
        const started = await sales.start(accessTo(order), request, `key-of-the-order-${order}`)
        assert.ok(started.ok, JSON.stringify(started))
      }
      for (const order of orders)
        await clock.until(async () => (await sales.newest(accessTo(order)))?.state === 'approved', 120_000)
    },
    async stop() {
      await clock.ended(sales.drain())
      assert.equal(upstream.sent.length, new Set(upstream.sent.map(({ externalId }) => externalId)).size)
    },
  }
}

eachEngine<LedgerTables>(
  'D-169 a process sells while the next version changes the tables, and after a restart on them',
  async ({ open, url }) => {
    const clock = new ManualClock(Date.UTC(2026, 10, 26, 9))
    const options = { testClock: () => clock.now() }
    const [store, other] = [await open(options), await open(options)]
    const till = await openTill(store, clock, 1)
    await till.sell('before-1', 'before-2')
    await Promise.all([other.migrate(NEXT), till.sell('during-1', 'during-2', 'during-3')])
    assert.deepEqual(await other.missing(NEXT), [])
    await till.sell('after-1')
    await till.stop()
    const back = await openTill(await open(options), clock, 2)
    await back.sell('back-1')
    await back.stop()
    const lines: string[] = []
    const print = (line: string): void => void lines.push(line)
    const environment = { TAPBOARD_STORE_URL: url }
    assert.equal(
      await runAudit({ args: ['verify'], environment, print, printError: print }),
      0,
      lines.join('\n'),
    )
    assert.match(lines.join('\n'), /^ok: 7 sales/)
  },
)

eachEngine<LedgerTables>(
  'D-169 the present version takes over the tables of the version before',
  async ({ open }) => {
    const clock = new ManualClock(Date.UTC(2026, 10, 26, 9))
    const store = await open({ testClock: () => clock.now() })
    for (const set of setsAt(recorded())) await store.migrate(set)
    const till = await openTill(store, clock, 3)
    await till.sell('first')
    await till.stop()
  },
)

const SQLITE_FILE = new URL('previous-statements.sqlite.jsonl', import.meta.url)
const POSTGRES_FILE = new URL('previous-statements.postgres.jsonl', import.meta.url)

/** The recorded statements of the version before on an embedded file. */
const previous = () => readTranscript(readFileSync(SQLITE_FILE, 'utf8'))

/** What differs when a transcript is executed on empty tables of these versions; `then` gets the URL of the store. */
async function replayOn(
  sets: readonly MigrationSet[],
  transcript: Transcript,
  then: (url: string) => Promise<void> = async () => {},
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-replay-'))
  try {
    const path = join(folder, 'store.db')
    const store = await openStore<unknown>(`file:${path}`)
    for (const set of sets) await store.migrate(set)
    await store.close()
    const differences = replay(path, transcript)
    await then(`file:${path}`)
    return differences
  } finally {
    await rm(folder, { recursive: true })
  }
}

// Recorded with the tables: what a process of the version before executes is what it goes on with after the migration.
eachEngine<LedgerTables>(
  'D-169 the statements of the version before work on the present tables',
  async (context) => {
    const { engine, store, url } = context
    if (process.env['TAPBOARD_ACCEPT'] === '1') await acceptStatements(context)
    if (engine === 'sqlite') return assert.deepEqual(await replayOn(SETS, previous()), [])
    for (const set of SETS) await store.migrate(set)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      const refused: string[] = []
      for (const line of readFileSync(POSTGRES_FILE, 'utf8').split('\n').filter(Boolean)) {
        const text = JSON.parse(line) as string
        await client.query(`explain (generic_plan) ${text}`).catch((error: unknown) => {
          refused.push(`${error instanceof Error ? error.message : 'refused'}: ${text}`)
        })
      }
      assert.deepEqual(refused, [])
    } finally {
      await client.end()
    }
  },
)

void test('D-169 the statements of the version before work on its own tables, and a lost column breaks them', async () => {
  const transcript = previous()
  assert.deepEqual(await replayOn(setsAt(recorded()), transcript), [])
  const lost: MigrationSet = {
    name: 'ledger',
    migrations: [
      ...LEDGER_MIGRATIONS.migrations,
      {
        name: 'lost',
        async up(db) {
          await sql`alter table sale_event drop column snapshot`.execute(db)
          await sql`create unique index sale_one_device on sale (device_id)`.execute(db)
        },
      },
    ],
  }
  const differences = await replayOn([...SETS, lost], transcript)
  assert.ok(
    differences.some((line) => line.includes('snapshot')),
    differences.join('\n'),
  )
})

void test('D-169 the present version goes on with the rows of the version before, and its record is proven', async () => {
  await replayOn(setsAt(recorded()), previous(), async (url) => {
    const clock = new ManualClock(Date.UTC(2026, 10, 26, 11))
    const store = await openStore<LedgerTables>(url, { testClock: () => clock.now() })
    try {
      const till = await openTill(store, clock, 4)
      await till.sell('after-the-upgrade')
      await till.stop()
    } finally {
      await store.close()
    }
    const lines: string[] = []
    const print = (line: string): void => void lines.push(line)
    const environment = { TAPBOARD_STORE_URL: url }
    const code = await runAudit({ args: ['verify'], environment, print, printError: print })
    assert.deepEqual([code, lines.length], [0, 1], lines.join('\n'))
    assert.match(lines[0] ?? '', /^ok: 6 sales/)
  })
})

/** Records what the present version executes; the next version is then held to it. */
async function acceptStatements(context: EngineContext<LedgerTables>): Promise<void> {
  // The statements of migrations run once, on the tables before them.
  for (const set of SETS) await context.store.migrate(set)
  if (context.engine === 'sqlite') {
    const stop = recordTranscript()
    await runScenario(context).finally(() => {
      writeFileSync(SQLITE_FILE, writeTranscript(withoutMigrations(stop())))
    })
    return
  }
  const stop = listenToStatements()
  await runScenario(context).finally(() => {
    const texts = stop().filter((text) => !OF_CATALOGUE.test(text))
    writeFileSync(POSTGRES_FILE, texts.map((text) => `${JSON.stringify(text)}\n`).join(''))
  })
}
