// D-169: an index on a table that exists is a migration of its own (`index`), which PostgreSQL builds beside writes. Within a
// transaction it would lock the table, and no sale could start while the index of all sales is built.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore, sql, type MigrationSet, type Store } from '@tapboard/store'
import { BFF_MIGRATIONS } from '../../packages/bff/src/app/migrations.ts'
import { SCHEMA } from '../../packages/service/src/schema/schema.ts'

/** The names of all tables, and the table of each index by its name and statement. */
async function namesIn(store: Store<unknown>) {
  const { rows } = await sql<{ type: string; name: string; tbl_name: string; sql: string | null }>`
    select type, name, tbl_name, sql from sqlite_schema`.execute(store.db)
  const indexes = rows.filter(({ type }) => type === 'index')
  return {
    tables: new Set(rows.filter(({ type }) => type === 'table').map(({ name }) => name)),
    indexes: new Map(indexes.map(({ name, sql: text, tbl_name: of }) => [`${name}: ${text}`, of])),
  }
}

/** The migrations of a set that build an index on an older table in a transaction. */
async function lockingIn(set: MigrationSet): Promise<string[]> {
  const store = await openStore<unknown>('file::memory:')
  try {
    for (const other of BFF_MIGRATIONS.slice(0, BFF_MIGRATIONS.indexOf(set))) await store.migrate(other)
    const locking: string[] = []
    for (const [at, migration] of set.migrations.entries()) {
      const before = await namesIn(store)
      await store.migrate({ ...set, migrations: set.migrations.slice(0, at + 1) })
      const { indexes } = await namesIn(store)
      const late = [...indexes].filter(
        ([index, table]) => !before.indexes.has(index) && before.tables.has(table),
      )
      if (late.length > 0 && !('index' in migration)) locking.push(`${set.name} ${migration.name}`)
    }
    return locking
  } finally {
    await store.close()
  }
}

test('D-169 no migration builds an index on an older table within its transaction', async () => {
  const locking: string[] = []
  for (const set of [...BFF_MIGRATIONS, SCHEMA]) locking.push(...(await lockingIn(set)))
  assert.deepEqual(locking, [])
})
