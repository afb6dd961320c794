/** The kind of each observed statement, with every builder of a handle. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CamelCasePlugin, sql, type Kysely } from 'kysely'
import { observeStatements, type StatementKind } from './observed.ts'
import { openStore } from './open.ts'

interface Tables {
  sale: { id: string; order_ref: string }
}

test('observes each statement with its kind, and passes its result and its fault on', async (t) => {
  const store = await openStore<Tables>('file::memory:')
  t.after(() => store.close())
  const kinds: StatementKind[] = []
  const db = observeStatements(store.db, (kind, run) => {
    kinds.push(kind)
    return run()
  })
  await db.schema.createTable('sale').addColumn('id', 'text').addColumn('order_ref', 'text').execute()
  await db.insertInto('sale').values({ id: 's1', order_ref: 'o1' }).execute()
  await db.updateTable('sale').set({ order_ref: 'o2' }).execute()
  assert.deepEqual(await db.selectFrom('sale').selectAll().execute(), [{ id: 's1', order_ref: 'o2' }])
  assert.deepEqual((await sql`select count(*) as n from sale`.execute(db)).rows, [{ n: 1 }])
  await db.deleteFrom('sale').execute()
  await assert.rejects(sql`select 1 from nowhere`.execute(db), /no such table/)
  assert.deepEqual(kinds, ['other', 'insert', 'update', 'select', 'raw', 'delete', 'raw'])
})

test('observes the statements of a handle with plugins, too', async (t) => {
  const store = await openStore<Tables>('file::memory:')
  t.after(() => store.close())
  await sql`create table sale (id text, order_ref text)`.execute(store.db)
  const kinds: StatementKind[] = []
  const db = observeStatements(store.db, (kind, run) => {
    kinds.push(kind)
    return run()
  })
  const camel = db.withPlugin(new CamelCasePlugin()) as unknown as Kysely<{
    sale: { id: string; orderRef: string }
  }>
  await camel.insertInto('sale').values({ id: 's1', orderRef: 'o1' }).execute()
  assert.deepEqual(await camel.selectFrom('sale').select('orderRef').execute(), [{ orderRef: 'o1' }])
  const plain = camel.withoutPlugins() as unknown as typeof db
  assert.deepEqual(await plain.selectFrom('sale').select('order_ref').execute(), [{ order_ref: 'o1' }])
  assert.deepEqual(kinds, ['insert', 'select', 'select'])
})
