// New sales at a fixed rate, on the embedded store and on PostgreSQL. The diagnostics include the processor time and the bytes of a
// sale, for the capacity page.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { contradictions, openBooks } from '../kit/books.ts'
import { openFleet, type Fleet } from '../kit/fleet.ts'
import { times } from '../kit/limits.ts'
import { countsOf, cpuSeconds, ms, residentMiB } from '../kit/measure.ts'
import { withDurablePostgres } from '../kit/postgres.ts'
import { shoppers } from './generator/spawn.ts'

/** Enough terminals that each one's last sale is over before its next. */
const MERCHANTS = 100
const DEVICES = 4
const PER_SECOND = 50
const SALES_MS = times(12_000, 600_000)
const WARM_SECONDS = 10
const START_MS = 300
/** Other programs on the machine delay everything. */
const FACTOR = 2

async function bytesOf({ stores: { ledger } }: Fleet): Promise<number> {
  const books = await openBooks(ledger)
  try {
    if (!ledger.startsWith('file:'))
      return await books.count(`select pg_total_relation_size('sale') + pg_total_relation_size('sale_event')`)
    const pages = 'select page_count * page_size from pragma_page_count(), pragma_page_size()'
    return Math.max(await books.count(pages), statSync(ledger.slice('file:'.length)).size)
  } finally {
    await books.close()
  }
}

async function sell(context: TestContext, postgresUrl?: string): Promise<void> {
  const size = { bffs: 1, services: 1, merchants: MERCHANTS, devicesEach: DEVICES }
  const fleet = await openFleet({ ...size, ...(postgresUrl !== undefined && { postgresUrl }) })
  const ledger = await openBooks(fleet.stores.ledger)
  const service = await openBooks(fleet.stores.service)
  try {
    const [bff, upstream] = [fleet.bffs[0]?.running, fleet.services[0]?.running]
    const { bffUrl: publicUrl, origin, merchants } = fleet
    const plan = { askUrl: bff?.url ?? '', publicUrl, origin, merchants }
    await shoppers({ ...plan, perSecond: PER_SECOND / 2, seconds: WARM_SECONDS, prefix: 'warm' })
    const spent = async () => ({
      sales: await ledger.count('select count(*) from sale'),
      bytes: await bytesOf(fleet),
      bffMs: cpuSeconds(bff?.child.pid) * 1000,
      serviceMs: cpuSeconds(upstream?.child.pid) * 1000,
    })
    const before = await spent()
    const seen = await shoppers({ ...plan, perSecond: PER_SECOND, seconds: SALES_MS / 1000, prefix: 'sale' })
    const after = await spent()
    const sold = after.sales - before.sales
    const each = (name: 'bytes' | 'bffMs' | 'serviceMs'): number => (after[name] - before[name]) / sold
    context.diagnostic(
      `P81 ${seen.sent} sales, start p50 ${ms(seen.start.p50)}, p99 ${ms(seen.start.p99)}, errors: ${countsOf(seen.faults)}`,
    )
    context.diagnostic(
      `mint ${ms(seen.mint.p50)}/${ms(seen.mint.p99)}, checkout ${ms(seen.checkout.p50)}/${ms(seen.checkout.p99)}, ` +
        `outcome ${ms(seen.outcome.p50)}/${ms(seen.outcome.p99)}; a sale costs ${each('bffMs').toFixed(1)} ms of the BFF's ` +
        `processor, ${each('serviceMs').toFixed(1)} ms of the service's, ${(each('bytes') / 1024).toFixed(1)} KiB of the ` +
        `ledger; BFF ${residentMiB(bff?.child.pid).toFixed(0)} MiB`,
    )
    assert.deepEqual(await contradictions(ledger, service), [])
    assert.equal(seen.approved, seen.sent, countsOf(seen.faults))
    assert.ok(seen.start.p99 <= START_MS * FACTOR, `start p99 ${ms(seen.start.p99)}`)
  } finally {
    await Promise.all([ledger.close(), service.close()])
    await fleet.close()
  }
}

// P81 asserts: ${PER_SECOND} new sales a second for ${SALES_MS} on each store: start p99 ${START_MS} × ${FACTOR}, 0 errors.
// P12 asserts: 0 contradictions between ledger and charges after that.
test(`P81 P12 ${PER_SECOND} new sales a second on the embedded store`, (context) => sell(context))

test(`P81 P12 ${PER_SECOND} new sales a second on PostgreSQL`, (context) =>
  withDurablePostgres((url) => sell(context, url)))
