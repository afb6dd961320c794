/** The probe detects within two seconds that a store cannot commit, and that it can again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { codeOf, isStoreUnavailable, StoreError } from './errors.ts'
import type { MigrationSet } from './migrate.ts'
import { createProbe } from './probe.ts'
import type { Store } from './store.ts'
import { eachEngine, type EngineTest } from './testing.ts'

interface Tables {
  sale: { id: string }
}

const schema: MigrationSet = {
  name: 'test',
  migrations: [
    {
      name: 'sale',
      up: async (db, { text }) => {
        await sql`create table sale (id ${text} primary key)`.execute(db)
      },
    },
  ],
}

/** Readiness limit, and slack for a busy machine. */
const LIMIT_MS = 2_000
const SLACK_MS = 500

const works = (store: Store<Tables>): Promise<boolean> =>
  store.probe().then(
    () => true,
    (error: unknown) => {
      assert.ok(isStoreUnavailable(error), String(error))
      return false
    },
  )

/** Probes until the result is `wanted`; returns the elapsed time. */
async function timeUntil(store: Store<Tables>, wanted: boolean): Promise<number> {
  const startedMs = performance.now()
  while ((await works(store)) !== wanted) {
    assert.ok(performance.now() - startedMs < 10 * LIMIT_MS, `still ${String(!wanted)}`)
    await pause(20)
  }
  return performance.now() - startedMs
}

/** Breaks a working store with `harm` and repairs it with `mend`; the probe must detect both in time. */
async function detects(
  store: Store<Tables>,
  harm: () => Promise<void>,
  mend: () => Promise<void>,
): Promise<void> {
  await store.migrate(schema)
  await store.probe()
  await harm()
  const lostMs = await timeUntil(store, false)
  assert.ok(lostMs < LIMIT_MS + SLACK_MS, `not detected for ${lostMs} ms`)
  await mend()
  const backMs = await timeUntil(store, true)
  assert.ok(backMs < LIMIT_MS + SLACK_MS, `recovery not detected for ${backMs} ms`)
}

const eachFile = (title: string, body: EngineTest<Tables>): void =>
  eachEngine<Tables>(title, body, {}, ['sqlite'])
const eachServer = (title: string, body: EngineTest<Tables>): void =>
  eachEngine<Tables>(title, body, {}, ['postgres'])

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const setReadOnly = (url: string, how: 'on' | 'off'): Promise<void> =>
  withClient(url, async (client) => {
    const name = new URL(url).pathname.slice(1)
    await client.query(`set default_transaction_read_only = off`)
    await client.query(`alter database ${name} set default_transaction_read_only = ${how}`)
  })

/** Terminates every other session, as a server does on a role change. */
const endSessions = (url: string): Promise<unknown> =>
  withClient(url, (client) =>
    client.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    ),
  )

eachFile('D-95 detects a full file and its recovery within two seconds', async ({ store }) => {
  await detects(
    store,
    async () => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db)
      await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(store.db)
      // Fills the free pages, so that the next write must grow the file.
      let id = 0
      const insert = (): Promise<unknown> =>
        store.db
          .insertInto('sale')
          .values({ id: String((id += 1)).padStart(900, '0') })
          .execute()
      await assert.rejects(async () => {
        while (id < 200) await insert()
      }, isStoreUnavailable)
      await store.ping()
    },
    async () => void (await sql`pragma max_page_count = 1000000`.execute(store.db)),
  )
})

eachFile('D-95 detects a read-only file and its recovery within two seconds', async ({ store }) => {
  await detects(
    store,
    async () => {
      await sql`pragma query_only = on`.execute(store.db)
      await store.ping()
    },
    async () => void (await sql`pragma query_only = off`.execute(store.db)),
  )
})

eachFile('D-95 detects a file locked by another process within two seconds', async ({ store, url }) => {
  const other = new Sqlite(url.slice('file:'.length))
  await detects(
    store,
    async () => void other.exec('begin immediate'),
    async () => void other.exec('rollback'),
  )
  other.close()
})

