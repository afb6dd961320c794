/** Atomicity, durability and unique violations on both engines. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { isStoreUnavailable, uniqueViolation } from './errors.ts'
import type { MigrationSet } from './migrate.ts'
import { deferred, eachEngine } from './testing.ts'

interface Tables {
  sale: { id: string; board: string; state: string; amount_minor: number | null; answer: Uint8Array | null }
}

const schema: MigrationSet = {
  name: 'test',
  migrations: [
    {
      name: 'sale',
      async up(db, { text, integer, blob, uniqueIndex }) {
        await sql`create table sale (id ${text} primary key, board ${text} not null, state ${text} not null,
          amount_minor ${integer}, answer ${blob})`.execute(db)
        const open = sql`state in ('intent', 'started')`
        await uniqueIndex(db, { name: 'sale_open', table: 'sale', columns: ['board'], where: open })
        const paid = sql`state = 'approved'`
        await uniqueIndex(db, { name: 'sale_paid', table: 'sale', columns: ['board'], where: paid })
        await sql`create unique index sale_amount on sale (board, amount_minor)`.execute(db)
      },
    },
  ],
}

const sale = (id: string, state = 'intent', board = 'b1'): Tables['sale'] => ({
  id,
  board,
  state,
  amount_minor: null,
  answer: null,
})

eachEngine<Tables>('rolls back a failed transaction', async ({ store }) => {
  await store.migrate(schema)
  const fault = new Error('the work failed')
  const work = store.transaction(async (trx) => {
    await trx.insertInto('sale').values(sale('s1')).execute()
    throw fault
  })
  await assert.rejects(work, fault)
  assert.deepEqual(await store.db.selectFrom('sale').selectAll().execute(), [])
})

eachEngine<Tables>('finds committed rows after reopening the store', async ({ store, open }) => {
  await store.migrate(schema)
  const row = { ...sale('s1'), amount_minor: Number.MAX_SAFE_INTEGER, answer: Uint8Array.of(0, 255, 7) }
  await store.transaction((trx) => trx.insertInto('sale').values(row).execute())
  assert.equal(store.durable, true)
  await store.close()
  const again = await open()
  const found = await again.db.selectFrom('sale').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual({ ...found, answer: Uint8Array.from(found.answer ?? []) }, row)
})

eachEngine<Tables>('returns sums and counts as numbers and rejects an inexact integer', async ({ store }) => {
  await store.migrate(schema)
  const rows = [1, 2].map((n) => ({ ...sale(`s${n}`, 'declined'), amount_minor: n }))
  await store.db.insertInto('sale').values(rows).execute()
  const totals = sql`select count(*) as n, sum(amount_minor) as total from sale`
  assert.deepEqual((await totals.execute(store.db)).rows, [{ n: 2, total: 3 }])
  await sql`update sale set amount_minor = 9007199254740993 where id = 's1'`.execute(store.db)
  await assert.rejects(store.db.selectFrom('sale').selectAll().execute(), { code: 'unsafe-integer' })
  await store.ping()
})

eachEngine<Tables>('names the unique index that rejected a row', async ({ store }) => {
  await store.migrate(schema)
  const insert = (row: Tables['sale']): Promise<unknown> => store.db.insertInto('sale').values(row).execute()
  const rules = async (row: Tables['sale']): Promise<string[]> => {
    const error = await insert(row).then(
      () => undefined,
      (fault: unknown) => fault,
    )
    return ['sale_open', 'sale_paid', 'sale_amount', 'sale_pkey'].filter((index) =>
      uniqueViolation(error, index),
    )
  }
  await insert({ ...sale('s1', 'intent'), amount_minor: 5 })
  await insert(sale('s2', 'approved'))
  assert.deepEqual(await rules(sale('s3', 'started')), ['sale_open'])
  assert.deepEqual(await rules(sale('s3', 'approved')), ['sale_paid'])
  assert.deepEqual(await rules({ ...sale('s3', 'declined'), amount_minor: 5 }), ['sale_amount'])
  assert.deepEqual(await rules(sale('s1', 'declined')), ['sale_pkey'])
  assert.equal(uniqueViolation(new Error('UNIQUE constraint failed: sale.id')), false)
})

eachEngine<Tables>('does not commit a transaction after a failed statement', async ({ store }) => {
  await store.migrate(schema)
  const work = store.transaction(async (trx) => {
    await trx.insertInto('sale').values(sale('s1')).execute()
    await assert.rejects(trx.insertInto('sale').values(sale('s1')).execute(), { code: 'unique-violation' })
    await assert.rejects(trx.selectFrom('sale').selectAll().execute(), { code: 'transaction-aborted' })
  })
  await assert.rejects(work, { code: 'transaction-aborted' })
  assert.deepEqual(await store.db.selectFrom('sale').selectAll().execute(), [])
  await store.transaction((trx) => trx.insertInto('sale').values(sale('s1')).execute())
})

eachEngine<Tables>('rejects use of the store itself inside a transaction', async ({ store, open }) => {
  await store.migrate(schema)
  const other = await open()
  await store.transaction(async (trx) => {
    await assert.rejects(store.db.selectFrom('sale').selectAll().execute(), { code: 'nested-use' })
    await assert.rejects(
      store.transaction(async () => undefined),
      { code: 'nested-use' },
    )
    assert.ok(Number.isSafeInteger(await store.now()))
    await trx.insertInto('sale').values(sale('s1')).execute()
  })
  assert.equal((await other.db.selectFrom('sale').selectAll().execute()).length, 1)
})

eachEngine<Tables>('serializes updates of two stores on one database', async ({ store, open }) => {
  await store.migrate(schema)
  await store.db
    .insertInto('sale')
    .values({ ...sale('s1'), amount_minor: 0 })
    .execute()
  const other = await open()
  const add = (index: number): Promise<unknown> =>
    (index % 2 === 0 ? store : other).transaction(async (trx) => {
      await sql`update sale set state = 'started' where id = 's1'`.execute(trx)
      const row = await trx.selectFrom('sale').select('amount_minor').executeTakeFirstOrThrow()
      await trx
        .updateTable('sale')
        .set({ amount_minor: Number(row.amount_minor) + 1 })
        .execute()
    })
  await Promise.all(Array.from({ length: 40 }, (_, index) => add(index)))
  assert.deepEqual(await store.db.selectFrom('sale').select('amount_minor').execute(), [{ amount_minor: 40 }])
})

eachEngine<Tables>(
  'close waits for running work, rejects new work and is idempotent',
  async ({ store, open }) => {
    await store.migrate(schema)
    const begun = deferred()
    const goOn = deferred()
    const work = store.transaction(async (trx) => {
      begun.resolve()
      await goOn.promise
      await assert.rejects(
        store.transaction(async () => undefined),
        { code: 'store-closed' },
      )
      await trx.insertInto('sale').values(sale('s1')).execute()
    })
    await begun.promise
    const closing = [store.close(), store.close()]
    await assert.rejects(
      store.transaction(async () => undefined),
      isStoreUnavailable,
    )
    await assert.rejects(
      store.listen('sale', () => {}),
      { code: 'store-closed' },
    )
    goOn.resolve()
    await work
    await Promise.all(closing)
    await store.close()
    await assert.rejects(store.ping(), isStoreUnavailable)
    await assert.rejects(store.db.selectFrom('sale').selectAll().execute(), { code: 'store-closed' })
    assert.equal((await (await open()).db.selectFrom('sale').selectAll().execute()).length, 1)
  },
)

eachEngine(
  'testClock sets the time of the store',
  async ({ store }) => {
    assert.equal(await store.now(), 1_234)
  },
  { testClock: () => 1_234.9 },
)
