// P81: new sales at a fixed rate, on the embedded store and on PostgreSQL. The report includes the processor time and the bytes
// of a sale, for the capacity page.
import { statSync } from 'node:fs'
import { contradictions, openBooks } from '../../kit/books.ts'
import { openFleet, type Fleet } from '../../kit/fleet.ts'
import {
  allHeld,
  atMost,
  cpuSeconds,
  countsOf,
  ms,
  residentMiB,
  TIME_FACTOR,
  type Line,
  type LoadOptions,
  type Section,
} from '../common/report.ts'
import { withDurablePostgres } from '../../kit/postgres.ts'
import { shoppers } from '../generator/spawn.ts'

/** Enough terminals that each one's last sale is over before its next. */
const MERCHANTS = 100
const DEVICES = 4
const WARM_SECONDS = 10
/** Limit of P81. */
const START_MS = 300

async function bytesOf(fleet: Fleet): Promise<number> {
  const { ledger } = fleet.stores
  if (ledger.startsWith('file:')) {
    const path = ledger.slice('file:'.length)
    const books = await openBooks(ledger)
    const bytes = await books.count(
      'select page_count * page_size from pragma_page_count(), pragma_page_size()',
    )
    await books.close()
    return Math.max(bytes, statSync(path).size)
  }
  const books = await openBooks(ledger)
  return books.count(`select pg_total_relation_size('sale') + pg_total_relation_size('sale_event')`)
}

async function measure(options: LoadOptions, store: string, postgresUrl?: string): Promise<readonly Line[]> {
  const fleet = await openFleet({
    bffs: 1,
    services: 1,
    merchants: MERCHANTS,
    devicesEach: DEVICES,
    ...(postgresUrl === undefined ? {} : { postgresUrl }),
  })
  try {
    const [bff, service] = [fleet.bffs[0]?.running, fleet.services[0]?.running]
    const plan = {
      askUrl: bff?.url ?? '',
      publicUrl: fleet.bffUrl,
      origin: fleet.origin,
      merchants: fleet.merchants,
      perSecond: options.perSecond,
    }
    const seconds = options.minutes * 60
    await shoppers({ ...plan, perSecond: options.perSecond / 2, seconds: WARM_SECONDS, prefix: 'warm' })
    const books = await openBooks(fleet.stores.ledger)
    const salesBefore = await books.count('select count(*) from sale')
    const bytesBefore = await bytesOf(fleet)
    const cpuBefore = [cpuSeconds(bff?.child.pid), cpuSeconds(service?.child.pid)] as const
    const seen = await shoppers({ ...plan, seconds, prefix: 'sale' })
    const sold = (await books.count('select count(*) from sale')) - salesBefore
    const bffMs = ((cpuSeconds(bff?.child.pid) - cpuBefore[0]) * 1000) / sold
    const serviceMs = ((cpuSeconds(service?.child.pid) - cpuBefore[1]) * 1000) / sold
    const bytes = ((await bytesOf(fleet)) - bytesBefore) / sold
    const service2 = await openBooks(fleet.stores.service)
    const wrong = await contradictions(books, service2)
    await service2.close()
    await books.close()
    options.note(
      `  ${store}: mint ${ms(seen.mint.p50)}/${ms(seen.mint.p99)}, checkout ${ms(seen.checkout.p50)}/${ms(seen.checkout.p99)}, ` +
        `outcome ${ms(seen.outcome.p50)}/${ms(seen.outcome.p99)}; a sale costs ${bffMs.toFixed(1)} ms of the BFF's processor, ` +
        `${serviceMs.toFixed(1)} ms of the service's, ${(bytes / 1024).toFixed(1)} KiB of the ledger; ` +
        `BFF ${residentMiB(bff?.child.pid).toFixed(0)} MiB`,
    )
    const errors = seen.sent - seen.approved
    return [
      {
        promise: `P81 ${options.perSecond} new sales a second for ${options.minutes} min, ${store}`,
        wanted: `start p99 ≤ ${ms(START_MS)} (× ${TIME_FACTOR}), 0 errors`,
        measured: `${seen.sent} sales, start p50 ${ms(seen.start.p50)}, p99 ${ms(seen.start.p99)}, errors: ${countsOf(seen.faults)}`,
        held: allHeld(atMost(seen.start.p99, START_MS, TIME_FACTOR), errors === 0),
      },
      {
        promise: `P12 what was charged stands in the ledger, ${store}`,
        wanted: '0 contradictions',
        measured: `${wrong.length} in ${sold} sales`,
        held: wrong.length === 0,
      },
    ]
  } finally {
    await fleet.close()
  }
}

/** The section `sales`. */
export const sales: Section = {
  name: 'sales',
  run: async (options) => [
    ...(await measure(options, 'embedded store')),
    ...(await withDurablePostgres((url) => measure(options, 'PostgreSQL', url))),
  ],
}
