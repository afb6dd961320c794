/** The pool over scripted connections: broken connections, stale plans, and the end of running work. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isStoreUnavailable } from '../errors.ts'
import { Scopes } from '../scope.ts'
import { turn } from '../testing.ts'
import { DrainingPool } from './postgres-pool.ts'
import { SERVER_TIME } from './server-time.ts'

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name?: string
}

interface Bench {
  readonly pool: DrainingPool
  readonly scopes: Scopes<unknown>
  /** The queries that reached the server. */
  readonly asked: Asked[]
  /** The answers of the next queries; by default one without rows. */
  readonly answers: (() => Promise<unknown>)[]
  /** Whether each released connection was destroyed. */
  readonly released: boolean[]
  readonly warnings: string[]
  /** Ends of the inner pool. */
  ends: number
  /** Replaces the connect of the inner pool. */
  connect: () => Promise<void>
  /** The connection that the inner pool returns. */
  readonly client: EventEmitter
  readonly inner: EventEmitter
}

function benchOf(): Bench {
  const [asked, answers, released, warnings] = [
    [] as Asked[],
    [] as (() => Promise<unknown>)[],
    [] as boolean[],
    [] as string[],
  ]
  const scopes = new Scopes<unknown>()
  const inner = Object.assign(new EventEmitter(), {
    connect: async () => {
      await bench.connect()
      return Object.assign(bench.client, {
        query: (query: Asked) => {
          asked.push(query)
          return answers.shift()?.() ?? Promise.resolve({ command: 'SELECT', rows: [] })
        },
        release: (destroy: boolean) => void released.push(destroy),
      })
    },
    end: async () => void (bench.ends += 1),
  })
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
  const bench: Bench = {
    pool: new DrainingPool(inner as unknown as pg.Pool, scopes, log),
    scopes,
    asked,
    answers,
    released,
    warnings,
    ends: 0,
    connect: async () => {},
    client: new EventEmitter(),
    inner,
  }
  return bench
}

const run = (client: PostgresPoolClient, text: string, values: readonly unknown[] = []): Promise<unknown> =>
  client.query(text, values) as Promise<unknown>

const fails =
  (code: string, message = 'a message of the server') =>
  (): Promise<never> =>
    Promise.reject(Object.assign(new Error(message), { code }))
const STALE = fails('0A000', 'cached plan must not change result type')

test('any error of a query on a lost connection is unavailable, and the connection leaves the pool', async () => {
  const { pool, answers, released, client: inner, inner: innerPool } = benchOf()
  innerPool.emit('connect', inner)
  const client = await pool.connect()
  answers.push(() => Promise.reject(new Error('a bug')))
  await assert.rejects(run(client, 'select 1'), /^Error: a bug/)
  answers.push(() => {
    inner.emit('error', new Error('a fault of TLS that has no code'))
    return Promise.reject(new Error('a fault of TLS that has no code'))
  })
  await assert.rejects(run(client, 'select 1'), isStoreUnavailable)
  client.release()
  assert.deepEqual(released, [true])
})

test('passes text, values and the name of a prepared statement', async () => {
  const { pool, asked } = benchOf()
  const client = await pool.connect()
  await run(client, 'select $1', [1])
  await run(client, 'select $1', [2])
  await run(client, ' WITH x as (select 1) select 2')
  await run(client, 'begin')
  await run(client, 'explain select 1')
  assert.deepEqual(asked, [
    { text: 'select $1', values: [1], name: 'tapboard_0' },
    { text: 'select $1', values: [2], name: 'tapboard_0' },
    { text: ' WITH x as (select 1) select 2', values: [], name: 'tapboard_1' },
    { text: `begin; ${SERVER_TIME}`, values: [] },
    { text: 'explain select 1', values: [] },
  ])
})

