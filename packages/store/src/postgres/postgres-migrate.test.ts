/** Migrations on PostgreSQL beside running programs: locks, index builds, takeover, a user who may not change tables. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { TableIndex } from '../columns.ts'
import { uniqueViolation } from '../errors.ts'
import type { IndexMigration, Migration, MigrationSet } from '../migrate.ts'
import { openStore } from '../open.ts'
import type { Store, StoreOptions } from '../store.ts'
import { deferred, eachEngine, type EngineTest } from '../testing.ts'

interface Tables {
  sale: { n: number }
}

const onPostgres = (title: string, body: EngineTest<Tables>, options: StoreOptions = {}): void =>
  eachEngine<Tables>(title, body, options, ['postgres'])

const sale: Migration = {
  name: 'sale',
  up: async (db, { integer }) => {
    await sql`create table sale (n ${integer} not null)`.execute(db)
  },
}
const ofNumber: TableIndex = { name: 'sale_by_n', table: 'sale', columns: ['n'] }
const byNumber: IndexMigration = { name: 'by-number', index: ofNumber }
const note: Migration = {
  name: 'note',
  up: async (db, { text }) => {
    await sql`alter table sale add column note ${text}`.execute(db)
  },
}
const set = (...migrations: Migration[]): MigrationSet => ({ name: 'bff', migrations })

/** Holds a transaction with a row of `sale` open until `end` is called. */
async function openTransaction(store: Store<Tables>): Promise<{ end(): Promise<void> }> {
  const [written, ended] = [deferred(), deferred()]
  const done = store.transaction(async (trx) => {
    await trx.insertInto('sale').values({ n: 1 }).execute()
    written.resolve()
    await ended.promise
  })
  await written.promise
  return {
    end: async () => {
      ended.resolve()
      await done
    },
  }
}

