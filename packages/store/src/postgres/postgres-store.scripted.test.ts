/** A store over scripted connections: the limits of each connection, with and without a pooler, and the end of each of them. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { isStoreUnavailable } from '../errors.ts'
import type { Store, StoreOptions } from '../store.ts'
import { deferred, turn } from '../testing.ts'
import { clientConfig } from './postgres-pool.ts'
import type { PostgresPackage } from './postgres-package.ts'
import { openPostgres } from './postgres-store.ts'
import { readPostgresUrl } from './postgres-url.ts'
import { SERVER_TIME } from './server-time.ts'

/** A connection that was opened. */
interface Connection {
  readonly config: pg.ClientConfig
  /** Each statement, those of a prepared one with its name. */
  readonly statements: string[]
  ends: number
}

interface Bench {
  readonly connections: Connection[]
  readonly pools: { readonly max: number | undefined; readonly connectMs: number | undefined; ends: number }[]
  /** Called before each statement; a rejection is that of the server. */
  fault: (text: string) => Promise<void>
  open(url: string, options?: StoreOptions): Promise<Store<unknown>>
}

const answerTo = (text: string): object => ({
  command: text.slice(0, text.indexOf(' ')).toUpperCase(),
  rowCount: 1,
  rows: text.includes('as now_ms') ? [{ now_ms: 7 }] : [],
})

