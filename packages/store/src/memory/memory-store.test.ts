/** The memory store has the guarantees of a file: atomic transactions, named violations, export. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import initSqlJs from 'sql.js'
import { isStoreUnavailable, uniqueViolation } from '../errors.ts'
import type { MigrationSet } from '../migrate.ts'
import type { Wakeup } from '../shared-types.ts'
import { deferred } from '../testing.ts'
import { openMemory, type MemoryStore, type WasmConnection, type WasmSqlite } from './memory-store.ts'
import { WasmDatabase } from './wasm-database.ts'

interface Tables {
  sale: {
    id: string
    order_id: string
    amount: number
    sealed: Uint8Array | null
    next_at_ms: number | null
    lease_until_ms: number | null
    lease_owner: string | null
    fence: number
  }
}

const SALES: MigrationSet = {
  name: 'sales',
  migrations: [
    {
      name: 'sale',
      async up(db, { text, integer, blob, uniqueIndex }) {
        await db.schema
          .createTable('sale')
          .addColumn('id', text, (column) => column.primaryKey())
          .addColumn('order_id', text, (column) => column.notNull())
          .addColumn('amount', integer, (column) => column.notNull())
          .addColumn('sealed', blob)
          .addColumn('next_at_ms', integer)
          .addColumn('lease_until_ms', integer)
          .addColumn('lease_owner', text)
          .addColumn('fence', integer, (column) => column.notNull())
          .execute()
        await uniqueIndex(db, { name: 'sale_one_per_order', table: 'sale', columns: ['order_id'] })
      },
    },
  ],
}

let sqlite: WasmSqlite

before(async () => {
  sqlite = await initSqlJs()
})

const row = (id: string, order = id): Tables['sale'] => ({
  id,
  order_id: order,
  amount: 1_765_000_000_123,
  sealed: Uint8Array.of(0, 255),
  next_at_ms: 10,
  lease_until_ms: null,
  lease_owner: null,
  fence: 0,
})

async function opened(): Promise<MemoryStore<Tables>> {
  const store = openMemory<Tables>(sqlite, { testClock: () => 1_000, connectTimeoutMs: 60_000 })
  await store.migrate(SALES)
  return store
}

const idsOf = async ({ db }: MemoryStore<Tables>): Promise<string[]> =>
  (await db.selectFrom('sale').select('id').orderBy('id').execute()).map(({ id }) => id)

test('round-trips integers and bytes', async () => {
  const store = await opened()
  await store.db.insertInto('sale').values(row('one')).execute()
  assert.deepEqual(await store.db.selectFrom('sale').selectAll().executeTakeFirstOrThrow(), row('one'))
  const updated = await store.db
    .updateTable('sale')
    .set({ fence: 7 })
    .where('id', '=', 'one')
    .executeTakeFirst()
  assert.equal(updated.numUpdatedRows, 1n)
  await store.close()
})

test('serializes transactions and commits each one whole or not at all', async () => {
  const store = await opened()
  const gate = deferred()
  const first = store.transaction(async (trx) => {
    await trx.insertInto('sale').values(row('one')).execute()
    await gate.promise
    throw new Error('undo it')
  })
  const second = store.transaction((trx) => trx.insertInto('sale').values(row('two')).execute())
  gate.resolve()
  await assert.rejects(first, /undo it/)
  await second
  assert.deepEqual(await idsOf(store), ['two'])
  const swallowed = store.transaction(async (trx) => {
    await trx.insertInto('sale').values(row('three')).execute()
    await trx
      .insertInto('sale')
      .values(row('three'))
      .execute()
      .catch(() => null)
  })
  await assert.rejects(swallowed, { code: 'transaction-aborted' })
  assert.deepEqual(await idsOf(store), ['two'])
  await store.close()
})

test('names the index that rejected a row', async () => {
  const store = await opened()
  await store.db.insertInto('sale').values(row('one')).execute()
  const again = store.db.insertInto('sale').values(row('one', 'another')).execute()
  await assert.rejects(again, (error) => uniqueViolation(error, 'sale_pkey'))
  const same = store.db.insertInto('sale').values(row('two', 'one')).execute()
  await assert.rejects(same, (error) => uniqueViolation(error, 'sale_one_per_order'))
  await store.close()
})

test('two claimers never get the same row', async () => {
  const store = await opened()
  await store.db
    .insertInto('sale')
    .values([row('one'), row('two')])
    .execute()
  const claim = (owner: string) =>
    store.transaction((trx) => store.claimDue(trx, { table: 'sale', owner, leaseMs: 500, limit: 1 }))
  const [one, two, three] = [await claim('a'), await claim('b'), await claim('c')]
  assert.deepEqual([one.length, two.length, three.length], [1, 1, 0])
  assert.notEqual(one[0]?.id, two[0]?.id)
  assert.deepEqual([one[0]?.fence, one[0]?.lease_until_ms, one[0]?.lease_owner], [1, 1_500, 'a'])
  await store.close()
})

test('exports the whole database and keeps working afterwards', async () => {
  let changes = 0
  const store = openMemory<Tables>(sqlite, { changed: () => (changes += 1) })
  await store.migrate(SALES)
  const before = changes
  await store.transaction((trx) => trx.insertInto('sale').values(row('one')).execute())
  assert.equal(changes, before + 1, 'told once, when it was committed')
  const bytes = await store.bytes()
  await store.db.insertInto('sale').values(row('two')).execute()
  assert.deepEqual(await idsOf(store), ['one', 'two'])
  await store.close()
  const copy = openMemory<Tables>(sqlite, { bytes })
  await copy.migrate(SALES)
  assert.deepEqual(await idsOf(copy), ['one'])
  await copy.close()
  await assert.rejects(copy.db.selectFrom('sale').selectAll().execute(), isStoreUnavailable)
})

test('delivers notices to listeners', async () => {
  const store = await opened()
  const heard = deferred<Wakeup>()
  await store.listen('sale', heard.resolve)
  await store.transaction(() => store.notify('sale', 'one'))
  assert.deepEqual(await heard.promise, { type: 'notice', payload: 'one' })
  await store.close()
})

interface Pair {
  pair: { one: number; two: number }
}

const PAIRS: MigrationSet = {
  name: 'pairs',
  migrations: [
    {
      name: 'pair',
      async up(db, { integer }) {
        await sql`create table pair (one ${integer} not null, two ${integer} not null, primary key (two, one))`.execute(
          db,
        )
        await sql`create unique index pair_one on pair (one) where one > 100`.execute(db)
      },
    },
  ],
}

async function withPairs(): Promise<{ store: MemoryStore<Pair>; changes: () => number }> {
  let count = 0
  const store = openMemory<Pair>(sqlite, { changed: () => void (count += 1) })
  await store.migrate(PAIRS)
  return { store, changes: () => count }
}

test('names a primary key of two columns, and an index beside it', async () => {
  const { store } = await withPairs()
  const add = (one: number, two: number): Promise<unknown> =>
    store.db.insertInto('pair').values({ one, two }).execute()
  await add(1, 2)
  await assert.rejects(add(1, 2), (error) => uniqueViolation(error, 'pair_pkey'))
  await add(101, 2)
  await assert.rejects(add(101, 3), (error) => uniqueViolation(error, 'pair_one'))
  await store.close()
})

test('reports each commit of a change once, and no read or rollback', async () => {
  const { store, changes } = await withPairs()
  const reported = async (work: () => Promise<unknown>): Promise<number> => {
    const before = changes()
    await work().catch(() => {})
    return changes() - before
  }
  const insert = sql`insert into pair values (1, 2)`
  assert.equal(await reported(() => insert.execute(store.db)), 1)
  assert.equal(await reported(() => sql`update pair set two = 3 returning one`.execute(store.db)), 1)
  assert.equal(await reported(() => sql`select * from pair`.execute(store.db)), 0)
  assert.equal(await reported(() => sql` PRAGMA user_version`.execute(store.db)), 0)
  assert.equal(
    await reported(() =>
      store.transaction(async (trx) => {
        await sql`update pair set two = 4`.execute(trx)
        await sql`update pair set two = 5 returning one`.execute(trx)
      }),
    ),
    1,
  )
  assert.equal(
    await reported(() =>
      store.transaction(async (trx) => {
        await sql`update pair set two = 6`.execute(trx)
        throw new Error('undo it')
      }),
    ),
    0,
  )
  assert.equal(await reported(() => insert.execute(store.db)), 1)
  await store.close()
})

test('a full database is unavailable and an unknown fault passes through', async () => {
  const { store } = await withPairs()
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(store.db)
  const fill = sql`insert into pair with recursive n(i) as (select 1 union all select i + 1 from n where i < 9999) select i, i from n`
  await assert.rejects(
    sql`create table more as select zeroblob(100000)`.execute(store.db),
    isStoreUnavailable,
  )
  await assert.rejects(fill.execute(store.db), isStoreUnavailable)
  await assert.rejects(sql`select 1 from nowhere`.execute(store.db), /no such table/)
  await store.close()
})

test('enforces foreign keys, also after an export', async () => {
  const { store } = await withPairs()
  await sql`create table child (id integer primary key references pair (one))`.execute(store.db)
  const enforced = async (): Promise<unknown> => (await sql`pragma foreign_keys`.execute(store.db)).rows
  assert.deepEqual(await enforced(), [{ foreign_keys: 1 }])
  await store.bytes()
  assert.deepEqual(await enforced(), [{ foreign_keys: 1 }])
  assert.deepEqual((await sql`pragma trusted_schema`.execute(store.db)).rows, [{ trusted_schema: 0 }])
  await store.close()
})

test('runs more different statements than it keeps', async () => {
  const { store } = await withPairs()
  for (let turn = 0; turn < 2; turn += 1)
    for (let index = 0; index < 300; index += 1) {
      const { rows } = await sql<{ n: number }>`select ${sql.lit(index)} as n`.execute(store.db)
      assert.deepEqual(rows, [{ n: index }])
    }
  await store.close()
})

test('keeps at most 256 statements', async () => {
  let open = 0
  const { Database } = sqlite
  class CountingDatabase extends Database {
    override prepare(text: string): ReturnType<WasmConnection['prepare']> {
      const statement = super.prepare(text)
      open += 1
      const free = statement.free.bind(statement)
      return Object.assign(statement, {
        free: () => {
          open -= 1
          return free()
        },
      })
    }
  }
  const store = openMemory<Pair>({ Database: CountingDatabase })
  let most = 0
  for (let index = 0; index < 600; index += 1) {
    await sql`select ${sql.lit(index)} as n`.execute(store.db)
    most = Math.max(most, open)
  }
  assert.equal(most, 256)
  await store.close()
  assert.equal(open, 0)
})

test('rejects an inexact integer', async () => {
  const { store } = await withPairs()
  await assert.rejects(sql`select 9007199254740993 as n`.execute(store.db), { code: 'unsafe-integer' })
  await store.close()
})

test('exports between transactions only, and waits at most as long as for the lock', async () => {
  const store = openMemory<Pair>(sqlite, { connectTimeoutMs: 20 })
  await store.migrate(PAIRS)
  const [begun, gate] = [deferred(), deferred()]
  const work = store.transaction(async () => {
    begun.resolve()
    await gate.promise
  })
  await begun.promise
  await assert.rejects(store.bytes(), isStoreUnavailable)
  gate.resolve()
  await work
  assert.ok((await store.bytes()).length > 0)
  await store.bytes()
  assert.equal(store.durable, false)
  await store.probe()
  await store.close()
  await store.close()
})

test('rejects a stream of rows', async () => {
  const { store } = await withPairs()
  await assert.rejects(async () => {
    for await (const row of store.db.selectFrom('pair').selectAll().stream()) assert.fail(`a row: ${row.one}`)
  }, /does not stream rows/)
  await store.close()
})

test('a closed connection can be closed again', () => {
  const database = new WasmDatabase(sqlite, null, () => {})
  assert.deepEqual([database.open, database.inTransaction], [true, false])
  database.prepare('begin').run()
  assert.equal(database.inTransaction, true)
  database.prepare('rollback').run()
  assert.equal(database.inTransaction, false)
  database.close()
  database.close()
  assert.equal(database.open, false)
})
