// P83 and P84: readers that never read, and visitors that disconnect at once.
import { Agent } from 'node:http'
import { until } from '../../kit/until.ts'
import { openFleet } from '../../kit/fleet.ts'
import { countsOf, readMetric, residentMiB, type Line, type Section } from '../common/report.ts'
import { openSales, ticketOf } from '../common/open-sales.ts'
import { watchersOf } from '../generator/spawn.ts'

/** Longer than the 30 s after which a reader is dropped. */
const SILENT_SECONDS = 40

/** The section `readers`. */
export const readers: Section = {
  name: 'readers',
  async run(options): Promise<readonly Line[]> {
    const [silent, cycles] = options.quick ? [50, 1_000] : [500, 10_000]
    const fleet = await openFleet({ bffs: 1, services: 1, merchants: 1, devicesEach: 4, terminals: 'NEVER' })
    const agent = new Agent({ keepAlive: true })
    try {
      const [bff] = fleet.bffs
      const askUrl = bff?.running.url ?? ''
      const metrics = bff?.metricsUrl ?? ''
      const pid = bff?.running.child.pid
      const sales = await openSales(fleet, agent)
      const tickets = (count: number) =>
        Array.from({ length: count }, (_, index) => ticketOf(sales[index % sales.length] ?? sales[0]!))
      const open = (): Promise<number> => readMetric(metrics, 'tapboard_streams_open')
      const churn = async (count: number) => {
        const seen = await watchersOf({
          askUrl,
          tickets: tickets(count),
          how: 'churn',
          seconds: 0,
          atOnce: 50,
        })
        await until('every stream is forgotten', async () => (await open()) === 0)
        return seen
      }
      // The engine allocates its memory for the first thousands; growth after them is a leak.
      await churn(cycles)
      const warm = residentMiB(pid)
      const seen = await churn(cycles)
      const after = residentMiB(pid)
      const watched = await readMetric(metrics, 'tapboard_sales_watched')
      const grown = (after - warm) / warm

      const before = residentMiB(pid)
      let most = before
      const watching = watchersOf({
        askUrl,
        tickets: tickets(silent),
        how: 'silent',
        seconds: SILENT_SECONDS,
        atOnce: 50,
      })
      const looking = setInterval(() => (most = Math.max(most, residentMiB(pid))), 500)
      const dull = await watching
      clearInterval(looking)
      await until('every stream is forgotten', async () => (await open()) === 0)
      return [
        {
          promise: `P84 ${seen.opened} times come and gone`,
          wanted: 'registry 0, memory within 10 %',
          measured: `registry ${await open()}, ${watched} sales watched, ${warm.toFixed(0)} → ${after.toFixed(0)} MiB (${(grown * 100).toFixed(1)} %), faults: ${countsOf(seen.faults)}`,
          held: watched === 0 && grown <= 0.1 && seen.opened === cycles,
        },
        {
          promise: `P83 ${silent} readers that never read, for ${SILENT_SECONDS} s`,
          wanted: 'memory flat, 64 KiB or 30 s',
          measured: `${before.toFixed(0)} → at most ${most.toFixed(0)} MiB, ${(((most - before) * 1024) / silent).toFixed(1)} KiB each; ${dull.ended} ended by the server`,
          held: most - before <= (silent * 65_536) / 2 ** 20,
        },
      ]
    } finally {
      agent.destroy()
      await fleet.close()
    }
  },
}
