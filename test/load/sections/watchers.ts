// P80: ten thousand watchers with a constant stream of events.
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openFleet } from '../../kit/fleet.ts'
import {
  allHeld,
  atMost,
  cpuSeconds,
  countsOf,
  MEMORY_FACTOR,
  ms,
  residentMiB,
  TIME_FACTOR,
  type Line,
  type Section,
} from '../common/report.ts'
import { openSales, ticketOf } from '../common/open-sales.ts'
import { watchersOf } from '../generator/spawn.ts'

const MERCHANTS = 20
const DEVICES = 10
const SALES = MERCHANTS * DEVICES
/** Copies of events a second. */
const EVENTS = 500
/** The events of a cancelled sale: the request for the cancel, and the end. */
const EVENTS_EACH = 2
/** Limits of P80. */
const MOST_MIB = 512
const DELIVERY_MS = 100

/** The section `watchers`. */
export const watchers: Section = {
  name: 'watchers',
  async run(options): Promise<readonly Line[]> {
    const each = Math.max(1, Math.round(options.watchers / SALES))
    const perSecond = EVENTS / (EVENTS_EACH * each)
    const fleet = await openFleet({
      bffs: 1,
      services: 1,
      merchants: MERCHANTS,
      devicesEach: DEVICES,
      terminals: 'NEVER',
    })
    const agent = new Agent({ keepAlive: true })
    try {
      const pid = fleet.bffs[0]?.running.child.pid
      const sales = await openSales(fleet, agent)
      const alone = residentMiB(pid)
      const tickets = sales.flatMap((sale) => Array.from({ length: each }, () => ticketOf(sale)))
      const seconds = Math.floor(SALES / perSecond)
      const come = Promise.withResolvers<number>()
      const begunAt = performance.now()
      const plan = {
        askUrl: fleet.bffs[0]?.running.url ?? '',
        tickets,
        how: 'watch',
        seconds: seconds + 8,
        atOnce: 40,
      } as const
      const watching = watchersOf(plan, (opened) => come.resolve(opened))
      const opened = await Promise.race([come.promise, watching.then(() => 0)])
      const openedMs = performance.now() - begunAt
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
      options.note(
        `  ${opened} streams opened in ${(openedMs / 1000).toFixed(0)} s; BFF alone ${alone.toFixed(0)} MiB, with them ` +
          `${full.toFixed(0)} MiB, at most ${most.toFixed(0)} MiB, ${(((full - alone) * 1024) / opened).toFixed(1)} KiB each; ` +
          `${(busy * 100).toFixed(0)} % of one core; faults: ${countsOf(seen.faults)}, ${lost.length} cancels lost`,
      )
      return [
        {
          promise: `P80 ${opened} live watchers of ${SALES} sales`,
          wanted: `≤ ${MOST_MIB} MiB (× ${MEMORY_FACTOR}), ${EVENTS} events/s, delivery p99 ≤ ${ms(DELIVERY_MS)} (× ${TIME_FACTOR})`,
          measured: `${most.toFixed(0)} MiB, ${eachSecond.toFixed(0)} events/s, delivery p50 ${ms(seen.delivery.p50)}, p99 ${ms(seen.delivery.p99)}, most ${ms(seen.delivery.most)}`,
          held: allHeld(
            opened >= options.watchers,
            atMost(most, MOST_MIB, MEMORY_FACTOR),
            eachSecond >= 0.95 * EVENTS,
            atMost(seen.delivery.p99, DELIVERY_MS, TIME_FACTOR),
          ),
        },
      ]
    } finally {
      agent.destroy()
      await fleet.close()
    }
  },
}
