/** The command `migrate`: what it prints, applies and returns. */
import assert from 'node:assert/strict'
import { runMigrate } from './migrate-command.ts'
import type { MigrationSet } from './migrate.ts'
import { eachEngine } from './testing.ts'

const set = (name: string, ...migrations: readonly string[]): MigrationSet => ({
  name,
  migrations: migrations.map((migration) => ({ name: migration, up: async () => {} })),
})

eachEngine<unknown>(
  'lists the missing migrations of all sets, applies them in order, and then finds none',
  async ({ store }) => {
    const sets = [set('bff', 'sale', 'event'), set('service', 'device')]
    const run = async (check: boolean): Promise<readonly [number, readonly string[]]> => {
      const lines: string[] = []
      const code = await runMigrate(store, sets, { check, print: (line) => void lines.push(line) })
      return [code, lines]
    }
    const missing = [
      'bff migration-tables',
      'bff sale',
      'bff event',
      'service migration-tables',
      'service device',
    ]
    assert.deepEqual(await run(true), [1, missing.map((name) => `missing: ${name}`)])
    // The first set creates the tables of the store for the second one, too.
    const applied = missing.filter((name) => name !== 'service migration-tables')
    assert.deepEqual(await run(false), [0, applied.map((name) => `applied: ${name}`)])
    for (const check of [true, false]) assert.deepEqual(await run(check), [0, ['The tables are up to date.']])
    sets.push(set('more', 'one'))
    assert.deepEqual(await run(true), [1, ['missing: more one']])
  },
)
