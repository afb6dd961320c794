/** Faults of PostgreSQL: lost connections, deadlocks, endless statements, an unreachable server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { isStoreError, isStoreUnavailable } from '../errors.ts'
import { openStore } from '../open.ts'
import type { Store } from '../store.ts'
import { deferred, eachEngine, type EngineTest } from '../testing.ts'
import { clientConfig, serverLimits } from './postgres-pool.ts'

interface Tables {
  sale: { id: string; n: number }
}

/** Registers a test on PostgreSQL only; the embedded file has no connections to lose. */
function onPostgres(title: string, body: EngineTest<Tables>): void {
  eachEngine<Tables>(title, body, {}, ['postgres'])
}

async function withTable(store: Store<Tables>): Promise<void> {
  await sql`create table sale (id text primary key, n bigint not null)`.execute(store.db)
  await store.db
    .insertInto('sale')
    .values(['s1', 's2'].map((id) => ({ id, n: 0 })))
    .execute()
}

/** Terminates the other connections to the test's database, as a server restart does. */
async function terminate(store: Store<Tables>, which: 'listening' | 'all'): Promise<void> {
  const listening = which === 'listening' ? sql`and query like 'listen %'` : sql``
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() ${listening}`.execute(store.db)
  assert.ok(rows.length > 0 && rows.every(({ ended }) => ended))
}

onPostgres('reconnects a lost connection for notices and sends one resync', async ({ open }) => {
  const warnings: string[] = []
  const store = await open({ log: { warn: (_fields, message) => void warnings.push(message) } })
  const heard: string[] = []
  const resynced = deferred()
  const noticed = deferred()
  await store.listen('sale', (wakeup) => {
    heard.push(wakeup.type)
    if (wakeup.type === 'resync') resynced.resolve()
    else noticed.resolve()
  })
  const other = await open()
  await terminate(other, 'listening')
  await resynced.promise
  await other.notify('sale', 'x')
  await noticed.promise
  assert.deepEqual(heard, ['resync', 'notice'])
  assert.ok(warnings.includes('the connection for notices was lost'))
})

onPostgres('the time in a transaction is that of the server and goes on', async ({ store }) => {
  const before = await store.now()
  const [first, later] = await store.transaction(async (trx) => {
    const atBegin = await store.now()
    await sql`select pg_sleep(0.02)`.execute(trx)
    return [atBegin, await store.now()]
  })
  const after = await store.now()
  assert.ok(before <= first && first + 20 <= later && later <= after, [before, first, later, after].join(' '))
})

onPostgres('listens to all channels on one connection', async ({ store, open }) => {
  const other = await open()
  for (const channel of ['sale_1', 'sale_2', 'sale_3']) await other.listen(channel, () => {})
  const { rows } = await sql`
    select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`.execute(
    store.db,
  )
  assert.equal(rows.length, 1)
})

onPostgres('sends notices beside the transactions, with no wait for the disk', async ({ store, open }) => {
  await withTable(store)
  const other = await open()
  const noticed = deferred()
  await other.listen('sale', () => noticed.resolve())
  await store.transaction(async (trx) => {
    await trx.updateTable('sale').set({ n: 1 }).execute()
    await store.notify('sale', 's1')
  })
  await noticed.promise
  const { rows } = await sql<{ query: string }>`
    select query from pg_stat_activity
    where datname = current_database() and query ~ '^(commit|select pg_notify)' order by query`.execute(
    other.db,
  )
  assert.deepEqual(
    rows.map(({ query }) => query.split('(')[0]),
    ['commit', 'select pg_notify'],
  )
  assert.match(rows[1]?.query ?? '', /'synchronous_commit', 'off', true/)
})

onPostgres(
  'rejects a transaction as unavailable when its connection is lost, and the next one succeeds',
  async ({ store, open }) => {
    await withTable(store)
    const other = await open()
    const work = store.transaction(async (trx) => {
      await trx.updateTable('sale').set({ n: 1 }).execute()
      await terminate(other, 'all')
      await trx.selectFrom('sale').selectAll().execute()
    })
    await assert.rejects(work, isStoreUnavailable)
    await store.transaction((trx) => trx.updateTable('sale').set({ n: 2 }).where('n', '=', 0).execute())
    assert.deepEqual(await other.db.selectFrom('sale').select('n').execute(), [{ n: 2 }, { n: 2 }])
  },
)

onPostgres('retries the victim of a deadlock, and both transactions commit', async ({ store, open }) => {
  await withTable(store)
  const stores = [store, await open()]
  const bothHold = deferred()
  const oneCommitted = deferred()
  let holders = 0
  let runs = 0
  const cross = async (one: Store<Tables>, first: string, second: string): Promise<void> => {
    await one.transaction(async (trx) => {
      runs += 1
      // A victim that is quicker than the other transaction takes the same row again, for a second deadlock.
      if (runs > 2) await oneCommitted.promise
      const add = (id: string): Promise<unknown> =>
        trx
          .updateTable('sale')
          .set(({ eb }) => ({ n: eb('n', '+', 1) }))
          .where('id', '=', id)
          .execute()
      await add(first)
      holders += 1
      if (holders === 2) bothHold.resolve()
      await bothHold.promise
      await add(second)
    })
    oneCommitted.resolve()
  }
  await Promise.all(
    stores.map((one, index) => (index === 0 ? cross(one, 's1', 's2') : cross(one, 's2', 's1'))),
  )
  assert.equal(runs, 3)
  assert.deepEqual(await store.db.selectFrom('sale').select('n').execute(), [{ n: 2 }, { n: 2 }])
})

onPostgres('cancels an endless statement and reports unavailable', async ({ open }) => {
  // The ping has this time, too, on a busy machine.
  const store = await open({ statementTimeoutMs: 1_000 })
  await assert.rejects(sql`select pg_sleep(60)`.execute(store.db), isStoreUnavailable)
  await store.ping()
})

onPostgres('times out when every connection is in use', async ({ open }) => {
  // The only connection opens within the same time, on a busy machine, too.
  const store = await open({ maxConnections: 1, connectTimeoutMs: 1_500 })
  const begun = deferred()
  const goOn = deferred()
  const work = store.transaction(async () => {
    begun.resolve()
    await goOn.promise
  })
  await begun.promise
  await assert.rejects(store.ping(), isStoreUnavailable)
  goOn.resolve()
  await work
  await store.ping()
})

void test('reports a missing or silent server as unavailable without the password', async (t) => {
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const url = `postgres://app:hunter2@127.0.0.1:${port}/shop`
  const refuse = async (): Promise<void> =>
    assert.rejects(openStore(url, { connectTimeoutMs: 100 }), (error) => {
      assert.ok(isStoreUnavailable(error) && isStoreError(error))
      assert.doesNotMatch(`${error.message} ${String(error.cause)}`, /hunter2/)
      return true
    })
  t.after(() => silent.close())
  await refuse()
  silent.close()
  await once(silent, 'close')
  await refuse()
})

