/** Migrations run exactly once across instances, and never downgrade. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Migration, MigrationSet } from './migrate.ts'
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
  await store.migrate(set('bff', table('sale'), table('event')))
  const older = await open()
  await assert.rejects(older.migrate(set('bff', table('sale'))), {
    code: 'migration-newer',
    message:
      'The database holds version 2 of the "bff" tables and this program knows version 1; ' +
      'use a newer Tapboard or another database.',
  })
  await older.migrate(set('service', table('device')))
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