test('a transaction asks for the time of the server once, with its begin', async (context) => {
  const { pool, asked, answers } = benchOf()
  let steadyMs = 5_000.9
  context.mock.method(performance, 'now', () => steadyMs)
  const client = await pool.connect()
  const now = async () => ((await run(client, SERVER_TIME)) as { rows: unknown[] }).rows
  const server = (ms: number) => ({ command: 'SELECT', rowCount: 1, rows: [{ now_ms: ms }] })
  answers.push(async () => [{ command: 'BEGIN', rows: [] }, server(70_000)])
  await run(client, 'begin')
  assert.deepEqual(await now(), [{ now_ms: 70_000 }])
  await run(client, 'select 1')
  steadyMs += 250.5
  assert.deepEqual(await now(), [{ now_ms: 70_250 }])
  assert.equal(asked.length, 2)
  await run(client, 'commit')
  answers.push(async () => server(90_000))
  assert.deepEqual(await now(), [{ now_ms: 90_000 }])
  await run(client, 'begin')
  answers.push(async () => server(91_000))
  assert.deepEqual(await now(), [{ now_ms: 91_000 }])
  assert.equal(asked.length, 6)
})

for (const text of ['select 1', "select 'begin'", "select 'start transaction'", "select 'x' -- commit"])
  test(`repeats ${text} without a name after a stale plan`, async () => {
    const { pool, asked, answers } = benchOf()
    const client = await pool.connect()
    answers.push(STALE)
    await run(client, text, [7])
    assert.deepEqual(asked, [
      { text, values: [7], name: 'tapboard_0' },
      { text, values: [7] },
    ])
    await run(client, 'select 2')
    assert.equal(asked.at(-1)?.name, undefined)
  })

test('repeats each statement of a connection, and names the next after another fault', async () => {
  const { pool, asked, answers } = benchOf()
  const client = await pool.connect()
  answers.push(fails('23505'))
  await assert.rejects(run(client, 'select 1'), { code: 'unique-violation' })
  await run(client, 'select 1')
  answers.push(STALE)
  await run(client, 'select 1')
  assert.deepEqual(
    asked.map(({ name }) => name),
    ['tapboard_0', 'tapboard_0', 'tapboard_0', undefined],
  )
})

for (const begin of ['begin', 'start transaction isolation level read committed'])
  test(`repeats no statement of a transaction: ${begin}`, async () => {
    const { pool, asked, answers } = benchOf()
    const client = await pool.connect()
    await run(client, begin)
    answers.push(STALE)
    await assert.rejects(run(client, 'select 1'), { code: '0A000' })
    assert.equal(asked.length, 2)
    await run(client, 'rollback to savepoint one')
    answers.push(STALE)
    await assert.rejects(run(client, 'select 1'), { code: '0A000' })
    assert.equal(asked.length, 4)
    await run(client, 'rollback')
  })

for (const end of ['commit', 'rollback'])
  test(`repeats a statement after the ${end} of a transaction`, async () => {
    const { pool, asked, answers } = benchOf()
    const client = await pool.connect()
    await run(client, 'begin')
    await run(client, end)
    answers.push(STALE)
    await run(client, 'select 1')
    assert.equal(asked.length, 4)
  })

test('a commit that the server answers with a rollback is an abort', async () => {
  const { pool, answers } = benchOf()
  const client = await pool.connect()
  answers.push(async () => ({ command: 'ROLLBACK' }))
  await assert.rejects(run(client, 'commit'), { code: 'transaction-aborted' })
  answers.push(async () => ({ command: 'ROLLBACK' }))
  await run(client, 'rollback')
})

test('names at most 256 statements, and none with more than 64 parameters', async () => {
  const { pool, asked } = benchOf()
  const client = await pool.connect()
  await run(client, 'select of 65', Array(65).fill(0))
  for (let index = 0; index < 257; index += 1) await run(client, `select ${index}`, Array(64).fill(0))
  await run(client, 'select 0')
  const names = asked.map(({ name }) => name)
  assert.deepEqual(names.slice(0, 3), [undefined, 'tapboard_0', 'tapboard_1'])
  assert.deepEqual(names.slice(-3), ['tapboard_255', undefined, 'tapboard_0'])
})

