// The examination names exactly what is held, so that an operator does not take one held order for a stop of all sales.
import assert from 'node:assert/strict'
import type { Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { holdLostCharge, releaseLostCharge } from '../../sale/ledger/lost-charge.ts'
import { EVERY_ORDER, releaseHold, setHold } from '../../sale/ledger/recovery-hold.ts'
import type { LedgerTables } from '../../sale/ledger/tables.ts'
import { BFF_MIGRATIONS } from '../migrations.ts'
import { findHolds } from './holds.ts'

const CALLER = { by: 'command', user: 'operator' } as const

eachEngine<LedgerTables>(
  'D-171 doctor names all sales, some orders, or lost charges that are held',
  async ({ store }) => {
    const find = () => findHolds(store as unknown as Store<unknown>)
    assert.equal(await find(), null, 'a store without tables')
    for (const migrations of BFF_MIGRATIONS) await store.migrate(migrations)
    assert.equal(await find(), null)

    for (const number of [1, 2, 3, 4, 5, 6, 7])
      await holdLostCharge(
        store,
        {
          merchant: 'shop',
          externalId: `ext-${number}`,
          reference: `ref-${number}`,
          amount: '42.00',
          command: 'cc:sale',
          creditOf: null,
          chargedAt: '2026-11-27 03:00:00',
          order: number === 7 ? null : `R-${number}`,
          attempt: null,
        },
        CALLER,
      )
    const charges = await find()
    assert.deepEqual([charges?.state, charges?.code], ['warn', 'store-restored'])
    assert.match(charges?.message ?? '', /^7 charges without a sale are held/)
    assert.match(charges?.message ?? '', /\(order R-\d of shop\).* and 2 more\. Settle each/)
    for (const number of [1, 2, 3, 4, 5, 6]) await releaseLostCharge(store, `ext-${number}`, CALLER)
    const last = await find()
    assert.match(last?.message ?? '', /^1 charge without a sale is held.*: ext-7 \(unknown order of shop\)\./)
    await releaseLostCharge(store, 'ext-7', CALLER)

    await setHold(store, { merchant: 'shop', order: 'R-1' }, CALLER)
    await setHold(store, { merchant: 'kiosk', order: null }, CALLER)
    const some = await find()
    assert.equal(some?.state, 'fail')
    assert.match(
      some?.message ?? '',
      /^2 holds of a restore: no sale starts for .*order R-1 of shop.*Every other order starts\.$/,
    )
    assert.match(some?.message ?? '', /every order of kiosk/)

    await setHold(store, EVERY_ORDER, CALLER)
    const all = await find()
    assert.match(all?.message ?? '', /^The ledger was restored, and no sale starts: compare/)
    assert.doesNotMatch(all?.message ?? '', /R-1/)
    await releaseHold(store, EVERY_ORDER, CALLER)
    assert.match((await find())?.message ?? '', /^2 holds/)
  },
)
