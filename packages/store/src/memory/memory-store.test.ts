/** The memory store has the guarantees of a file: atomic transactions, named violations, export. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import initSqlJs from 'sql.js'
import { isStoreUnavailable, uniqueViolation } from '../errors.ts'
import type { MigrationSet } from '../migrate.ts'
import type { Wakeup } from '../store.ts'
import { deferred } from '../testing.ts'
import { openMemory, type MemoryStore, type WasmSqlite } from './memory-store.ts'

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
  const store = openMemory<Tables>(sqlite, { testClock: () => 1_000, connectTimeoutMs: 150 })
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