eachServer(
  'D-95 detects a server whose disk is full within two seconds of the first refused row',
  async ({ store, url }) => {
    const name = new URL(url).pathname.slice(1)
    await detects(
      store,
      async () => {
        // A limit of temporary files refuses each allocation, a trigger each new row; an update of a row still succeeds.
        await withClient(url, async (client) => {
          await client.query(`alter database ${name} set temp_file_limit = 0`)
          await client.query(`create function full_disk() returns trigger language plpgsql as $$
          begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
          await client.query(`create trigger full_disk before insert on sale execute function full_disk()`)
        })
        await endSessions(url)
        // The first statements may find their connections ended instead.
        let refusal: unknown = null
        while (codeOf(refusal) !== '53100')
          await assert.rejects(
            store.db.insertInto('sale').values({ id: 'a' }).execute(),
            (error: StoreError) => {
              refusal = error.cause
              return isStoreUnavailable(error)
            },
          )
      },
      () =>
        withClient(url, async (client) => {
          await client.query(`alter database ${name} reset temp_file_limit`)
          await client.query(`drop trigger full_disk on sale`)
        }),
    )
  },
)

eachServer('D-95 detects a server that turns read-only within two seconds', async ({ store, url }) => {
  await detects(
    store,
    async () => {
      await setReadOnly(url, 'on')
      await endSessions(url)
    },
    () => setReadOnly(url, 'off'),
  )
})

eachServer('D-95 detects a server that does not commit within two seconds', async ({ store, url }) => {
  const locking = new pg.Client({ connectionString: url })
  await locking.connect()
  await detects(
    store,
    async () => {
      await locking.query('begin')
      await locking.query('lock table tapboard_probe in access exclusive mode')
      await store.ping()
    },
    async () => void (await locking.query('rollback')),
  )
  await locking.end()
})

eachServer(
  'D-96 drops a connection to a read-only server from the pool, so that the next one may reach the primary',
  async ({ store, open, url }) => {
    await store.migrate(schema)
    await setReadOnly(url, 'on')
    const standby = await open({ maxConnections: 3 })
    const add = (id: string): Promise<unknown> =>
      standby.transaction((trx) => trx.insertInto('sale').values({ id }).execute())
    const first = await Promise.allSettled(['a', 'b', 'c'].map(add))
    for (const one of first) assert.ok(one.status === 'rejected' && isStoreUnavailable(one.reason))
    await setReadOnly(url, 'off')
    await Promise.all(['a', 'b', 'c'].map(add))
    assert.equal((await store.db.selectFrom('sale').selectAll().execute()).length, 3)
  },
)

eachEngine<Tables>('D-95 writes at most once per second', async ({ store, engine }) => {
  await store.migrate(schema)
  await Promise.all(Array.from({ length: 50 }, () => store.probe()))
  await store.probe()
  const { rows } = await sql<{ slot: number }>`select slot from tapboard_probe`.execute(store.db)
  assert.equal(rows.length, 1)
  if (engine === 'sqlite') assert.equal(rows[0]?.slot, 1)
})

void test('shares one attempt among callers and aborts an attempt that times out', async () => {
  const counted = { writes: 0, abandoned: 0 }
  const probe = createProbe({
    write: () => {
      counted.writes += 1
      return new Promise<void>(() => {})
    },
    abandon: () => void (counted.abandoned += 1),
  })
  const asked = [probe(), probe(), probe()]
  for (const one of asked) await assert.rejects(one, isStoreUnavailable)
  assert.deepEqual(counted, { writes: 1, abandoned: 1 })
})

void test('begins an attempt each second and ends it after a second', async ({ mock }) => {
  let nowMs = 4_000
  mock.method(performance, 'now', () => nowMs)
  mock.timers.enable({ apis: ['setTimeout'] })
  const counted = { writes: 0, abandoned: 0 }
  const answers: (() => Promise<void>)[] = [
    async () => {},
    () => Promise.reject(new StoreError('store-closed', 'closed')),
    () => new Promise(() => {}),
  ]
  const probe = createProbe({
    write: () => {
      counted.writes += 1
      return answers.shift()?.() ?? Promise.resolve()
    },
    abandon: () => void (counted.abandoned += 1),
  })
  await probe()
  nowMs += 999
  await probe()
  assert.equal(counted.writes, 1)
  nowMs += 1
  await assert.rejects(probe(), { code: 'store-closed' })
  assert.equal(counted.writes, 2)
  nowMs += 1_000
  const hanging = probe()
  let rejected = false
  hanging.catch(() => (rejected = true))
  mock.timers.tick(999)
  await Promise.resolve()
  assert.deepEqual([rejected, counted.abandoned], [false, 0])
  mock.timers.tick(1)
  await assert.rejects(hanging, isStoreUnavailable)
  assert.deepEqual(counted, { writes: 3, abandoned: 1 })
})

eachEngine<Tables>('rejects a probe of a closed store', async ({ store }) => {
  await store.migrate(schema)
  await store.probe()
  await store.close()
  await pause(1_000)
  await assert.rejects(store.probe(), (error) => error instanceof StoreError && error.code === 'store-closed')
})