onPostgres('reports a missing database or an unknown user as unavailable', async ({ url }) => {
  const wrong = new URL(url)
  wrong.pathname = '/tapboard_test_missing'
  await assert.rejects(openStore(wrong.href), isStoreUnavailable)
  const unknownUser = new URL(url)
  unknownUser.username = 'tapboard_test_unknown'
  await assert.rejects(openStore(unknownUser.href), isStoreUnavailable)
})

onPostgres('keeps working when a newer instance adds columns', async ({ store, open }) => {
  await withTable(store)
  const read = () => store.db.selectFrom('sale').selectAll().orderBy('id').execute()
  const within = () =>
    store.transaction((trx) => trx.selectFrom('sale').selectAll().where('id', '=', 's1').execute())
  for (let turn = 0; turn < 3; turn += 1) await Promise.all([read(), within(), read(), within()])
  const newer = await open()
  await sql`alter table sale add column more text`.execute(newer.db)
  assert.equal((await within()).length, 1)
  assert.equal((await read()).length, 2)
  await sql`alter table sale add column further text`.execute(newer.db)
  assert.equal((await Promise.all([read(), within(), read(), within()])).length, 4)
})

onPostgres('parses and plans each statement once per connection', async ({ store }) => {
  await withTable(store)
  await store.transaction(async (trx) => {
    for (let turn = 0; turn < 5; turn += 1)
      await trx.selectFrom('sale').select('n').where('id', '=', `s${turn}`).execute()
    const { rows } = await sql<{ times: number }>`
      select sum(generic_plans + custom_plans) as times from pg_prepared_statements
      where statement like 'select "n" from%'`.execute(trx)
    assert.deepEqual(rows, [{ times: 5 }])
  })
})

onPostgres('gives a transaction up after twelve failures that a retry may resolve', async ({ store }) => {
  for (const [code, expected] of [
    ['40001', 12],
    ['23514', 1],
  ] as const) {
    let runs = 0
    const fault = Object.assign(new Error('a fault of the work'), { code })
    const work = store.transaction(() => {
      runs += 1
      return Promise.reject(fault)
    })
    await assert.rejects(work, (error) => (code === '40001' ? isStoreUnavailable(error) : error === fault))
    assert.equal(runs, expected)
  }
})

onPostgres('has at least one connection', async ({ open }) => {
  for (const maxConnections of [0, -1, 1.9]) {
    const store = await open({ maxConnections, connectTimeoutMs: 2_000 })
    const pids = await Promise.all(
      [1, 2].map(
        async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.db)).rows,
      ),
    )
    assert.deepEqual(pids[0], pids[1], 'one connection, used twice')
  }
})

