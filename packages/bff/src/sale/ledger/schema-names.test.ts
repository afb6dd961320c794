// The names of the migrations and the indexes of the ledger: a store applies a renamed migration again, and a changed index locks or finds other rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore, sql } from '@tapboard/store'
import { LEDGER_MIGRATIONS } from './schema.ts'

const MIGRATIONS = [
  'sale',
  'sale_unsettled',
  'follow-up-and-outbox',
  'outbox-dead',
  'sale-deadline',
  'sale-stale',
  'order-grant',
  'sale-desk',
  'refund',
  'desk-search',
  'key-of-order',
  'grant-withdrawn',
  'recovery-hold',
  'external-id-key',
  'lost-charge',
  'sale-archive',
  'desk-short-reference',
  'lost-credit',
]

const INDEXES = [
  'index sale_by_amount on sale (amount_minor, merchant, created_at_ms, id)',
  'index sale_by_day on sale (merchant, created_at_ms, id)',
  'index sale_by_order on sale (order_ref, merchant, created_at_ms, id)',
  'index sale_by_reference on sale (reference, merchant, created_at_ms, id) where reference is not null',
  'index sale_by_short_reference on sale (substr(external_id, length(external_id) - 7), merchant, created_at_ms, id)',
  'unique index sale_device_hold on sale (upstream, device_id, (1)) where device_hold = 1',
  'index sale_due on sale (next_at_ms) where next_at_ms is not null',
  'unique index sale_external_id on sale (external_id, (1))',
  'index sale_follow_up_due on sale_follow_up (next_at_ms)',
  'unique index sale_idempotency_key on sale (order_ref, idempotency_key, merchant, (1))',
  `index sale_open on sale (merchant, created_at_ms, id) where state in ('intent', 'sending', 'started', 'in_doubt', 'review')`,
  `unique index sale_order_attempt on sale (merchant, order_ref, attempt, (1)) where kind = 'sale'`,
  `unique index sale_order_hold on sale (merchant, order_ref, (1)) where order_hold = 1 and kind = 'sale'`,
  `index sale_outbox_dead on sale_outbox (done_at_ms) where outcome = 'dead'`,
  'index sale_outbox_done on sale_outbox (done_at_ms) where done_at_ms is not null',
  'index sale_outbox_due on sale_outbox (next_at_ms) where next_at_ms is not null',
  `unique index sale_refund_attempt on sale (merchant, order_ref, refund_of, refund_ref, attempt, (1)) where kind = 'refund'`,
  `unique index sale_refund_hold on sale (merchant, order_ref, refund_of, refund_ref, (1)) where order_hold = 1 and kind = 'refund'`,
  'unique index sale_session on sale (upstream, session_id, (1)) where session_id is not null',
  'index sale_unsettled on sale (state, doubted_at_ms) where settled_at_ms is null',
]

test('the migrations keep their names, and the ledger has these indexes', async (context) => {
  assert.equal(LEDGER_MIGRATIONS.name, 'ledger')
  assert.deepEqual(
    LEDGER_MIGRATIONS.migrations.map(({ name }) => name),
    MIGRATIONS,
  )
  const store = await openStore('file::memory:')
  context.after(() => store.close())
  await store.migrate(LEDGER_MIGRATIONS)
  const { rows } = await sql<{ text: string }>`
    select sql as text from sqlite_schema where type = 'index' and sql is not null order by name`.execute(
    store.db,
  )
  const texts = rows.map(({ text }) =>
    text.replace(/^CREATE (UNIQUE )?INDEX/, (words) => words.toLowerCase()),
  )
  assert.deepEqual(
    texts.map((text) => text.replace('create ', '').replaceAll('"', '').replaceAll(/\s+/g, ' ')),
    INDEXES,
  )
  const keys = await sql<{ slot: number; value: string }>`select slot, value from external_id_key`.execute(
    store.db,
  )
  assert.equal(keys.rows.length, 1)
  assert.match(keys.rows[0]?.value ?? '', /^[A-Za-z0-9_-]{43}$/)
})
