// D-169: a unique index that replaces another exists beside it for a moment, under the writes of the version before. So it must accept each
// row that the other one accepts: it compares at least the same columns, in no further rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore, sql, type MigrationSet, type Store } from '@tapboard/store'
import { BFF_MIGRATIONS } from '../../packages/bff/src/app/migrations.ts'
import { SCHEMA } from '../../packages/service/src/schema/schema.ts'

/** A unique index as the database has it. */
interface Lock {
  readonly columns: readonly string[]
  /** The conditions of its rows, all of which hold. */
  readonly conditions: readonly string[]
}

/** Reads the statement of a unique index on an embedded store, where the constant `(1)` is its last part. */
function lockOf(statement: string): Lock {
  const text = statement.replaceAll('"', '').replaceAll(/\s+/g, ' ')
  const [, columns = '', where = ''] = / on \w+ \((.*), \(1\)\)(?: where (.*))?$/i.exec(text) ?? []
  assert.ok(columns !== '', statement)
  assert.ok(!/ or /i.test(where), `${statement} has a condition that this test does not read`)
  return {
    columns: columns.split(',').map((column) => column.trim()),
    conditions: where === '' ? [] : where.split(/ and /i).map((condition) => condition.trim()),
  }
}

/** Why the next index refuses rows that the present one accepts; none if it does not. */
function stricter(present: Lock, next: Lock): readonly string[] {
  const lost = present.columns.filter((column) => !next.columns.includes(column))
  const added = present.conditions.filter((condition) => !next.conditions.includes(condition))
  return [
    ...lost.map((column) => `it does not compare ${column}`),
    ...added.map((condition) => `it has rows without ${condition}`),
  ]
}

const statementOf = async ({ db }: Store<unknown>, name: string): Promise<string> => {
  const read = sql<{ sql: string }>`select sql from sqlite_schema where type = 'index' and name = ${name}`
  return (await read.execute(db)).rows[0]?.sql ?? ''
}

/** The faults of all unique indexes of a set that replace another, and the number of such indexes. */
async function faultsOf(
  set: MigrationSet,
): Promise<{ readonly count: number; readonly faults: readonly string[] }> {
  const store = await openStore<unknown>('file::memory:')
  try {
    let count = 0
    const faults: string[] = []
    for (const [at, migration] of set.migrations.entries()) {
      const indexes = 'index' in migration ? [migration.index].flat() : []
      const replaced = indexes.filter(({ unique, replaces }) => unique === true && replaces === true)
      const upTo = (length: number): MigrationSet => ({ ...set, migrations: set.migrations.slice(0, length) })
      if (replaced.length === 0) continue
      await store.migrate(upTo(at))
      const before = await Promise.all(replaced.map(({ name }) => statementOf(store, name)))
      await store.migrate(upTo(at + 1))
      for (const [index, { name }] of replaced.entries()) {
        count += 1
        const why = stricter(lockOf(before[index] ?? ''), lockOf(await statementOf(store, name)))
        faults.push(...why.map((fault) => `${name} of ${migration.name}: ${fault}`))
      }
    }
    return { count, faults }
  } finally {
    await store.close()
  }
}

void test('D-169 a unique index that replaces another accepts each row that the other one accepts', async () => {
  let replaced = 0
  for (const set of [...BFF_MIGRATIONS, SCHEMA]) {
    const { count, faults } = await faultsOf(set)
    assert.deepEqual(faults, [])
    replaced += count
  }
  assert.ok(replaced >= 3, `${replaced} indexes were compared`)
})

void test('D-169 the rule names a column that is no longer compared and a condition that is gone', async () => {
  const set: MigrationSet = {
    name: 'locks',
    migrations: [
      {
        name: 'first',
        async up(db, { index, integer, text }) {
          await sql`create table held (shop ${text}, item ${text}, live ${integer})`.execute(db)
          const where = sql`live = 1 and item is not null`
          await index(db, { name: 'one_held', table: 'held', columns: ['shop', 'item'], unique: true, where })
        },
      },
      {
        name: 'wider',
        index: {
          name: 'one_held',
          table: 'held',
          columns: ['item'],
          where: sql`live = 1`,
          unique: true,
          replaces: true,
        },
      },
    ],
  }
  assert.deepEqual(await faultsOf(set), {
    count: 1,
    faults: [
      'one_held of wider: it does not compare shop',
      'one_held of wider: it has rows without item is not null',
    ],
  })
})
