// Sales a second of one, two and four BFF processes on one PostgreSQL, with the processor time and the commits of a sale. The service
// has a store of its own, so that all commits are those of the ledger.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { contradictions, openBooks } from '../kit/books.ts'
import { openFleet, type Fleet } from '../kit/fleet.ts'
import { times } from '../kit/limits.ts'
import { countsOf, cpuSeconds, ms } from '../kit/measure.ts'
import { createDatabase, withDurablePostgres } from '../kit/postgres.ts'
import { shoppers } from './generator/spawn.ts'

const MERCHANTS = 60
const DEVICES = 4
/** More than two cores can sell: the answer is what the processes carry. */
const PER_SECOND = 60
const SECONDS = times(10, 60)
const WARM_SECONDS = 5

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** Sales and commits of the ledger's database, and the processor time of the BFFs in ms, so far. */
async function spent(fleet: Fleet) {
  const books = await openBooks(fleet.stores.ledger)
  return {
    sales: await books.count('select count(*) from sale'),
    commits: await books.count('select xact_commit from pg_stat_database where datname = current_database()'),
    bffMs: sumOf(fleet.bffs.map(({ running }) => cpuSeconds(running.child.pid) * 1000)),
  }
}

async function sell(context: TestContext, ledgerUrl: string, processes: number): Promise<void> {
  const size = { bffs: processes, services: 1, merchants: MERCHANTS, devicesEach: DEVICES, ledgerUrl }
  const fleet = await openFleet(size)
  const [ledger, service] = [await openBooks(ledgerUrl), await openBooks(fleet.stores.service)]
  try {
    const { bffUrl, origin, merchants } = fleet
    const plan = { askUrl: bffUrl, publicUrl: bffUrl, origin, merchants }
    await shoppers({ ...plan, perSecond: PER_SECOND / 4, seconds: WARM_SECONDS, prefix: 'warm' })
    const before = await spent(fleet)
    const begunAt = performance.now()
    const seen = await shoppers({ ...plan, perSecond: PER_SECOND, seconds: SECONDS, prefix: 'sale' })
    const tookSeconds = (performance.now() - begunAt) / 1000
    const after = await spent(fleet)
    const sold = after.sales - before.sales
    context.diagnostic(
      `P81 with ${processes} BFFs: ${(seen.approved / tookSeconds).toFixed(1)} sales a second, start p50 ${ms(seen.start.p50)}, ` +
        `p99 ${ms(seen.start.p99)}; a sale costs ${((after.bffMs - before.bffMs) / sold).toFixed(1)} ms of the BFFs' processor and ` +
        `${((after.commits - before.commits) / sold).toFixed(1)} commits; errors: ${countsOf(seen.faults)}`,
    )
    assert.ok(seen.approved > 0)
    assert.deepEqual(await contradictions(ledger, service), [])
  } finally {
    await Promise.all([ledger.close(), service.close()])
    await fleet.close()
  }
}

for (const processes of [1, 2, 4])
  test(`BFFs on one PostgreSQL, ${processes} of them, sell without a contradiction when more people pay than they carry`, (context) =>
    withDurablePostgres(async (serverUrl) => {
      const database = await createDatabase(serverUrl)
      await sell(context, database.url, processes)
    }))