/** The package `pg` with clients that record what they are asked. Its pool is the real one. */
function packageOf(bench: Bench): PostgresPackage {
  class Client extends EventEmitter {
    /** The pool keeps only a client with it. */
    readonly _queryable = true
    readonly connection = { stream: { destroy: () => {} } }
    readonly #own: Connection

    constructor(config: pg.ClientConfig) {
      super()
      this.#own = { config, statements: [], ends: 0 }
      bench.connections.push(this.#own)
    }

    async connect(): Promise<void> {}

    async query(asked: string | { readonly text: string; readonly name?: string }): Promise<object> {
      const { text, name } = typeof asked === 'string' ? { text: asked } : asked
      const short = text.replaceAll(/\s+/g, ' ').trim()
      this.#own.statements.push(name === undefined ? short : `${name}: ${short}`)
      await bench.fault(short)
      return answerTo(short)
    }

    async end(ended?: () => void): Promise<void> {
      this.#own.ends += 1
      ended?.()
    }
  }
  class Pool extends pg.Pool {
    readonly #own: Bench['pools'][number]

    constructor(options: pg.PoolConfig) {
      super(options)
      this.#own = { max: options.max, connectMs: options.connectionTimeoutMillis, ends: 0 }
      bench.pools.push(this.#own)
    }

    override async end(): Promise<void> {
      this.#own.ends += 1
      await super.end()
    }
  }
  return { Client, Pool, types: pg.types } as unknown as PostgresPackage
}

function benchOf(): Bench {
  const bench: Bench = {
    connections: [],
    pools: [],
    fault: async () => {},
    open: async (url, options = {}) => {
      const location = readPostgresUrl(url)
      assert.ok('connectionStrings' in location)
      return openPostgres(packageOf(bench), location, options)
    },
  }
  return bench
}

/** What a connection is limited by: by its configuration, and by its first statement. */
const limitsOf = ({ config, statements }: Connection) => ({
  server: String(config.connectionString),
  statementMs: config.statement_timeout,
  idleMs: config.idle_in_transaction_session_timeout,
  answerMs: config.query_timeout,
  first: statements[0],
})

const BEGIN = 'start transaction isolation level read committed'
const EMPTY = { name: 'bff', migrations: [] }
const LIMITED = { statementMs: 5_000, idleMs: 10_000, answerMs: 7_000 }
const WAITING = { statementMs: undefined, idleMs: undefined, answerMs: 7_000 }
const UNLIMITED = { statementMs: undefined, idleMs: undefined, answerMs: undefined }

async function useAll(store: Store<unknown>): Promise<void> {
  await store.transaction(async (trx) => void (await sql`select 2`.execute(trx)))
  await store.listen('sale', () => {})
  await store.migrate(EMPTY)
  await store.close()
}

test('each connection to PostgreSQL has limits, except those of a migration', async () => {
  const { open, connections } = benchOf()
  const server = 'postgres://h/d'
  await useAll(await open(server))
  assert.deepEqual(connections.map(limitsOf), [
    { server, ...LIMITED, first: 'tapboard_0: select 1' },
    { server, ...LIMITED, first: 'listen sale' },
    { server, ...UNLIMITED, first: `begin; ${SERVER_TIME}` },
  ])
  assert.deepEqual(connections[0]?.statements.slice(1, 4), [
    `${BEGIN}; ${SERVER_TIME}`,
    'tapboard_1: select 2',
    'commit',
  ])
})

test('behind a pooler of sessions, each connection begins with its limits, except those of a migration', async () => {
  const { open, connections } = benchOf()
  const server = 'postgres://h/d'
  const first =
    'set session statement_timeout = 5000; set session idle_in_transaction_session_timeout = 10000'
  await useAll(await open(`${server}?pooler=session`))
  assert.deepEqual(connections.map(limitsOf), [
    { server, ...WAITING, first },
    { server, ...WAITING, first },
    { server, ...UNLIMITED, first: `begin; ${SERVER_TIME}` },
  ])
  assert.equal(connections[0]?.statements[2], `${BEGIN}; ${SERVER_TIME}`)
})

test('behind a pooler of transactions, each transaction begins with its limits, and notices pass it', async () => {
  const { open, connections } = benchOf()
  const server = 'postgres://h/d'
  await useAll(await open(`${server}?pooler=transaction&direct=direct:1`))
  assert.deepEqual(connections.map(limitsOf), [
    { server, ...WAITING, first: 'select 1' },
    { server: 'postgres://direct:1/d', ...LIMITED, first: 'listen sale' },
    { server, ...UNLIMITED, first: `begin; ${SERVER_TIME}` },
  ])
  assert.deepEqual(connections[0]?.statements.slice(1, 4), [
    `${BEGIN}; set local statement_timeout = 5000; set local idle_in_transaction_session_timeout = 10000; ${SERVER_TIME}`,
    'select 2',
    'commit',
  ])
  assert.ok(connections[2]?.statements.every((statement) => !statement.startsWith('tapboard_')))
})

test('polled notices are read and not listened to', async () => {
  const { open, connections } = benchOf()
  await useAll(await open('postgres://h/d?notices=poll'))
  assert.deepEqual(connections[1]?.statements, [
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms',
  ])
})

test('has 1 to 200 connections, 10 by default, and two for a migration, which end with it', async () => {
  const { open, pools } = benchOf()
  for (const maxConnections of [0, -1, 1.9, 1_000]) {
    const store = await open('postgres://h/d', { maxConnections, connectTimeoutMs: 40 })
    await store.close()
  }
  const store = await open('postgres://h/d')
  await store.migrate(EMPTY)
  assert.deepEqual(pools, [
    { max: 1, connectMs: 40, ends: 1 },
    { max: 1, connectMs: 40, ends: 1 },
    { max: 1, connectMs: 40, ends: 1 },
    { max: 200, connectMs: 40, ends: 1 },
    { max: 10, connectMs: 3_000, ends: 0 },
    { max: 2, connectMs: 3_000, ends: 1 },
  ])
  await store.close()
})

test('a store that does not open ends its pool', async () => {
  const bench = benchOf()
  bench.fault = () => Promise.reject(Object.assign(new Error('too many clients'), { code: '53300' }))
  await assert.rejects(bench.open('postgres://h/d'), isStoreUnavailable)
  assert.equal(bench.pools[0]?.ends, 1)
})

test('a closed store ends the connections for notices and probes, and refuses all work', async () => {
  const { open, connections } = benchOf()
  const store = await open('postgres://h/d')
  assert.deepEqual([store.engine, store.durable], ['postgres', true])
  await store.listen('sale', () => {})
  await store.probe()
  await store.close()
  assert.deepEqual(
    connections.map(({ ends }) => ends),
    [1, 1, 1],
  )
  const closed = { code: 'store-closed' }
  await assert.rejects(store.notify('sale', 'x'), closed)
  await assert.rejects(
    store.listen('sale', () => {}),
    closed,
  )
  await assert.rejects(
    store.transaction(async () => {}),
    closed,
  )
  await assert.rejects(store.missing(EMPTY), closed)
  await assert.rejects(store.migrate(EMPTY), closed)
  await assert.rejects(store.now(), closed)
  assert.equal(connections.length, 3)
})

test('a closed store with a port for notices refuses a listener', async () => {
  const { open } = benchOf()
  const port = { publish: async () => {}, subscribe: async () => async () => {} }
  const store = await open('postgres://h/d', { notices: port })
  await store.close()
  await assert.rejects(
    store.listen('sale', () => {}),
    { code: 'store-closed' },
  )
})

test('the notices of a transaction leave after its commit, and none leaves without one', async () => {
  const { open, connections } = benchOf()
  const store = await open('postgres://h/d')
  const failing = store.transaction(async () => {
    await store.notify('sale', 'undone')
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  const [notified, goOn] = [deferred(), deferred()]
  const work = store.transaction(async () => {
    await store.notify('sale', 'x')
    notified.resolve()
    await goOn.promise
  })
  await notified.promise
  await turn()
  assert.equal(connections.length, 1)
  goOn.resolve()
  await work
  await turn()
  assert.match(connections[1]?.statements.join() ?? '', /^select pg_notify/)
  assert.equal(connections[1]?.statements.length, 1)
  await store.close()
})

test('D-178 repeats a migration for longer than other work', async (t) => {
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  const bench = benchOf()
  const store = await bench.open('postgres://h/d')
  bench.fault = async (text) => {
    if (!text.startsWith('create table') || nowMs > 0) return
    nowMs = 59_999
    throw Object.assign(new Error('a conflict'), { code: '40001' })
  }
  await store.migrate(EMPTY)
  await store.close()
})

test('parses a binary value like a text', () => {
  const given: (string | undefined)[] = []
  const types = {
    getTypeParser: (_oid: number, format?: string) => {
      given.push(format)
      return String
    },
  }
  const config = clientConfig(
    { types } as unknown as PostgresPackage,
    'postgres://h/d',
    {},
    {
      limits: null,
      isLimited: false,
    },
  )
  for (const format of ['binary', 'text', undefined] as const)
    config.types?.getTypeParser(25, format as 'text')
  assert.deepEqual(given, ['text', 'text', undefined])
})
