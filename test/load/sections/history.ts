// A start on a store with ten million finished sales (D-97): the time until the first sale is claimed and sent, on either engine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@tapboard/store'
import { createSales } from '../../../packages/bff/src/sale/create-sales.ts'
import type { LedgerTables } from '../../../packages/bff/src/sale/ledger/tables.ts'
import { LEDGER_MIGRATIONS } from '../../../packages/bff/src/sale/ledger/schema.ts'
import { accessTo, APPROVED, ScriptedUpstream } from '../../../packages/bff/src/sale/testing.ts'
import { systemClock, systemRandom } from '@tapboard/server'
import { until } from '../../kit/until.ts'
import { fillHistory } from '../../kit/history.ts'
import type { Line, LoadOptions, Section } from '../common/report.ts'
import { withDurablePostgres } from '../../kit/postgres.ts'

const ROWS = 10_000_000
const QUICK_ROWS = 200_000

/** Sales that an earlier run was following when it was killed. */
const LEFT = 100

/** Longest wait for the first claim. */
const FIRST_CLAIM_MS = 2_000

const quiet = { info() {}, warn() {}, error() {} }
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

/** Sales that an earlier run with the same name held. */
async function leaveBehind(url: string): Promise<void> {
  const store = await openStore<LedgerTables>(url)
  const upstream = new ScriptedUpstream()
  const common = { merchants: () => upstream, clock: systemClock, random: systemRandom, log: quiet }
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
  const common = { merchants: () => upstream, clock: systemClock, random: systemRandom, log: quiet }
  const sales = createSales({ store, ...common, instance: 'history' })
  await sales.begin()
  const order = 'new'
  const request = { order, attempt: 1, amountMinor: 4200, currency: 'USD', deviceId: 'dev-new' } as const
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

async function measure(url: string, engine: string, { quick, note }: LoadOptions): Promise<Line> {
  const rows = quick ? QUICK_ROWS : ROWS
  const store = await openStore<LedgerTables>(url)
  await store.migrate(LEDGER_MIGRATIONS)
  await store.close()
  const fillingMs = performance.now()
  await fillHistory(url, 'sale', rows)
  note(`${engine}: ${rows} rows in ${seconds(performance.now() - fillingMs)}`)
  await leaveBehind(url)
  const { sentMs, takenUpMs } = await startAgain(url)
  return {
    promise: `D-97 a start on ${rows.toLocaleString('en-US')} finished sales, ${engine}`,
    wanted: `first claim ≤ ${seconds(FIRST_CLAIM_MS)}`,
    measured: `first sale sent after ${seconds(sentMs)}, ${LEFT} of a killed run taken up after ${seconds(takenUpMs)}`,
    held: sentMs <= FIRST_CLAIM_MS && takenUpMs <= FIRST_CLAIM_MS,
  }
}

/** The section `history`. */
export const history: Section = {
  name: 'history',
  async run(options): Promise<readonly Line[]> {
    const folder = mkdtempSync(join(tmpdir(), 'tapboard-history-'))
    try {
      return [
        await measure(`file:${join(folder, 'ledger.db')}`, 'embedded store', options),
        await withDurablePostgres((url) => measure(url, 'PostgreSQL', options)),
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
