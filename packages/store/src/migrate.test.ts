/** Migrations run exactly once across instances, and never downgrade. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { uniqueViolation } from './errors.ts'
import type { IndexMigration, Migration, MigrationSet } from './migrate.ts'
import { eachEngine } from './testing.ts'

const table = (name: string): Migration => ({
  name: `add-${name}`,
  up: async (db, { integer }) => {
    await sql`create table ${sql.table(name)} (n ${integer} not null)`.execute(db)
    await sql`insert into ${sql.table(name)} values (1)`.execute(db)
  },
})
const set = (name: string, ...migrations: Migration[]): MigrationSet => ({ name, migrations })

eachEngine('runs each migration once when four instances start concurrently', async ({ store, open }) => {
  const stores = [store, await open(), await open(), await open()]
  await Promise.all(stores.map((one) => one.migrate(set('bff', table('sale'), table('event')))))
  await store.migrate(set('bff', table('sale'), table('event'), table('lock')))
  for (const name of ['sale', 'event', 'lock'])
    assert.deepEqual((await sql`select n from ${sql.table(name)}`.execute(store.db)).rows, [{ n: 1 }])
  const log = sql`select set_name, version, name from tapboard_migration order by version`
  assert.deepEqual((await log.execute(store.db)).rows, [
    { set_name: 'bff', version: 1, name: 'add-sale' },
    { set_name: 'bff', version: 2, name: 'add-event' },
    { set_name: 'bff', version: 3, name: 'add-lock' },
  ])
})

eachEngine('keeps the tables of service and BFF in one database', async ({ store }) => {
  await Promise.all([
    store.migrate(set('bff', table('sale'))),
    store.migrate(set('service', table('device'))),
  ])
  const sets = sql`select set_name, version from tapboard_migration order by set_name`
  assert.deepEqual((await sets.execute(store.db)).rows, [
    { set_name: 'bff', version: 1 },
    { set_name: 'service', version: 1 },
  ])
})

eachEngine('rejects a database of a newer Tapboard with the remedy', async ({ store, open }) => {
  await store.migrate(set('bff', table('sale'), { ...table('event'), compatibleFrom: 2 }))
  const older = await open()
  await assert.rejects(older.migrate(set('bff', table('sale'))), {
    code: 'migration-newer',
    message:
      'The database holds version 2 of the "bff" tables and this program knows version 1; ' +
      'use a newer Tapboard or another database.',
  })
  await older.migrate(set('service', table('device')))
})

eachEngine('lists the missing migrations without applying them', async ({ store }) => {
  const both = set('bff', table('sale'), table('event'))
  assert.deepEqual(await store.missing(both), ['migration-tables', 'add-sale', 'add-event'])
  await store.migrate(set('bff', table('sale')))
  assert.deepEqual(await store.missing(both), ['add-event'])
  assert.deepEqual(await store.missing(set('service', table('device'))), ['add-device'])
  await assert.rejects(sql`select n from event`.execute(store.db))
  await store.migrate(both)
  assert.deepEqual(await store.missing(both), [])
})

eachEngine(
  'D-169 a program works with the tables of a newer one until it is no longer compatible',
  async ({ store, open }) => {
    await store.migrate(set('bff', table('sale'), { ...table('event'), compatibleFrom: 1 }))
    const older = await open()
    await older.migrate(set('bff', table('sale')))
    await store.migrate(set('bff', table('sale'), table('event'), { ...table('lock'), compatibleFrom: 2 }))
    await older.migrate(set('bff', table('sale'), table('event')))
    await assert.rejects(older.migrate(set('bff', table('sale'))), { code: 'migration-newer' })
    await assert.rejects(older.missing(set('bff', table('sale'))), { code: 'migration-newer' })
  },
)

eachEngine('accepts a database of a program that recorded no compatible version', async ({ store }) => {
  await store.migrate(set('bff', table('sale')))
  await sql`drop table tapboard_schema`.execute(store.db)
  assert.deepEqual(await store.missing(set('bff', table('sale'))), ['migration-tables'])
  await store.migrate(set('bff', table('sale'), table('event')))
  assert.deepEqual(await store.missing(set('bff', table('sale'), table('event'))), [])
  await sql`drop table tapboard_schema`.execute(store.db)
  await assert.rejects(store.migrate(set('bff', table('sale'))), { code: 'migration-newer' })
})

eachEngine(
  'D-169 each migration is recorded with the version that it is compatible with',
  async ({ store }) => {
    const seen: unknown[] = []
    const reader: Migration = {
      name: 'reader',
      up: async (db) => {
        seen.push((await sql`select compatible_from from tapboard_schema`.execute(db)).rows)
      },
    }
    await store.migrate(set('bff', table('sale'), reader, { ...table('event'), compatibleFrom: 3 }))
    assert.deepEqual(seen, [[{ compatible_from: 1 }]])
  },
)

eachEngine('only a server has a table of notices, and misses it', async ({ store, engine }) => {
  const one = set('bff', table('sale'))
  await store.migrate(one)
  const drop = sql`drop table tapboard_notice`
  if (engine === 'sqlite') await assert.rejects(drop.execute(store.db), /no such table/)
  else {
    await drop.execute(store.db)
    assert.deepEqual(await store.missing(one), ['migration-tables'])
  }
})

const byNumber: IndexMigration = {
  name: 'by-number',
  index: { name: 'sale_by_n', table: 'sale', columns: ['n'], unique: true, where: sql`n > 0` },
}

eachEngine('builds an index as a migration of its own', async ({ store }) => {
  await store.migrate(set('bff', table('sale'), byNumber, table('event')))
  const log = sql`select version, name from tapboard_migration order by version`
  assert.deepEqual((await log.execute(store.db)).rows, [
    { version: 1, name: 'add-sale' },
    { version: 2, name: 'by-number' },
    { version: 3, name: 'add-event' },
  ])
  const again = sql`insert into sale values (1)`
  await assert.rejects(again.execute(store.db), (error) => uniqueViolation(error, 'sale_by_n'))
  await sql`insert into sale values (0), (0)`.execute(store.db)
})

eachEngine('adds columns, and replaces an index by another of its name', async ({ store }) => {
  const wider: IndexMigration = {
    name: 'wider',
    columns: [
      { table: 'sale', name: 'kind', type: 'text', default: "it's" },
      { table: 'sale', name: 'note', type: 'text' },
      { table: 'sale', name: 'count', type: 'integer', default: 3 },
    ],
    index: [
      { name: 'sale_by_n', table: 'sale', columns: ['n', 'note'], unique: true, replaces: true },
      { name: 'sale_by_kind', table: 'sale', columns: ['kind'] },
    ],
  }
  await store.migrate(set('bff', table('sale'), byNumber))
  await store.migrate(set('bff', table('sale'), byNumber, wider))
  await sql`insert into sale (n, note) values (1, 'a')`.execute(store.db)
  const { rows } = await sql`select n, kind, note, count from sale order by note is not null`.execute(
    store.db,
  )
  assert.deepEqual(rows, [
    { n: 1, kind: "it's", note: null, count: 3 },
    { n: 1, kind: "it's", note: 'a', count: 3 },
  ])
  const again = sql`insert into sale (n, note) values (1, 'a')`
  await assert.rejects(again.execute(store.db), (error) => uniqueViolation(error, 'sale_by_n'))
})

eachEngine('rejects a database with a different migration history', async ({ store }) => {
  await store.migrate(set('bff', table('sale')))
  await assert.rejects(store.migrate(set('bff', table('receipt'), table('event'))), {
    code: 'migration-mismatch',
    message: /"add-sale" in the database and "add-receipt" in this program/,
  })
})

eachEngine(
  'records the time of a migration',
  async ({ store }) => {
    await store.migrate(set('bff', table('sale')))
    const times = sql`select version, applied_at_ms from tapboard_migration`
    assert.deepEqual((await times.execute(store.db)).rows, [{ version: 1, applied_at_ms: 1_234 }])
  },
  { testClock: () => 1_234.9 },
)

eachEngine('compares text bytewise', async ({ store }) => {
  const words: Migration = {
    name: 'words',
    up: async (db, { text }) => {
      await sql`create table word (word ${text} not null)`.execute(db)
      await sql`insert into word values ('a'), ('B'), ('ä'), ('b')`.execute(db)
    },
  }
  await store.migrate(set('bff', words))
  const sorted = await sql<{ word: string }>`select word from word order by word`.execute(store.db)
  assert.deepEqual(
    sorted.rows.map(({ word }) => word),
    ['B', 'a', 'b', 'ä'],
  )
})

eachEngine('rolls back the whole set when a migration fails', async ({ store }) => {
  const failing: Migration = { name: 'fails', up: () => Promise.reject(new Error('no')) }
  await assert.rejects(store.migrate(set('bff', table('sale'), failing)), { message: 'no' })
  await assert.rejects(sql`select n from sale`.execute(store.db))
  await store.migrate(set('bff', table('sale'), table('event')))
})
