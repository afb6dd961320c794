// Open sales and their watchers over one, two and four BFF processes on one PostgreSQL: what an open sale costs while nothing happens,
// how many sales each process follows, and when an event arrives at the watchers of every process.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openBooks } from '../kit/books.ts'
import { openFleet, type Fleet } from '../kit/fleet.ts'
import { keepAliveAgent } from '../kit/keep-alive.ts'
import { times } from '../kit/limits.ts'
import { countsOf, cpuSeconds, ms, readMetric, residentMiB } from '../kit/measure.ts'
import { createDatabase, withDurablePostgres } from '../kit/postgres.ts'
import { watchersOf } from './generator/spawn.ts'
import { openSales, ticketOf } from './open-sales.ts'

const MERCHANTS = 20
const DEVICES = times(2, 10)
const SALES = MERCHANTS * DEVICES
/** Streams, divided among sales and processes without a rest. */
const WATCHERS = times(480, 4_000)
/** Nothing happens for this time. */
const IDLE_SECONDS = times(6, 20)
/** Events that a watcher of a cancelled sale gets. */
const EVENTS_EACH = 2
const CANCELS_PER_SECOND = 20

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** What open sales cost while nothing happens: processor time of all processes in ms, and commits, a second. */
async function idleCosts(fleet: Fleet): Promise<{ readonly cpuMs: number; readonly commits: number }> {
  const books = await openBooks(fleet.stores.ledger)
  const commits = (): Promise<number> =>
    books.count('select xact_commit from pg_stat_database where datname = current_database()')
  const cpu = (): number => sumOf(fleet.bffs.map(({ running }) => cpuSeconds(running.child.pid) * 1000))
  const before = { cpu: cpu(), commits: await commits(), at: performance.now() }
  await pause(IDLE_SECONDS * 1000)
  const seconds = (performance.now() - before.at) / 1000
  return { cpuMs: (cpu() - before.cpu) / seconds, commits: ((await commits()) - before.commits) / seconds }
}

async function hold(context: TestContext, ledgerUrl: string, processes: number): Promise<void> {
  const size = { bffs: processes, services: 1, merchants: MERCHANTS, devicesEach: DEVICES, ledgerUrl }
  const fleet = await openFleet({ ...size, terminals: 'NEVER' })
  const agent = keepAliveAgent()
  try {
    const sales = await openSales(fleet, agent)
    const idle = await idleCosts(fleet)
    const followed = await Promise.all(
      fleet.bffs.map(({ metricsUrl }) => readMetric(metricsUrl, 'tapboard_sales_followed')),
    )
    const each = WATCHERS / SALES / processes
    const seconds = SALES / CANCELS_PER_SECOND
    let come = 0
    const all = Promise.withResolvers<void>()
    const watching = fleet.bffs.map(({ running }) =>
      watchersOf(
        {
          askUrl: running.url,
          tickets: sales.flatMap((sale) => Array.from({ length: each }, () => ticketOf(sale))),
          how: 'watch',
          seconds: seconds + 8,
          atOnce: 20,
        },
        () => {
          come += 1
          if (come === processes) all.resolve()
        },
      ),
    )
    await Promise.race([all.promise, Promise.all(watching)])
    const memory = fleet.bffs.map(({ running }) => residentMiB(running.child.pid))
    const begunAt = performance.now()
    const cancels: Promise<unknown>[] = []
    for (const [index, { page, id }] of sales.entries()) {
      const waitMs = begunAt + (index * 1000) / CANCELS_PER_SECOND - performance.now()
      if (waitMs > 0) await pause(waitMs)
      cancels.push(page.ask({ method: 'POST', path: `/v1/sales/${id}/cancel` }))
    }
    await Promise.all(cancels)
    const seen = await Promise.all(watching)
    const opened = sumOf(seen.map((one) => one.opened))
    const worst = seen.toSorted((a, b) => b.delivery.p99 - a.delivery.p99)[0]?.delivery
    context.diagnostic(
      `P80 with ${processes} BFFs: ${SALES} open sales (${followed.join(' + ')} followed) cost ${idle.cpuMs.toFixed(0)} ms of processor ` +
        `time and ${idle.commits.toFixed(0)} commits a second; ${opened} watchers, ${memory.map((one) => one.toFixed(0)).join(' + ')} MiB; ` +
        `an event arrives after p50 ${ms(worst?.p50 ?? Number.NaN)}, p99 ${ms(worst?.p99 ?? Number.NaN)} at the slowest process; ` +
        `faults: ${seen.map(({ faults }) => countsOf(faults)).join(', ')}`,
    )
    assert.equal(sumOf(followed), SALES)
    assert.equal(opened, WATCHERS)
    assert.equal(sumOf(seen.map(({ events }) => events)), opened * EVENTS_EACH)
  } finally {
    agent.destroy()
    await fleet.close()
  }
}

for (const processes of [1, 2, 4])
  test(`open sales are followed once, and their watchers at ${processes} BFFs on one PostgreSQL get every event`, (context) =>
    withDurablePostgres(async (serverUrl) => {
      const database = await createDatabase(serverUrl)
      await hold(context, database.url, processes)
    }))
