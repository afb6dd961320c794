/**
 * Runs a test on both engines, each run with its own empty database, which is emptied or removed afterwards.
 * PostgreSQL is the server of DATABASE_URL (any database of it; the user may create databases); `npm test -- --part node`
 * starts one.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { countUse, KeptTables } from './kept-tables.ts'
import { serverCall } from './manual-clock.ts'
import type { MigrationSet } from './migrate.ts'
import { openStore } from './open.ts'
import type { Engine } from './shared-types.ts'
import type { Store, StoreOptions } from './store.ts'

/** Store and helpers of one test on one engine. */
export interface EngineContext<DB> {
  /** The engine of this run. */
  readonly engine: Engine
  /** URL of the test's database. */
  readonly url: string
  /** A store on that database, closed after the test. */
  readonly store: Store<DB>
  /** Opens another store on the same database (another instance, a restart), closed after the test. */
  open(options?: StoreOptions): Promise<Store<DB>>
}

/** The body of a test that runs on each engine. */
export type EngineTest<DB> = (context: EngineContext<DB>) => Promise<void>

const MISSING =
  'DATABASE_URL is not set; run the file with `npm test -- --part node <file>`, which starts PostgreSQL.'

/** The tables of the databases that tests of this process have used, by the name of the database. */
const kept = new Map<string, KeptTables>()

/** A client of PostgreSQL, as far as tests watch it. */
interface Watched {
  readonly database?: string
}

/**
 * Counts every connection and statement of PostgreSQL as pending until its answer, so that the manual clock
 * waits for it, and notes statements that change tables.
 */
const client = pg.Client.prototype as unknown as Record<
  'connect' | 'query',
  (this: Watched, ...given: unknown[]) => unknown
>
for (const name of ['connect', 'query'] as const) {
  const call = client[name]
  client[name] = function counted(this: Watched, ...given: unknown[]): unknown {
    const [first, last] = [given[0], given.at(-1)]
    const text = typeof first === 'string' ? first : (first as { readonly text?: unknown } | undefined)?.text
    if (name === 'query' && typeof text === 'string') kept.get(this.database ?? '')?.note(text)
    const end = serverCall()
    if (typeof last === 'function')
      given[given.length - 1] = (...answer: unknown[]): unknown => {
        end()
        return Reflect.apply(last, undefined, answer) as unknown
      }
    const result: unknown = Reflect.apply(call, this, given)
    if (result instanceof Promise) result.then(end, end)
    else if (typeof last !== 'function') end()
    return result
  }
}

interface Place {
  readonly url: string
  /** Replaces `migrate` of a store on this database. */
  migrate(store: Store<unknown>, set: MigrationSet): Promise<void>
  remove(): Promise<void>
}

async function sqlitePlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-store-'))
  return {
    url: `file:${join(folder, 'store.db')}`,
    migrate: (store, set) => store.migrate(set),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function onServer(serverUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Databases of this process that no test uses. */
const idle: string[] = []
let databases = 0

async function databaseOf(serverUrl: string): Promise<string> {
  const name = idle.pop()
  if (name !== undefined) return name
  databases += 1
  const fresh = `tapboard_test_${process.pid}_${databases}`
  await onServer(serverUrl, [
    `drop database if exists ${fresh} with (force)`,
    `create database ${fresh} template template0`,
  ])
  return fresh
}

/** Empties a database for the next test: to make a new one takes ten times as long. */
const emptyDatabase = (url: string, name: string, statements: readonly string[]): Promise<void> =>
  onServer(url, [
    'set default_transaction_read_only = off',
    `alter database ${name} reset all`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
    statements.join(';'),
  ])

async function dropIdle(): Promise<void> {
  const serverUrl = process.env['DATABASE_URL'] ?? ''
  for (const name of idle.splice(0)) await onServer(serverUrl, [`drop database ${name} with (force)`])
}

async function postgresPlace(): Promise<Place> {
  const serverUrl = process.env['DATABASE_URL']
  if (serverUrl === undefined || serverUrl === '') throw new Error(MISSING)
  const name = await databaseOf(serverUrl)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const tables = kept.get(name) ?? new KeptTables()
  kept.set(name, tables)
  tables.begin()
  return {
    url: url.href,
    migrate: (store, set) => tables.migrate(store.db as Kysely<unknown>, set, () => store.migrate(set)),
    async remove() {
      await emptyDatabase(url.href, name, tables.afterTest())
      idle.push(name)
    },
  }
}

const places: Record<Engine, () => Promise<Place>> = { sqlite: sqlitePlace, postgres: postgresPlace }

/** A test that takes longer writes what its database waits for. */
const SLOW_MS = 15_000

/** Writes the connections of a database, with the statement and the wait of each, to the output of the test file. */
async function writeWaits(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } =
      await client.query(`select state, wait_event_type, wait_event, now() - xact_start as open_for,
      pg_blocking_pids(pid) as blocked_by, pid, left(query, 200) as query
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
    process.stderr.write(`The test takes longer than ${SLOW_MS} ms: ${JSON.stringify(rows)}\n`)
  } finally {
    await client.end()
  }
}

/** The store's own timeout of a connection. */
const CONNECT_MS = 3_000

/**
 * Timeout of a connection of a test to PostgreSQL: longer than the store's own if more than three processes for each core want to run.
 * Server and test then wait for a core, and the store would give up a connection that is made.
 */
const connectTimeoutMs = (): number =>
  CONNECT_MS * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism() / 3)

async function run<DB>(engine: Engine, body: EngineTest<DB>, defaults: StoreOptions): Promise<void> {
  const place = await places[engine]()
  const slow = setTimeout(() => {
    if (engine === 'postgres') writeWaits(place.url).catch(() => {})
  }, SLOW_MS)
  const stores: Store<DB>[] = []
  const used = new Set<MigrationSet>()
  const migrate = (store: Store<unknown>, set: MigrationSet): Promise<void> => {
    if (!used.has(set)) countUse(set)
    used.add(set)
    return place.migrate(store, set)
  }
  const open = async (options: StoreOptions = {}): Promise<Store<DB>> => {
    const patient = engine === 'postgres' ? { connectTimeoutMs: connectTimeoutMs() } : {}
    const store = await openStore<DB>(place.url, { maxConnections: 4, ...patient, ...defaults, ...options })
    stores.push(store)
    return { ...store, migrate: (set) => migrate(store as Store<unknown>, set) }
  }
  try {
    await body({ engine, url: place.url, store: await open(), open })
  } finally {
    clearTimeout(slow)
    await Promise.all(stores.map((store) => store.close()))
    await place.remove()
  }
}

/** A promise with its resolve function, to synchronize a test with the tested work. */
export function deferred<Value = void>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((fulfil) => (resolve = fulfil))
  return { promise, resolve }
}

const ENGINE_NAMES: Record<Engine, string> = { sqlite: 'embedded file', postgres: 'PostgreSQL' }

/**
 * Registers `title` twice: on an embedded file and on PostgreSQL. `options` apply to every store of the test;
 * `engines` restricts the engines.
 */
export function eachEngine<DB>(
  title: string,
  body: EngineTest<DB>,
  options: StoreOptions = {},
  engines: readonly Engine[] = ['sqlite', 'postgres'],
): void {
  if (engines.includes('postgres')) after(dropIdle)
  for (const engine of engines)
    void test(`${title} (${ENGINE_NAMES[engine]})`, () => run(engine, body, options))
}

export { failEachStatementOnce } from './postgres/statement-conflicts.ts'
export { ManualClock, turn } from './manual-clock.ts'
export { PendingCalls } from './pending-calls.ts'
