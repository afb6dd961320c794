// D-175: charges that the ledger does not know refuse the start of their attempt, on an embedded file in memory.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Store } from '@tapboard/store'
import { auditRecords } from '../../durable/audit-log.ts'
import { deskSale, insertSales } from '../desk/rows.testing.ts'
import { externalIdOf } from '../machine/external-id.ts'
import { sqlLedgerStore } from './ledger-store.ts'
import { emptySale } from '../machine/row.ts'
import {
  grantedOrders,
  holdLostCharge,
  isLostCharge,
  ordersOf,
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
  creditOf: null,
  chargedAt: '2026-05-29 10:00:00',
  order: 'R-1',
  attempt: 2,
}

/** Whether the attempt of an order with this ID is a lost charge. */
const isLost = (store: Store<LedgerTables>, externalId: string, merchant = 'shop'): Promise<boolean> =>
  isLostCharge(store.db, { ...emptySale(), merchant, externalId, orderRef: 'R-9' })

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
  assert.equal(await isLost(store, 'tb-1'), false)
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
      credit_of: null,
      charged_at: '2026-05-29 10:00:00',
      order_ref: 'R-1',
      attempt: 2,
      found_at_ms: 0,
      released_at_ms: null,
    },
  )
  assert.equal(await isLost(store, 'tb-1'), true)
  assert.equal(await isLost(store, 'tb-1', 'other'), false)
  assert.equal(await isLost(store, 'tb-2'), false)
  assert.equal(await releaseLostCharge(store, 'tb-2', CALLER), false)
  assert.equal(await releaseLostCharge(store, 'tb-1', CALLER), true)
  assert.equal(await releaseLostCharge(store, 'tb-1', CALLER), false)
  assert.equal(await isLost(store, 'tb-1'), false)
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

test('D-175 D-221 the states of external IDs are those of any merchant', async (context) => {
  const store = await begin(context)
  await insertSales(store, [
    deskSale(1),
    deskSale(2, { state: 'declined' }),
    deskSale(3),
    deskSale(4, { merchant: 'other' }),
  ])
  assert.deepEqual(
    await statesOf(store, ['ext-1', 'ext-2', 'ext-4', 'ext-9']),
    new Map([
      ['ext-1', { id: deskSale(1).id, merchant: 'shop', state: 'approved', order: 'R-1' }],
      ['ext-2', { id: deskSale(2).id, merchant: 'shop', state: 'declined', order: 'R-2' }],
      ['ext-4', { id: deskSale(4).id, merchant: 'other', state: 'approved', order: 'R-4' }],
    ]),
  )
  await store.close()
  // Without IDs no statement runs.
  assert.equal((await statesOf(store, [])).size, 0)
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

test('D-217 the orders of refunded sales are found by the references of this merchant', async (context) => {
  const store = await begin(context)
  await insertSales(store, [
    deskSale(1, { reference: 'A' }),
    deskSale(2, { reference: 'B', kind: 'refund', refundOf: 'sale_1', refundRef: 'first' }),
    deskSale(3, { reference: 'C', merchant: 'other' }),
    deskSale(4, { reference: 'D' }),
  ])
  assert.deepEqual([...(await ordersOf(store, 'shop', ['A', 'B', 'C', 'E']))], [['A', 'R-1']])
  await store.close()
  // Without references no statement runs.
  assert.equal((await ordersOf(store, 'shop', [])).size, 0)
})

test('D-217 a lost charge refuses its attempt and the earlier ones, and the order is read as held', async (context) => {
  const store = await begin(context)
  const ledger = sqlLedgerStore(store)
  const identity = { merchant: 'shop', orderRef: 'R-1', refundOf: null, refundRef: null }
  const key = await ledger.externalIdKey()
  const idOf = (attempt: number): string => externalIdOf(key, { ...identity, attempt })
  const refused = async (attempt: number): Promise<boolean> =>
    isLostCharge(store.db, { ...identity, attempt, externalId: idOf(attempt) })
  const order = { merchant: 'shop', orderRef: 'R-1' }
  assert.equal(await ledger.held(order), false)
  await holdLostCharge(store, { ...charge, externalId: idOf(51) }, CALLER)
  assert.deepEqual(await Promise.all([1, 2, 51, 52].map(refused)), [false, true, true, false])
  assert.equal(await ledger.held(order), false)
  await holdLostCharge(store, { ...charge, externalId: idOf(50) }, CALLER)
  assert.deepEqual(await Promise.all([1, 50].map(refused)), [true, true])
  assert.equal(await ledger.held(order), true)
  assert.equal(await ledger.held({ ...order, orderRef: 'R-2' }), false)
  assert.equal(await ledger.held({ ...order, merchant: 'other' }), false)
})
