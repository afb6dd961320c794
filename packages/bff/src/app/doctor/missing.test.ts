// The examination names the merchants whose unfinished work a start with this configuration would leave without a key.
import assert from 'node:assert/strict'
import type { Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { intent } from '../../sale/ledger/paid.testing.ts'
import { SALE, type LedgerTables } from '../../sale/ledger/tables.ts'
import { BFF_MIGRATIONS } from '../migrations.ts'
import { findMissing } from './missing.ts'

eachEngine<LedgerTables>(
  'D-213 doctor names merchants with open sales that the configuration lacks',
  async ({ store }) => {
    const find = (...configured: readonly string[]) =>
      findMissing(store as unknown as Store<unknown>, configured)
    assert.equal(await find(), null, 'a store without tables')
    for (const migrations of BFF_MIGRATIONS) await store.migrate(migrations)
    assert.equal(await find(), null)
    const sales = ['a', 'b'].map((id) => ({ ...intent(id), merchant: 'gone' }))
    const more = [1, 2, 3, 4, 5].map((number) => ({ ...intent(`m${number}`), merchant: `m${number}` }))
    await store.db
      .insertInto('sale')
      .values([...sales, ...more].map((row) => SALE.toColumns(row)))
      .execute()
    const one = await find('m1', 'm2', 'm3', 'm4', 'm5')
    assert.deepEqual([one?.what, one?.state, one?.code], ['merchants', 'warn', 'merchant-missing'])
    assert.match(one?.message ?? '', /not configured: gone \(2 open sales, 0 other things\)\. Put them back/)
    assert.match((await find())?.message ?? '', /\), .* and 1 more\. Put them back/)
    assert.equal(await find('gone', 'm1', 'm2', 'm3', 'm4', 'm5'), null)
  },
)
