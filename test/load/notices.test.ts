// From the outcome at the upstream to the page, by each way of notices: the page watches at one BFF the sale that another one started.
import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { openBroker, PROGRAMS } from '../kit/broker.ts'
import { openBooks } from '../kit/books.ts'
import { findProgram } from '../kit/find-program.ts'
import { openFleet, type Fleet } from '../kit/fleet.ts'
import { keepAliveAgent } from '../kit/keep-alive.ts'
import { BUSY, quantile, times } from '../kit/limits.ts'
import { ms } from '../kit/measure.ts'
import { Page } from '../kit/page.ts'
import { createDatabase, withDurablePostgres } from '../kit/postgres.ts'
import { ROOT } from '../kit/process.ts'
import { scope } from '../kit/scope.ts'

const DEVICES = 5
/** Orders at each terminal, one after the other. */
const ORDERS = times(6, 40)
const OUTCOME_MS = 1_500

const agent = keepAliveAgent()
after(() => agent.destroy())

/** Pays order after order at one terminal; the page watches at the other process. Returns when each page showed the approval. */
async function payAt(fleet: Fleet, device: number): Promise<ReadonlyMap<string, number>> {
  const [merchant] = fleet.merchants
  const [one = '', other = ''] = fleet.bffs.map(({ running }) => running.url)
  if (merchant === undefined) throw new Error('the fleet has no merchant')
  const counter = {
    askUrl: one,
    publicUrl: fleet.bffUrl,
    origin: fleet.origin,
    agent,
    hostSecret: merchant.hostSecret,
  }
  const shownAtMs = new Map<string, number>()
  for (let index = 0; index < ORDERS; index += 1) {
    const page = new Page(counter, `notices-${device}-${index}`)
    const { id } = await page.begin(merchant.devices[device] ?? '')
    const shown = (_event: string, { sale }: { readonly sale?: { readonly state: string } }): void => {
      if (sale?.state === 'approved') shownAtMs.set(page.order, Date.now())
    }
    await page.watch(id, shown, { askUrl: other, last: 0 })
  }
  return shownAtMs
}

/** Milliseconds from the end of each session at the service to the page. */
async function delays(fleet: Fleet): Promise<readonly number[]> {
  const shown = await Promise.all(Array.from({ length: DEVICES }, (_, device) => payAt(fleet, device)))
  const shownAtMs = new Map(shown.flatMap((each) => [...each]))
  const [ledger, service] = [await openBooks(fleet.stores.ledger), await openBooks(fleet.stores.service)]
  try {
    const sessions = await service.read('select external_id, completed_at_ms from service_session')
    const endedAtMs = new Map(sessions.map((row) => [row['external_id'], Number(row['completed_at_ms'])]))
    const sales = await ledger.read('select order_ref, external_id from sale')
    return sales.map(
      (row) =>
        (shownAtMs.get(String(row['order_ref'])) ?? NaN) - (endedAtMs.get(row['external_id'] ?? '') ?? NaN),
    )
  } finally {
    await Promise.all([ledger.close(), service.close()])
  }
}

/** Measures one way of notices with two BFFs on a new database of a server that waits for its disk. */
async function measure(
  context: TestContext,
  way: string,
  {
    words = '',
    environment = {},
  }: { readonly words?: string; readonly environment?: Readonly<Record<string, string>> },
): Promise<void> {
  await withDurablePostgres(async (serverUrl) => {
    const database = await createDatabase(serverUrl)
    const fleet = await openFleet({
      bffs: 2,
      services: 1,
      ledgerUrl: `${database.url}${words}`,
      merchants: 1,
      devicesEach: DEVICES,
      environment,
    })
    try {
      const tookMs = await delays(fleet)
      const [p50, p95] = [quantile(tookMs, 0.5), quantile(tookMs, 0.95)]
      context.diagnostic(
        `D-202 notices by ${way}: outcome to page p50 ${ms(p50)}, p95 ${ms(p95)}, ${tookMs.length} sales`,
      )
      assert.equal(tookMs.length, DEVICES * ORDERS)
      assert.ok(p95 <= OUTCOME_MS * BUSY, `p95 ${ms(p95)}`)
    } finally {
      await fleet.close()
      await database.drop()
    }
  })
}

test('D-202 a page sees the outcome of another process in time by PostgreSQL', (context) =>
  measure(context, 'PostgreSQL', {}))

test('D-202 a page sees the outcome of another process in time by polling', (context) =>
  measure(context, 'polling', { words: '?notices=poll' }))

for (const kind of ['redis', 'nats'] as const) {
  const program = findProgram(PROGRAMS[kind])
  if (program === null) console.log(`note: ${PROGRAMS[kind]} is not on this machine; its test does not run`)
  else
    test(`D-202 a page sees the outcome of another process in time by ${kind}`, async (context) => {
      const closing = scope()
      try {
        const broker = await openBroker(closing, kind, program)
        const module = `${ROOT}test/brokers/${kind}-notices.ts`
        await measure(context, kind, {
          environment: { ...broker.environment, TAPBOARD_NOTICES_MODULE: module },
        })
      } finally {
        await closing.end()
      }
    })
}
