// The gauges of the outbox, on both engines: pending rows, their age, abandoned rows.
import assert from 'node:assert/strict'
import { sql, type Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { OUTBOX, type OutboxRow, type OutboxTables } from '../../durable/outbox/outbox-row.ts'
import { LEDGER_MIGRATIONS } from '../../sale/ledger/schema.ts'
import { ManualClock } from '@tapboard/store/testing'
import { countOutbox, meterOutbox, type OutboxFigures } from './outbox-gauges.ts'

const NOW_MS = 1_780_000_000_000

const row = (id: string, ageMs: number, outcome: OutboxRow['outcome'] = null): OutboxRow => ({
  id,
  eventId: id,
  target: 'webhook',
  merchant: 'm1',
  saleId: id,
  type: 'sale.approved',
  body: '{}',
  attempts: 0,
  createdAtMs: NOW_MS - ageMs,
  nextAtMs: outcome === null ? NOW_MS + 60_000 : null,
  doneAtMs: outcome === null ? null : NOW_MS,
  outcome,
  leaseOwner: null,
  leaseUntilMs: null,
  fence: 0,
})

const put = (store: Store<OutboxTables>, ...rows: readonly OutboxRow[]) =>
  store.db
    .insertInto('sale_outbox')
    .values(rows.map((one) => OUTBOX.toColumns(one)))
    .execute()

eachEngine<OutboxTables>('counts pending rows, their age and abandoned rows', async ({ open }) => {
  const store = await open({ testClock: () => NOW_MS })
  await store.migrate(LEDGER_MIGRATIONS)
  assert.deepEqual(await countOutbox(store), { waiting: 0, oldestMs: 0, dead: 0 })
  await put(store, row('told', 90_000, 'delivered'), row('dead', 86_400_000, 'dead'))
  assert.deepEqual(await countOutbox(store), { waiting: 0, oldestMs: 0, dead: 1 })
  await put(store, row('young', 2_000), row('old', 45_500), row('ahead', -1_000))
  assert.deepEqual(await countOutbox(store), { waiting: 3, oldestMs: 45_500, dead: 1 })
})

eachEngine<OutboxTables>('a scrape reads an index, never delivered rows', async ({ store, engine }) => {
  await store.migrate(LEDGER_MIGRATIONS)
  if (engine !== 'sqlite') {
    const made = await sql<{ indexdef: string }>`select indexdef from pg_indexes
      where tablename = 'sale_outbox' and indexname in ('sale_outbox_due', 'sale_outbox_dead')`.execute(
      store.db,
    )
    assert.equal(made.rows.length, 2)
    for (const { indexdef } of made.rows) assert.match(indexdef, / WHERE /)
    return
  }
  for (const condition of [`next_at_ms is not null`, `outcome = 'dead'`]) {
    const plan = await sql<{ detail: string }>`explain query plan select count(*) from sale_outbox
      where ${sql.raw(condition)}`.execute(store.db)
    assert.match(plan.rows[0]?.detail ?? '', /USING (COVERING )?INDEX sale_outbox_(due|dead)/)
  }
})

test('one query serves all gauges for five seconds; an unavailable store gives no value', async () => {
  const registry = new Registry()
  const clock = new ManualClock(NOW_MS)
  let reads = 0
  let figures: OutboxFigures | null = { waiting: 3, oldestMs: 45_500, dead: 1 }
  meterOutbox(registry, clock, async () => {
    reads += 1
    if (figures === null) throw new Error('away')
    return figures
  })
  const scrape = async (): Promise<string[]> =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('tapboard_'))
  const wanted = [
    'tapboard_outbox_waiting 3',
    'tapboard_outbox_oldest_seconds 45.5',
    'tapboard_outbox_dead 1',
  ]
  assert.deepEqual(await scrape(), wanted)
  figures = null
  clock.jump(4_999)
  assert.deepEqual(await scrape(), wanted)
  assert.equal(reads, 1)
  clock.jump(1)
  assert.deepEqual(
    await scrape(),
    wanted.map((line) => line.replace(/ .*/, ' Nan')),
  )
  assert.equal(reads, 2)
})
