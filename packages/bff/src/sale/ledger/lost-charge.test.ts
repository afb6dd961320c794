// D-175: charges that the ledger does not know refuse the start of their attempt, on an embedded file in memory.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Store } from '@tapboard/store'
import { auditRecords } from '../../durable/audit-log.ts'
import { deskSale, insertSales } from '../desk/rows.testing.ts'
import {
  grantedOrders,
  holdLostCharge,
  isLostCharge,
  readHeldCharges,
  releaseLostCharge,
  statesOf,
  type LostCharge,
} from './lost-charge.ts'
import { memoryStore } from './store.testing.ts'
import type { LedgerTables } from './tables.ts'

const CALLER = { by: 'command', user: 'ann' } as const
const charge: LostCharge = {
  merchant: 'shop',
  externalId: 'tb-1',
  reference: 'REF-1',
  amount: '42.00',
  command: 'cc:sale',
  chargedAt: '2026-05-29 10:00:00',
  order: 'R-1',
  attempt: 2,
}

async function begin(context: TestContext): Promise<Store<LedgerTables>> {
  let nowMs = 1_000
  const store = await memoryStore(context, () => (nowMs += 1))
  return store
}

const recordsOf = async (store: Store<LedgerTables>): Promise<unknown[]> => {
  const records: unknown[] = []
  for await (const { entry } of auditRecords(store as never)) records.push(JSON.parse(entry))
  return records
}

test('D-175 a lost charge is held once, with all that the upstream says, until a person releases it', async (context) => {
  const store = await begin(context)
  assert.equal(await isLostCharge(store.db, 'shop', 'tb-1'), false)
  assert.equal(await holdLostCharge(store, charge, CALLER), true)
  assert.equal(await holdLostCharge(store, { ...charge, amount: '1.00' }, CALLER), false)
  const [row, ...others] = await store.db.selectFrom('lost_charge').selectAll().execute()
  assert.equal(others.length, 0)
  assert.deepEqual(
    { ...row, found_at_ms: 0 },
    {
      merchant: 'shop',
      external_id: 'tb-1',
      reference: 'REF-1',
      amount: '42.00',
      command: 'cc:sale',
      charged_at: '2026-05-29 10:00:00',
      order_ref: 'R-1',
      attempt: 2,
      found_at_ms: 0,
      released_at_ms: null,
    },
  )
  assert.equal(await isLostCharge(store.db, 'shop', 'tb-1'), true)
  assert.equal(await isLostCharge(store.db, 'other', 'tb-1'), false)
  assert.equal(await isLostCharge(store.db, 'shop', 'tb-2'), false)
  assert.equal(await releaseLostCharge(store, 'tb-2', CALLER), false)
  assert.equal(await releaseLostCharge(store, 'tb-1', CALLER), true)
  assert.equal(await releaseLostCharge(store, 'tb-1', CALLER), false)
  assert.equal(await isLostCharge(store.db, 'shop', 'tb-1'), false)
  assert.equal(await holdLostCharge(store, charge, CALLER), false, 'a released charge stays released')
  const charged = { merchant: 'shop', externalId: 'tb-1', ...CALLER }
  assert.deepEqual(await recordsOf(store), [
    { action: 'charge-held', ...charged },
    { action: 'charge-released', ...charged },
  ])
})

test('D-175 a release ends the charge of every merchant with this ID', async (context) => {
  const store = await begin(context)
  await holdLostCharge(store, charge, CALLER)
  await holdLostCharge(store, { ...charge, merchant: 'other' }, CALLER)
  assert.equal(await releaseLostCharge(store, 'tb-1', CALLER), true)
  const records = (await recordsOf(store)) as { readonly action: string; readonly merchant: string }[]
  assert.deepEqual(
    records.map(({ action, merchant }) => `${action} ${merchant}`),
    ['charge-held shop', 'charge-held other', 'charge-released shop', 'charge-released other'],
  )
})

test('D-175 the charges that still refuse a start are counted and read, the newest first', async (context) => {
  const store = await begin(context)
  for (const externalId of ['tb-1', 'tb-3', 'tb-2'])
    await holdLostCharge(store, { ...charge, externalId }, CALLER)
  await holdLostCharge(store, { ...charge, externalId: 'tb-0', order: null }, CALLER)
  await releaseLostCharge(store, 'tb-2', CALLER)
  const held = [
    { merchant: 'shop', externalId: 'tb-0', order: null },
    { merchant: 'shop', externalId: 'tb-3', order: 'R-1' },
    { merchant: 'shop', externalId: 'tb-1', order: 'R-1' },
  ]
  assert.deepEqual(await readHeldCharges(store, 3), { count: 3, charges: held })
  assert.deepEqual(await readHeldCharges(store, 2), { count: 3, charges: held.slice(0, 2) })
})

test('D-175 the states of external IDs are those of this merchant', async (context) => {
  const store = await begin(context)
  await insertSales(store, [
    deskSale(1),
    deskSale(2, { state: 'declined' }),
    deskSale(3),
    deskSale(4, { merchant: 'other' }),
  ])
  assert.deepEqual(
    [...(await statesOf(store, 'shop', ['ext-1', 'ext-2', 'ext-4', 'ext-9']))],
    [
      ['ext-1', { id: deskSale(1).id, state: 'approved', order: 'R-1' }],
      ['ext-2', { id: deskSale(2).id, state: 'declined', order: 'R-2' }],
    ],
  )
  await store.close()
  // Without IDs no statement runs.
  assert.equal((await statesOf(store, 'shop', [])).size, 0)
})

test('D-175 every order of a merchant with a grant is read once, in batches', async (context) => {
  const store = await begin(context)
  const orders = Array.from({ length: 1_001 }, (_, index) => `R-${String(index).padStart(5, '0')}`)
  const grant = { amount_minor: 1, currency: 'USD', generation: 1, withdrawn: 0 } as const
  for (let at = 0; at < orders.length; at += 500)
    await store.db
      .insertInto('order_grant')
      .values(orders.slice(at, at + 500).map((order) => ({ merchant: 'shop', order_ref: order, ...grant })))
      .execute()
  await store.db
    .insertInto('order_grant')
    .values({ merchant: 'other', order_ref: 'R-x', ...grant })
    .execute()
  const read: string[] = []
  for await (const order of grantedOrders(store, 'shop')) read.push(order)
  assert.deepEqual(read, orders)
})
