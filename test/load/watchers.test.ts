// Ten thousand watchers with a constant stream of events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openFleet } from '../kit/fleet.ts'
import { times } from '../kit/limits.ts'
import { countsOf, cpuSeconds, ms, residentMiB } from '../kit/measure.ts'
import { watchersOf } from './generator/spawn.ts'
import { openSales, ticketOf } from './open-sales.ts'
import { keepAliveAgent } from '../kit/keep-alive.ts'

const WATCHERS = times(1_000, 10_000)
const MERCHANTS = 20
const DEVICES = 10
const SALES = MERCHANTS * DEVICES
/** Copies of events a second. */
const EVENTS = 500
/** The events of a cancelled sale: the request for the cancel, and the end. */
const EVENTS_EACH = 2
const MOST_MIB = 512
const DELIVERY_MS = 100
/** Factors when other work uses the machine; memory hardly depends on it. */
const TIME_FACTOR = 2
const MEMORY_FACTOR = 1.25

// P80 asserts: ${WATCHERS} watchers: ${MOST_MIB} MiB × ${MEMORY_FACTOR}, ${EVENTS} events/s, delivery p99 ${DELIVERY_MS} × ${TIME_FACTOR}.
test(`P80 ${WATCHERS} live watchers of ${SALES} sales get every event in time and within the memory limit`, async (context) => {
  const each = Math.max(1, Math.round(WATCHERS / SALES))
  const perSecond = EVENTS / (EVENTS_EACH * each)
  const size = { bffs: 1, services: 1, merchants: MERCHANTS, devicesEach: DEVICES }
  const fleet = await openFleet({ ...size, terminals: 'NEVER' })
  const agent = keepAliveAgent()
  try {
    const [{ running }] = fleet.bffs as [(typeof fleet.bffs)[number]]
    const { pid } = running.child
    const sales = await openSales(fleet, agent)
    const alone = residentMiB(pid)
    const tickets = sales.flatMap((sale) => Array.from({ length: each }, () => ticketOf(sale)))
    const seconds = Math.floor(SALES / perSecond)
    const come = Promise.withResolvers<number>()
    const plan = { askUrl: running.url, tickets, how: 'watch', seconds: seconds + 8, atOnce: 40 } as const
    const watching = watchersOf(plan, (opened) => come.resolve(opened))
    const opened = await Promise.race([come.promise, watching.then(() => 0)])
    const full = residentMiB(pid)
    const cpuBefore = cpuSeconds(pid)
    const beganAt = performance.now()
    let most = full
    const cancels: Promise<unknown>[] = []
    for (const [index, { page, id }] of sales.entries()) {
      const waitMs = beganAt + (index * 1000) / perSecond - performance.now()
      if (waitMs > 0) await pause(waitMs)
      cancels.push(page.ask({ method: 'POST', path: `/v1/sales/${id}/cancel` }))
      most = Math.max(most, residentMiB(pid))
    }
    const busy = (cpuSeconds(pid) - cpuBefore) / ((performance.now() - beganAt) / 1000)
    const lost = (await Promise.allSettled(cancels)).filter(({ status }) => status === 'rejected')
    const seen = await watching
    const eachSecond = seen.events / seconds
    context.diagnostic(
      `P80 ${most.toFixed(0)} MiB, ${eachSecond.toFixed(0)} events/s, delivery p50 ${ms(seen.delivery.p50)}, ` +
        `p99 ${ms(seen.delivery.p99)}, most ${ms(seen.delivery.most)}`,
    )
    context.diagnostic(
      `BFF alone ${alone.toFixed(0)} MiB, ${(((full - alone) * 1024) / opened).toFixed(1)} KiB for each of ${opened} streams; ` +
        `${(busy * 100).toFixed(0)} % of one core; faults: ${countsOf(seen.faults)}, ${lost.length} cancels lost`,
    )
    assert.equal(opened, each * SALES)
    assert.ok(most <= MOST_MIB * MEMORY_FACTOR, `${most} MiB`)
    assert.ok(eachSecond >= 0.95 * EVENTS, `${eachSecond} events a second`)
    assert.ok(seen.delivery.p99 <= DELIVERY_MS * TIME_FACTOR, `delivery p99 ${ms(seen.delivery.p99)}`)
  } finally {
    agent.destroy()
    await fleet.close()
  }
})
