// A start on a store with many finished sales (D-97): the time until the first sale is claimed and sent, on either engine.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openStore } from '@tapboard/store'
import { createSales } from '../../packages/bff/src/sale/sales.ts'
import type { LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import { LEDGER_MIGRATIONS } from '../../packages/bff/src/sale/ledger/schema.ts'
import { accessTo, APPROVED, ScriptedUpstream } from '../../packages/bff/src/sale/testing.ts'
import { silentLog, systemClock, systemRandom } from '@tapboard/server'
import { until } from '../kit/until.ts'
import { fillHistory } from '../kit/history.ts'
import { times } from '../kit/limits.ts'
import { ms } from '../kit/measure.ts'
import { withDurablePostgres } from '../kit/postgres.ts'
import { saleRequest } from '../../packages/bff/src/sale/sales.testing.ts'

const ROWS = times(200_000, 10_000_000)

/** Sales that an earlier run was following when it was killed. */
const LEFT = 100

/** Longest wait for the first claim. */
const FIRST_CLAIM_MS = 2_000

/** Sales that an earlier run with the same name held. */
async function leaveBehind(url: string): Promise<void> {
  const store = await openStore<LedgerTables>(url)
  const upstream = new ScriptedUpstream()
  const common = { merchants: () => upstream, clock: systemClock, random: systemRandom, log: silentLog }
  const sales = createSales({ store, ...common, instance: 'history' })
  await sales.begin()
  const requests = Array.from({ length: LEFT }, (_, index) => `left-${index}`)
  for (const order of requests) {
    const request = {
      order,
      attempt: 1,
      amountMinor: 100,
      currency: 'USD',
      deviceId: `dev-${order}`,
    } as const
    await sales.start(accessTo(order, { amountMinor: 100 }), request, `key-of-the-order-${order}`)
  }
  await until('all are under way', () => upstream.sent.length === LEFT)
  await sales.drain()
  const untilMs = (await store.now()) + 12_000
  const held = { lease_owner: 'history#killed', lease_until_ms: untilMs, next_at_ms: untilMs - 11_000 }
  await store.db.updateTable('sale').set(held).where('next_at_ms', 'is not', null).execute()
  await store.close()
}

/** From opening the store to the send of a sale that starts at once, and to the last sale of the earlier run. */
async function startAgain(url: string) {
  const startedMs = performance.now()
  const since = (): number => performance.now() - startedMs
  const store = await openStore<LedgerTables>(url)
  const upstream = new ScriptedUpstream()
  upstream.onRead = () => APPROVED
  const common = { merchants: () => upstream, clock: systemClock, random: systemRandom, log: silentLog }
  const sales = createSales({ store, ...common, instance: 'history' })
  await sales.begin()
  const order = 'new'
  const request = saleRequest(order, 'dev-new')
  const result = await sales.start(accessTo(order), request, 'key-of-the-order-new')
  if (!result.ok) throw new Error(result.detail)
  await until('the new sale is sent', () => upstream.sent.length > 0, 60_000)
  const sentMs = since()
  const held = store.db
    .selectFrom('sale')
    .select('id')
    .where('lease_owner', '=', 'history#killed')
    .where('next_at_ms', 'is not', null)
  await until('all are taken up', async () => (await held.execute()).length === 0, 60_000)
  const takenUpMs = since()
  await sales.drain()
  await store.close()
  return { sentMs, takenUpMs }
}

async function measure(context: TestContext, url: string): Promise<void> {
  const store = await openStore<LedgerTables>(url)
  await store.migrate(LEDGER_MIGRATIONS)
  await store.close()
  await fillHistory(url, 'sale', ROWS)
  await leaveBehind(url)
  const { sentMs, takenUpMs } = await startAgain(url)
  context.diagnostic(
    `D-97 first sale sent after ${ms(sentMs)}, ${LEFT} of a killed run claimed after ${ms(takenUpMs)}`,
  )
  assert.ok(sentMs <= FIRST_CLAIM_MS, `sent after ${ms(sentMs)}`)
  assert.ok(takenUpMs <= FIRST_CLAIM_MS, `claimed after ${ms(takenUpMs)}`)
}

test(`D-97 a start on ${ROWS} finished sales is as fast as on none (embedded store)`, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-history-'))
  try {
    await measure(context, `file:${join(folder, 'ledger.db')}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test(`D-97 a start on ${ROWS} finished sales is as fast as on none (PostgreSQL)`, (context) =>
  withDurablePostgres((url) => measure(context, url)))