test('behind a pooler of transactions a begin brings its settings, and no statement has a name', async () => {
  const { inner, asked, scopes } = benchOf()
  const perTransaction = { settings: 'set local statement_timeout = 7' }
  const pool = new DrainingPool(inner as unknown as pg.Pool, scopes, undefined, { perTransaction })
  const client = await pool.connect()
  for (const text of ['begin', 'select 1', 'commit']) await run(client, text)
  assert.deepEqual(asked, [
    { text: `begin; set local statement_timeout = 7; ${SERVER_TIME}`, values: [] },
    { text: 'select 1', values: [] },
    { text: 'commit', values: [] },
  ])
  inner.emit('error', new Error('an idle connection is lost'))
})

test('tries each server once for a connection, and none after a pool that is full', async () => {
  const bench = benchOf()
  const { inner, scopes } = bench
  const pool = new DrainingPool(inner as unknown as pg.Pool, scopes, undefined, { servers: 3 })
  for (const [message, expected] of [
    ['a server that is away', 3],
    ['timeout exceeded when trying to connect', 1],
  ] as const) {
    let attempts = 0
    bench.connect = () => {
      attempts += 1
      // An endless repetition comes to a stop here.
      return attempts > 10 ? new Promise(() => {}) : fails('ECONNREFUSED', message)()
    }
    await assert.rejects(pool.connect(), isStoreUnavailable)
    assert.equal(attempts, expected)
  }
})

test('destroys a connection after a fault of it, or on demand', async () => {
  const { pool, answers, released } = benchOf()
  const destroyed = async (fault: (() => Promise<never>) | null, destroy?: boolean): Promise<boolean> => {
    const client = await pool.connect()
    if (fault !== null) {
      answers.push(fault)
      await assert.rejects(run(client, 'select 1'))
      await run(client, 'select 1')
    }
    client.release(destroy)
    return released.at(-1) === true
  }
  assert.equal(await destroyed(fails('08006')), true)
  assert.equal(await destroyed(fails('23505')), false)
  assert.equal(await destroyed(null), false)
  assert.equal(await destroyed(null, true), true)
})

test('an end waits for the connections in use', async () => {
  const bench = benchOf()
  const { pool } = bench
  const [one, other] = [await pool.connect(), await pool.connect()]
  const ending = pool.end()
  await assert.rejects(pool.connect(), { code: 'store-closed' })
  one.release()
  await turn()
  assert.equal(bench.ends, 0)
  other.release()
  await ending
  assert.equal(bench.ends, 1)
})

test('an end waits for the only connection in use', async () => {
  const bench = benchOf()
  const only = await bench.pool.connect()
  const ending = bench.pool.end()
  await turn()
  assert.equal(bench.ends, 0)
  only.release()
  await ending
})

test('a connection that does not open is tried once, unavailable, and delays no end', async () => {
  const bench = benchOf()
  let attempts = 0
  bench.connect = () => {
    attempts += 1
    return fails('ECONNREFUSED')()
  }
  await assert.rejects(bench.pool.connect(), isStoreUnavailable)
  assert.equal(attempts, 1)
  await bench.pool.end()
  assert.equal(bench.ends, 1)
})

test('gives no connection to the code of a transaction', async () => {
  const { pool, scopes } = benchOf()
  await scopes.run({ open: true, trx: null, notices: [] }, async () => {
    await assert.rejects(pool.connect(), { code: 'nested-use' })
  })
  await pool.end()
})

test('the loss of a connection neither throws nor ends the process', () => {
  const { inner, warnings } = benchOf()
  const client = new EventEmitter()
  inner.emit('connect', client)
  client.emit('error', new Error('lost'))
  inner.emit('error', new Error('lost'))
  assert.deepEqual(warnings, ['an idle connection to the store was lost'])
})

test('reports a statement that found the disk full, and no other failed one', async () => {
  const { inner, scopes, answers } = benchOf()
  let times = 0
  const pool = new DrainingPool(inner as unknown as pg.Pool, scopes, undefined, {
    diskFull: () => void (times += 1),
  })
  const client = await pool.connect()
  answers.push(fails('53200'), fails('53100'))
  await assert.rejects(run(client, 'insert'), isStoreUnavailable)
  assert.equal(times, 0)
  await assert.rejects(run(client, 'insert'), isStoreUnavailable)
  assert.equal(times, 1)
})
