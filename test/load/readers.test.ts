// Readers that never read, and visitors that disconnect at once.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openFleet } from '../kit/fleet.ts'
import { times } from '../kit/limits.ts'
import { countsOf, readMetric, residentMiB } from '../kit/measure.ts'
import { until } from '../kit/until.ts'
import type { CrowdPlan, CrowdReport } from './generator/crowd.ts'
import { watchersOf } from './generator/spawn.ts'
import { openSales, ticketOf } from './open-sales.ts'
import { keepAliveAgent } from '../kit/keep-alive.ts'

const SILENT = times(50, 500)
const CYCLES = times(1_000, 10_000)
/** The engine's heap grows with the first 30,000 cycles and not with later ones; a leak grows with all of them. */
const WARM_ROUNDS = times(1, 3)
/** In a short run the engine still allocates memory of its own. */
const GROWTH_PERCENT = times(50, 10)
/** Longer than the 30 s after which a reader is dropped. */
const SILENT_SECONDS = 40
const READER_BYTES = 65_536

const fleet = await openFleet({ bffs: 1, services: 1, merchants: 1, devicesEach: 4, terminals: 'NEVER' })
const agent = keepAliveAgent()
const sales = await openSales(fleet, agent)
const [bff] = fleet.bffs
after(async () => {
  agent.destroy()
  await fleet.close()
})

const memory = (): number => residentMiB(bff?.running.child.pid)

/** Connects and disconnects a crowd; resolves when the BFF has no stream left. */
async function crowd(how: CrowdPlan['how'], count: number, seconds: number): Promise<CrowdReport> {
  const tickets = Array.from({ length: count }, (_, index) => ticketOf(sales[index % sales.length]!))
  const seen = await watchersOf({ askUrl: bff?.running.url ?? '', tickets, how, seconds, atOnce: 50 })
  const open = (): Promise<number> => readMetric(bff?.metricsUrl ?? '', 'tapboard_streams_open')
  await until('every stream is forgotten', async () => (await open()) === 0)
  return seen
}

// P84 asserts: ${CYCLES} cycles: 0 streams and 0 watched sales left, memory within ${GROWTH_PERCENT} %.
test(`P84 ${CYCLES} disconnected watchers leave no entry`, async (context) => {
  for (let round = 0; round < WARM_ROUNDS; round += 1) await crowd('churn', CYCLES, 0)
  const warm = memory()
  const seen = await crowd('churn', CYCLES, 0)
  const grownPercent = (100 * (memory() - warm)) / warm
  const watched = await readMetric(bff?.metricsUrl ?? '', 'tapboard_sales_watched')
  context.diagnostic(
    `P84 ${watched} sales watched, ${warm.toFixed(0)} MiB grew by ${grownPercent.toFixed(1)} %, faults: ${countsOf(seen.faults)}`,
  )
  assert.equal(seen.opened, CYCLES)
  assert.equal(watched, 0)
  assert.ok(grownPercent <= GROWTH_PERCENT, `memory grew by ${grownPercent} %`)
})

// P83 asserts: ${SILENT} clients that never read for ${SILENT_SECONDS} s: memory of ${READER_BYTES} bytes each at most.
test(`P83 ${SILENT} readers that never read add no memory`, async (context) => {
  const before = memory()
  let most = before
  const looking = setInterval(() => (most = Math.max(most, memory())), 500)
  const { ended } = await crowd('silent', SILENT, SILENT_SECONDS)
  clearInterval(looking)
  context.diagnostic(
    `P83 ${before.toFixed(0)} → at most ${most.toFixed(0)} MiB; ${ended} ended by the server`,
  )
  assert.ok(most - before <= (SILENT * READER_BYTES) / 2 ** 20, `${before} → ${most} MiB`)
})
