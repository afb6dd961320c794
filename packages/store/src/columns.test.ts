/** The statement of an index on each engine. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createIndex, type TableIndex } from './columns.ts'
import { openStore } from './open.ts'

test('only a unique index on SQLite has a constant, by which an error names it', async (t) => {
  const store = await openStore('file::memory:')
  t.after(() => store.close())
  const textOf = (engine: 'sqlite' | 'postgres', changes: Partial<TableIndex>): string =>
    createIndex(engine, { name: 'sale_by_n', table: 'sale', columns: ['n'], ...changes })
      .compile(store.db)
      .sql.replaceAll(/\s+/g, ' ')
  assert.equal(textOf('sqlite', {}), 'create index "sale_by_n" on "sale" ("n")')
  assert.equal(textOf('postgres', {}), 'create index "sale_by_n" on "sale" ("n")')
  const unique = { unique: true, where: sql`n > 0` }
  assert.equal(textOf('sqlite', unique), 'create unique index "sale_by_n" on "sale" ("n", (1)) where n > 0')
  assert.equal(textOf('postgres', unique), 'create unique index "sale_by_n" on "sale" ("n") where n > 0')
})
