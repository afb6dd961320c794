/** Tables that tests use again: empty but for the rows of the migrations, and made anew after a change. */
import assert from 'node:assert/strict'
import { sql, type Kysely } from 'kysely'
import type { MigrationSet } from './migrate.ts'
import type { Store } from './store.ts'
import { eachEngine } from './testing.ts'

const SET: MigrationSet = {
  name: 'kept',
  migrations: [
    {
      name: 'thing',
      async up(db) {
        await sql`create table thing (id int primary key)`.execute(db)
        await sql`create table part (thing int not null references thing)`.execute(db)
        await sql`insert into thing values (1)`.execute(db)
      },
    },
  ],
}

const numbersOf = async (db: Kysely<unknown>, query: ReturnType<typeof sql>): Promise<readonly number[]> =>
  (await (query as ReturnType<typeof sql<{ n: number }>>).execute(db)).rows.map(({ n }) => n)

/** The number that PostgreSQL gives a table: another table of its name has another one. */
const identityOf = async ({ db }: Store<unknown>): Promise<number | undefined> =>
  (await numbersOf(db, sql`select 'thing'::regclass::oid::int as n`))[0]

/** Migrates an empty database, and looks at what it has then. */
async function migrated(store: Store<unknown>): Promise<void> {
  assert.deepEqual(await store.missing(SET), ['migration-tables', 'thing'])
  await store.migrate(SET)
  assert.deepEqual(await store.missing(SET), [])
  assert.deepEqual(await numbersOf(store.db, sql`select id as n from thing`), [1])
  assert.deepEqual(await numbersOf(store.db, sql`select thing as n from part`), [])
}

const identities: (number | undefined)[] = []

for (const [title, work] of [
  ['the first use', sql`select 1`],
  [
    'the second use',
    sql`with added as (insert into thing values (2) returning id) insert into part select id from added`,
  ],
  ['a use after new rows', sql`delete from thing`],
  ['a use after removed rows', sql`alter table thing add column more text`],
  ['a use after a change', sql`select 1`],
] as const)
  eachEngine<unknown>(
    `a test finds the tables as the migrations make them: ${title}`,
    async ({ store, open }) => {
      await migrated(store)
      identities.push(await identityOf(store))
      await work.execute(store.db)
      await (await open()).migrate(SET)
    },
    {},
    ['postgres'],
  )

eachEngine<unknown>(
  'tables stay from the second use on until a test changes them',
  async () => {
    const [first, second, third, fourth, fifth] = identities
    assert.notEqual(first, second)
    assert.deepEqual([third, fourth], [second, second])
    assert.notEqual(fifth, fourth)
  },
  {},
  ['postgres'],
)
