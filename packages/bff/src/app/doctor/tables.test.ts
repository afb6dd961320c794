// The examination says before a start whether the program can use the tables.
import assert from 'node:assert/strict'
import { openStore, sql } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import type { LedgerTables } from '../../sale/ledger/tables.ts'
import { BFF_MIGRATIONS } from '../migrations.ts'
import { examineStore } from './store.ts'

eachEngine<LedgerTables>(
  'doctor names tables of an earlier and of a later version, and changes neither',
  async ({ store, url }) => {
    const examine = () =>
      examineStore(url, {
        openStore,
        look: async () => 'file',
        now: Date.now,
      })
    assert.equal((await examine()).state, 'ok', 'the first start creates the tables')

    const [first] = BFF_MIGRATIONS
    assert.ok(first !== undefined)
    await store.migrate(first)
    const older = await examine()
    assert.deepEqual([older.state, older.code], ['warn', 'migration-needed'])
    assert.match(
      older.message,
      /^The tables are of an earlier version \(missing changes: \d+\): the next start/,
    )
    assert.deepEqual(await examine(), older, 'nothing was changed')

    for (const migrations of BFF_MIGRATIONS) await store.migrate(migrations)
    assert.equal((await examine()).state, 'ok')

    const later = first.migrations.length + 1
    await sql`insert into tapboard_migration (set_name, version, name, applied_at_ms)
      values (${first.name}, ${later}, 'of-a-later-version', 1)`.execute(store.db)
    await sql`update tapboard_schema set compatible_from = ${later} where set_name = ${first.name}`.execute(
      store.db,
    )
    const newer = await examine()
    assert.deepEqual([newer.state, newer.code], ['fail', 'migration-newer'])
    assert.match(newer.message, /this program knows version \d+; use a newer Tapboard/)
    assert.doesNotMatch(newer.message, /accepts this user/)
  },
)
