// The unfinished work of the merchants, on both engines: open sales, followed ends, waiting notifications, open applications.
import assert from 'node:assert/strict'
import { eachEngine } from '@tapboard/store/testing'
import { createFixture } from '../../application/submission/fixture.testing.ts'
import type { SubmissionTables } from '../../application/submission/tables.ts'
import { OUTBOX, type OutboxRow } from '../../durable/outbox/outbox-row.ts'
import { intent } from '../../sale/ledger/paid.testing.ts'
import { LEDGER_MIGRATIONS } from '../../sale/ledger/schema.ts'
import { FOLLOW_UP, SALE } from '../../sale/ledger/tables.ts'
import type { SaleRow } from '../../sale/machine/row.ts'
import { countOpenWork, type WorkTables } from './open-work.ts'
import type { Store } from '@tapboard/store'

const outboxRow = (merchant: string, isDone: boolean): OutboxRow => ({
  id: merchant,
  eventId: merchant,
  target: 'webhook',
  merchant,
  saleId: merchant,
  type: 'sale.approved',
  body: '{}',
  attempts: 0,
  createdAtMs: 1,
  nextAtMs: isDone ? null : 2,
  doneAtMs: isDone ? 2 : null,
  outcome: isDone ? 'delivered' : null,
  leaseOwner: null,
  leaseUntilMs: null,
  fence: 0,
})

const saleOf = (merchant: string, members: Partial<SaleRow> = {}): SaleRow => ({
  ...intent(merchant),
  merchant,
  ...members,
})

const ended = {
  state: 'declined',
  settledAtMs: 5,
  nextAtMs: null,
  orderHold: false,
  deviceHold: false,
} as const

eachEngine<SubmissionTables>('counts the unfinished work of each merchant', async (context) => {
  const fixture = await createFixture(context)
  const store = fixture.store as unknown as Store<WorkTables>
  await store.migrate(LEDGER_MIGRATIONS)
  const { db } = store
  assert.equal((await countOpenWork(store)).size, 0)
  const second = saleOf('open', {
    id: 'second',
    externalId: 'second',
    orderRef: 'second',
    deviceId: 'second',
  })
  const sales = [saleOf('open'), second, saleOf('ended', ended), saleOf('followed', ended)]
  await db
    .insertInto('sale')
    .values(sales.map((row) => SALE.toColumns(row)))
    .execute()
  const followUp = {
    saleId: 'followed',
    pace: 'wide',
    sinceMs: 5,
    nextAtMs: 9,
    leaseOwner: null,
    leaseUntilMs: null,
    fence: 0,
  } as const
  await db.insertInto('sale_follow_up').values(FOLLOW_UP.toColumns(followUp)).execute()
  const rows = [
    outboxRow('waits', false),
    outboxRow('delivered', true),
    { ...outboxRow('open', false), id: 'news', eventId: 'news' },
  ]
  await db
    .insertInto('sale_outbox')
    .values(rows.map((row) => OUTBOX.toColumns(row)))
    .execute()
  fixture.script.submit = () => ({ kind: 'accepted', appId: 'app-1', reference: null })
  await fixture.submit()
  assert.deepEqual(Object.fromEntries(await countOpenWork(store)), {
    open: { sales: 2, others: 1 },
    followed: { sales: 0, others: 1 },
    waits: { sales: 0, others: 1 },
    // Its application, and the notification about it.
    partner: { sales: 0, others: 2 },
  })
})