onPostgres('names at most 256 statements of at most 64 parameters per connection', async ({ open }) => {
  const store = await open({ maxConnections: 1 })
  const prepared = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      values ((select count(*) from pg_prepared_statements where name like 'tapboard_%'))`.execute(store.db)
    return Number(Object.values(rows[0] ?? {})[0])
  }
  const before = await prepared()
  const list = (length: number) =>
    sql`select 1 where 1 in (${sql.join(Array.from({ length }, (_, index) => index))})`.execute(store.db)
  await list(65)
  assert.equal(await prepared(), before)
  await list(64)
  await list(64)
  assert.equal(await prepared(), before + 1)
  for (let index = 0; index < 260; index += 1)
    await sql`select 1 as ${sql.ref(`c${index}`)}`.execute(store.db)
  assert.equal(await prepared(), 256)
  await list(64)
})

onPostgres('probes in one of 1,024 rows, with the time of the server', async ({ store }) => {
  await store.migrate({ name: 'test', migrations: [] })
  await store.probe()
  const { rows } = await sql<{ slot: number; at_ms: number }>`select slot, at_ms from tapboard_probe`.execute(
    store.db,
  )
  assert.equal(rows.length, 1)
  const [{ slot, at_ms: atMs } = { slot: -1, at_ms: 0 }] = rows
  assert.ok(slot >= 0 && slot < 1_024, `${slot}`)
  assert.ok(Math.abs(atMs - (await store.now())) < 60_000, `${atMs}`)
})

void test('limits statements of the application and not those of a migration', () => {
  const url = 'postgres://h/d'
  const { types: _, ...limited } = clientConfig(pg, url, {}, { limits: serverLimits({}), isLimited: true })
  assert.deepEqual(limited, {
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    application_name: 'tapboard',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 5_000,
    query_timeout: 7_000,
    idle_in_transaction_session_timeout: 10_000,
  })
  const ofCommand = clientConfig(pg, url, { isCommand: true }, { limits: null, isLimited: true })
  assert.equal(ofCommand.connectionTimeoutMillis, 15_000)
  const options = { connectTimeoutMs: 40, statementTimeoutMs: 50, isCommand: true }
  const given = clientConfig(pg, url, options, { limits: serverLimits(options), isLimited: true })
  assert.deepEqual(
    [given.connectionTimeoutMillis, given.statement_timeout, given.query_timeout],
    [40, 50, 2_050],
  )
  assert.equal(given.idle_in_transaction_session_timeout, 100)
  const unlimited = clientConfig(pg, url, options, { limits: null, isLimited: false })
  assert.deepEqual(
    ['statement_timeout', 'query_timeout', 'idle_in_transaction_session_timeout'].filter(
      (name) => name in unlimited,
    ),
    [],
  )
})

onPostgres('reads decimals as numbers and whole numbers exactly', async ({ store }) => {
  const read = async (text: string): Promise<unknown> =>
    (await sql<{ x: unknown }>`select ${sql.raw(text)} as x`.execute(store.db)).rows[0]?.x
  assert.equal(await read('1.5::numeric'), 1.5)
  assert.equal(await read('9007199254740991::numeric'), Number.MAX_SAFE_INTEGER)
  assert.equal(await read('7::bigint'), 7)
  await assert.rejects(read('9007199254740992::numeric'), { code: 'unsafe-integer' })
  await assert.rejects(read('9007199254740992::bigint'), { code: 'unsafe-integer' })
})

onPostgres('has at most ten connections by default', async ({ url }) => {
  const store = await openStore(url, { connectTimeoutMs: 60_000 })
  const busy = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const all = await Promise.all(
    Array.from({ length: 14 }, async () => (await busy.execute(store.db)).rows[0]),
  )
  assert.equal(new Set(all.map((row) => row?.pid)).size, 10)
  await store.close()
  await assert.rejects(busy.execute(store.db), { code: 'store-closed' })
})

onPostgres('counts connections in use and idle, and the calls that wait for one', async ({ open }) => {
  const store = await open({ maxConnections: 1 })
  const [begun, end] = [deferred(), deferred()]
  const work = store.transaction(async () => {
    begun.resolve()
    await end.promise
  })
  await begun.promise
  const next = store.ping()
  const notices = { noticesConnected: false, noticeReconnects: 0 }
  assert.deepEqual(store.connections(), { inUse: 1, idle: 0, waiting: 1, limit: 1, ...notices })
  end.resolve()
  await Promise.all([work, next])
  await store.listen('sale', () => {})
  assert.deepEqual(store.connections(), {
    inUse: 0,
    idle: 1,
    waiting: 0,
    limit: 1,
    ...notices,
    noticesConnected: true,
  })
})
