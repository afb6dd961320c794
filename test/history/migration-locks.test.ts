// D-169: each migration on tables with rows of an earlier version. PostgreSQL itself reports what it rewrites, and which indexes it builds
// in a transaction; and each earlier version reaches the tables of a new database.
import assert from 'node:assert/strict'
import { openStore, sql, type MigrationSet, type Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { BFF_MIGRATIONS } from '../../packages/bff/src/app/migrations.ts'
import { SCHEMA } from '../../packages/service/src/schema/schema.ts'
import { times } from '../kit/limits.ts'

const SETS: readonly MigrationSet[] = [...BFF_MIGRATIONS, SCHEMA]

/** PostgreSQL is upgraded from each of so many versions; the full suite takes all of them. */
const EVERY = times(8, 1)

/** Each number of migrations of all sets, in the order in which they are applied. */
const steps: readonly (readonly MigrationSet[])[] = SETS.flatMap((set, at) =>
  set.migrations.map((_, count) => [
    ...SETS.slice(0, at),
    { ...set, migrations: set.migrations.slice(0, count + 1) },
  ]),
)

const namesOf = async (store: Store<unknown>, query: ReturnType<typeof sql>): Promise<readonly string[]> =>
  (await (query as ReturnType<typeof sql<{ name: string }>>).execute(store.db)).rows.map(({ name }) => name)

const tablesIn = (store: Store<unknown>): Promise<readonly string[]> =>
  namesOf(
    store,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )

const VALUES: Readonly<Record<string, string>> = { text: `'1'`, bigint: '1', bytea: `'1'` }

/** Inserts a row into each table that is empty, without the rows that it refers to. */
async function fill(store: Store<unknown>): Promise<void> {
  for (const table of await tablesIn(store)) {
    if (table.startsWith('tapboard_')) continue
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null`.execute(
      store.db,
    )
    const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
    const values = sql.raw(rows.map(({ type }) => VALUES[type]).join(', '))
    await store.transaction(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`insert into ${sql.table(table)} (${columns}) select ${values}
        where not exists (select 1 from ${sql.table(table)})`.execute(trx)
    })
  }
}

/** Records rewritten tables, and indexes that were not built beside writes, in the table `observed.fault`. */
const OBSERVER = [
  sql`create schema observed`,
  sql`create table observed.fault (what text, tbl text)`,
  sql`create function observed.rewritten() returns event_trigger language plpgsql as $body$ begin
    insert into observed.fault values ('rewrites', pg_event_trigger_table_rewrite_oid()::regclass::text);
    end $body$`,
  sql`create function observed.indexed() returns event_trigger language plpgsql as $body$ begin
    if current_query() !~* 'concurrently' then
      insert into observed.fault select 'builds ' || objid::regclass || ' on', indrelid::regclass
        from pg_event_trigger_ddl_commands() join pg_index on indexrelid = objid
        where command_tag = 'CREATE INDEX';
    end if;
    end $body$`,
  sql`create event trigger observe_rewrite on table_rewrite execute function observed.rewritten()`,
  sql`create event trigger observe_index on ddl_command_end when tag in ('CREATE INDEX')
    execute function observed.indexed()`,
]

/** Runs `work` while PostgreSQL records the faults, which the function that `work` gets reads and removes. */
async function observed(
  store: Store<unknown>,
  work: (faults: (older: readonly string[]) => Promise<readonly string[]>) => Promise<void>,
): Promise<void> {
  for (const statement of OBSERVER) await statement.execute(store.db)
  try {
    await work(async (older) => {
      const { rows } = await sql<{ what: string; tbl: string }>`delete from observed.fault
        where tbl = any(${older}) returning what, tbl`.execute(store.db)
      await sql`delete from observed.fault`.execute(store.db)
      return rows.map(({ what, tbl }) => `${what} ${tbl}`)
    })
  } finally {
    await sql`drop schema observed cascade`.execute(store.db)
  }
}

eachEngine<unknown>(
  'D-169 no migration rewrites a table with rows or builds an index of one in a transaction',
  ({ store }) =>
    observed(store, async (faults) => {
      const found: string[] = []
      for (const sets of steps) {
        const older = await tablesIn(store)
        const last = sets.at(-1)
        if (last !== undefined) await store.migrate(last)
        const name = `${last?.name} ${last?.migrations.at(-1)?.name}`
        for (const fault of await faults(older)) found.push(`${name} ${fault}`)
        await fill(store)
      }
      assert.deepEqual(found, [])
    }),
  {},
  ['postgres'],
)

eachEngine<unknown>(
  'D-169 the observer reports an index in a transaction and a rewritten table',
  ({ store }) =>
    observed(store, async (faults) => {
      await store.migrate({
        name: 'wrong',
        migrations: [
          {
            name: 'wrong',
            async up(db) {
              await sql`create table sale (n int)`.execute(db)
              await sql`create index sale_by_n on sale (n)`.execute(db)
              await sql`alter table sale add column at_ms float not null default random()`.execute(db)
            },
          },
        ],
      })
      assert.deepEqual(await faults(['sale']), ['builds sale_by_n on sale', 'rewrites sale'])
      assert.deepEqual(await faults(['sale']), [])
    }),
  {},
  ['postgres'],
)

/** The tables, columns, constraints and indexes of a database, as lines. */
async function catalogueOf(store: Store<unknown>): Promise<readonly string[]> {
  if (store.engine === 'sqlite')
    return namesOf(store, sql`select name || ': ' || sql as name from sqlite_schema order by name`)
  const columns = sql`select format('%s.%s %s %s %s %s %s', attrelid::regclass, attnum, attname,
      format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull, pg_get_expr(adbin, adrelid)) as name
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
    order by 1`
  const indexes = sql`select format('%s %s', pg_get_indexdef(indexrelid), indisvalid) as name from pg_index
    where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) order by 1`
  const constraints = sql`select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as name
    from pg_constraint where connamespace = 'public'::regnamespace order by 1`
  return [
    ...(await namesOf(store, columns)),
    ...(await namesOf(store, indexes)),
    ...(await namesOf(store, constraints)),
  ]
}

/** The catalogue after the migrations of an earlier version and, on tables with rows, all later ones. */
async function catalogueFrom(
  store: Store<unknown>,
  sets: readonly MigrationSet[],
): Promise<readonly string[]> {
  for (const set of sets) await store.migrate(set)
  if (store.engine === 'postgres') await fill(store)
  for (const set of SETS) await store.migrate(set)
  return catalogueOf(store)
}

eachEngine<unknown>(
  'D-169 a store of any earlier version gets the tables of a new one',
  async ({ store, engine }) => {
    const from = async (sets: readonly MigrationSet[]): Promise<readonly string[]> => {
      if (engine === 'postgres') {
        await sql`drop schema public cascade`.execute(store.db)
        await sql`create schema public`.execute(store.db)
        return catalogueFrom(store, sets)
      }
      const memory = await openStore<unknown>('file::memory:')
      try {
        return await catalogueFrom(memory, sets)
      } finally {
        await memory.close()
      }
    }
    const fresh = await from([])
    assert.ok(fresh.length > 50)
    for (let at = 0; at < steps.length; at += engine === 'sqlite' ? 1 : EVERY)
      assert.deepEqual(await from(steps[at] ?? []), fresh, `from step ${at}`)
  },
)