/** Resolves when a statement with this beginning waits for a lock. */
async function untilWaiting(store: Store<Tables>, beginning: string): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database() and query like ${`${beginning}%`}`.execute(store.db)
    if (rows.length > 0) return
  }
}

/** Migrates beside an open transaction that the migration waits for, and writes in the meantime. */
async function migrateBeside(
  store: Store<Tables>,
  migrations: Migration[],
  beginning: string,
): Promise<void> {
  const held = await openTransaction(store)
  const migrated = store.migrate(set(...migrations))
  await untilWaiting(store, beginning)
  // Writes that queue behind the migration fail by the statement timeout.
  for (let n = 2; n <= 4; n += 1) await store.db.insertInto('sale').values({ n }).execute()
  await held.end()
  await migrated
  const { rows } = await sql<{ n: number }>`select n from sale order by n`.execute(store.db)
  assert.deepEqual(
    rows.map(({ n }) => n),
    [1, 2, 3, 4],
  )
}

onPostgres('an index is built while others write', async ({ store }) => {
  await store.migrate(set(sale))
  await migrateBeside(store, [sale, byNumber], 'create index concurrently')
  const { rows } = await sql<{ indisvalid: boolean }>`
    select indisvalid from pg_index where indexrelid = 'sale_by_n'::regclass`.execute(store.db)
  assert.deepEqual(rows, [{ indisvalid: true }])
})

onPostgres('a migration that waits for a table lets others write, and tries again', async ({ store }) => {
  await store.migrate(set(sale))
  await migrateBeside(store, [sale, note], 'alter table sale')
  assert.deepEqual(await store.missing(set(sale, note)), [])
})

onPostgres('an index of an interrupted build is removed and built again', async ({ store }) => {
  await store.migrate(set(sale))
  await sql`insert into sale values (1), (1)`.execute(store.db)
  const unique = { ...byNumber, index: { ...ofNumber, unique: true } }
  await assert.rejects(
    sql`create unique index concurrently sale_by_n on sale (n)`.execute(store.db),
    (error) => uniqueViolation(error, 'sale_by_n'),
  )
  await assert.rejects(store.migrate(set(sale, unique)), (error) => uniqueViolation(error, 'sale_by_n'))
  const { rows } = await sql`select to_regclass('sale_by_n') as found`.execute(store.db)
  assert.deepEqual(rows, [{ found: null }], 'a failed build leaves no index')
  await sql`create index sale_by_n on sale (n)`.execute(store.db)
  await sql`update pg_index set indisvalid = false where indexrelid = 'sale_by_n'::regclass`.execute(store.db)
  await sql`delete from sale`.execute(store.db)
  await store.migrate(set(sale, unique))
  await sql`insert into sale values (1)`.execute(store.db)
  await assert.rejects(sql`insert into sale values (1)`.execute(store.db), (error) =>
    uniqueViolation(error, 'sale_by_n'),
  )
})

const byKind: IndexMigration = {
  name: 'by-kind',
  columns: [{ table: 'sale', name: 'kind', type: 'text', default: 'sale' }],
  index: [
    { name: 'sale_by_n', table: 'sale', columns: ['n', 'kind'], unique: true, replaces: true },
    { name: 'sale_by_kind', table: 'sale', columns: ['kind'] },
  ],
}

/** The definitions of the valid indexes of `sale`. */
async function indexesOfSale(store: Store<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`select pg_get_indexdef(indexrelid) as text from pg_index
    where indrelid = 'sale'::regclass and indisvalid order by 1`.execute(store.db)
  return rows.map(({ text }) => text.replace(/ ON .* USING btree/, ''))
}

const REPLACED = ['CREATE INDEX sale_by_kind (kind)', 'CREATE UNIQUE INDEX sale_by_n (n, kind)']

onPostgres('an index is replaced while others write', async ({ store }) => {
  await store.migrate(set(sale, byNumber))
  await migrateBeside(store, [sale, byNumber, byKind], 'alter table "sale"')
  assert.deepEqual(await indexesOfSale(store), REPLACED)
  const { rows } = await sql`select distinct kind from sale`.execute(store.db)
  assert.deepEqual(rows, [{ kind: 'sale' }])
})

onPostgres('a migration that ended after its columns or an index goes on there', async ({ store }) => {
  await store.migrate(set(sale, byNumber))
  await sql`insert into sale values (1)`.execute(store.db)
  await sql`alter table sale add column kind text collate "C" not null default 'sale'`.execute(store.db)
  await sql`create unique index sale_by_n_next on sale (n, kind)`.execute(store.db)
  await sql`create index sale_by_kind on sale (kind)`.execute(store.db)
  await sql`update pg_index set indisvalid = false where indexrelid = 'sale_by_kind'::regclass`.execute(
    store.db,
  )
  const before = await sql<{ oid: number }>`select 'sale_by_n_next'::regclass::oid as oid`.execute(store.db)
  await store.migrate(set(sale, byNumber, byKind))
  assert.deepEqual(await indexesOfSale(store), REPLACED)
  const after = await sql<{ oid: number }>`select 'sale_by_n'::regclass::oid as oid`.execute(store.db)
  assert.deepEqual(after.rows, before.rows, 'a finished index is not built again')
})

onPostgres('two processes replace an index once', async ({ store, open }) => {
  await store.migrate(set(sale, byNumber))
  await sql`insert into sale values (1)`.execute(store.db)
  const other = await open()
  const all = set(sale, byNumber, byKind)
  await Promise.all([store.migrate(all), other.migrate(all)])
  assert.deepEqual(await indexesOfSale(store), REPLACED)
})

let clockMs = 0

onPostgres(
  'a process takes over when the lease of another on the migrations ends',
  async ({ store, open }) => {
    clockMs = 1_000_000
    await store.migrate(set(sale))
    await sql`update tapboard_schema set lock_owner = 'killed', lock_until_ms = ${clockMs + 15_000}`.execute(
      store.db,
    )
    const other = await open()
    const both = set(sale, note)
    const migrated = Promise.all([store.migrate(both), other.migrate(both)])
    assert.deepEqual(await store.missing(both), ['note'])
    clockMs += 15_001
    await migrated
    const { rows } = await sql`select lock_owner from tapboard_schema`.execute(store.db)
    assert.deepEqual(rows, [{ lock_owner: null }])
  },
  { testClock: () => clockMs },
)

onPostgres(
  'a user who may not change tables starts on complete ones and learns what to run',
  async ({ store, url }) => {
    await store.migrate(set(sale))
    const user = `${new URL(url).pathname.slice(1)}_user`
    await sql`create role ${sql.ref(user)} login password 'plain'`.execute(store.db)
    try {
      await sql`grant usage on schema public to ${sql.ref(user)}`.execute(store.db)
      await sql`grant select, insert, update, delete on all tables in schema public to ${sql.ref(user)}`.execute(
        store.db,
      )
      const { href } = Object.assign(new URL(url), { username: user, password: 'plain' })
      const limited = await openStore<Tables>(href, { maxConnections: 2 })
      await limited.migrate(set(sale))
      await limited.db.insertInto('sale').values({ n: 7 }).execute()
      await limited.probe()
      assert.deepEqual(await limited.missing(set(sale, note)), ['note'])
      await assert.rejects(limited.migrate(set(sale, note)), {
        code: 'migration-needed',
        message:
          'The database holds version 1 of the "bff" tables, this program needs version 2, and the user of the store URL ' +
          'may not change tables; run the command "migrate" of this program once, with a user who may.',
      })
      await store.migrate(set(sale, note))
      await limited.migrate(set(sale, note))
      await limited.close()
    } finally {
      await sql`drop owned by ${sql.ref(user)}`.execute(store.db)
      await sql`drop role ${sql.ref(user)}`.execute(store.db)
    }
  },
)
