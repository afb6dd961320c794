// A ledger of an earlier release opens: its rows are sales, its locks hold, and its audit is intact.
import assert from 'node:assert/strict'
import { uniqueViolation } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { auditSales } from './audit.ts'
import { hashEvent } from './chain.ts'
import { CHAIN_START } from '../../durable/chain.ts'
import { Ledger } from './ledger.ts'
import { rows } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { snapshotOf } from '../machine/view.ts'
import { LEDGER_INDEXES, LEDGER_MIGRATIONS } from './schema.ts'
import { sqlLedgerStore } from './ledger-store.ts'
import { SALE, SALE_EVENT, type LedgerTables, type SaleColumns } from './tables.ts'

const { migrations } = LEDGER_MIGRATIONS
const before = {
  ...LEDGER_MIGRATIONS,
  migrations: migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === 'refund'),
  ),
}

/** The columns of a row before refunds. */
function oldColumns(row: SaleRow): SaleColumns {
  const columns = SALE.toColumns(row)
  const added = ['kind', 'refund_of', 'refund_ref', 'credit_reference', 'requested_by']
  const old = Object.entries(columns).filter(([name]) => !added.includes(name))
  return Object.fromEntries(old) as unknown as SaleColumns
}

eachEngine<LedgerTables>('D-121 a ledger without refunds opens, with the same locks', async ({ store }) => {
  await store.migrate(before)
  const { kind: _kind, refundOf: _of, refund: _reference, ...snapshot } = snapshotOf(rows.approved)
  const event = {
    saleId: rows.approved.id,
    number: 1,
    type: 'approved' as const,
    fromState: null,
    toState: 'approved' as const,
    reason: null,
    atMs: 1,
    person: null,
    snapshot: JSON.stringify(snapshot),
    prevHash: CHAIN_START,
  }
  const hash = hashEvent(event)
  await store.db
    .insertInto('sale')
    .values(oldColumns({ ...rows.approved, version: 1, eventHash: hash }))
    .execute()
  await store.db
    .insertInto('sale_event')
    .values(SALE_EVENT.toColumns({ ...event, hash }))
    .execute()
  const sales = sqlLedgerStore(store)
  await sales.prepare()
  const group = { merchant: 'm1', order: 'o1' }
  const [row] = await sales.attempts(group)
  assert.deepEqual([row?.id, row?.kind, row?.refundOf], ['sale_a', 'sale', null])
  assert.deepEqual(await sales.refunds('m1', 'o1'), [])
  for await (const { id, broken } of auditSales(store)) assert.deepEqual([id, broken], ['sale_a', null])
  const ledger = new Ledger(sales)
  const again: SaleRow = {
    ...rows.intent,
    id: 'sale_b',
    idempotencyKey: 'k2',
    externalId: 'tb-b',
    deviceId: 'd2',
    leaseOwner: null,
    leaseUntilMs: null,
  }
  const attempt = ledger.insert({ ...again, orderHold: false })
  await assert.rejects(attempt, (error) => uniqueViolation(error, LEDGER_INDEXES.attempt))
  const held = ledger.insert({ ...again, attempt: 2 })
  await assert.rejects(held, (error) => uniqueViolation(error, LEDGER_INDEXES.order))
  const refund = {
    ...again,
    kind: 'refund' as const,
    refundOf: 'sale_a',
    refundRef: 'first',
    creditReference: 'R',
    requestedBy: 'ann',
  }
  await ledger.insert(refund)
  assert.deepEqual(
    (await sales.refunds('m1', 'o1')).map(({ id }) => id),
    ['sale_b'],
  )
  assert.deepEqual(
    (await sales.attempts(group)).map(({ id }) => id),
    ['sale_a'],
  )
})
