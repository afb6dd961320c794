// P82: the number of upstream requests with one watcher, with a thousand, and while the upstream answers 429 to everything.
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openAlteringLine, type Alter } from '../../kit/line/altering-line.ts'
import { openFleet } from '../../kit/fleet.ts'
import { readMetric, type Line, type Section } from '../common/report.ts'
import { openSales, ticketOf } from '../common/open-sales.ts'
import { watchersOf } from '../generator/spawn.ts'

const WATCH_SECONDS = 20
const STORM_SECONDS = 30
const RETRY_AFTER_SECONDS = 5

const REFUSED_BODY = '{"error":{"code":"INVALID_REQUEST","message":"later"}}'

/** The section `one-loop`. */
export const oneLoop: Section = {
  name: 'one-loop',
  async run(options): Promise<readonly Line[]> {
    const line = await openAlteringLine()
    let refused = 0
    /** Answers every read of a session with 429. */
    const refuse: Alter = async (request, forward) => {
      if (request.method !== 'GET' || !request.url.includes('/v1/Session/')) return forward(request)
      refused += 1
      const headers = { 'retry-after': String(RETRY_AFTER_SECONDS), 'content-type': 'application/json' }
      return new Response(REFUSED_BODY, { status: 429, headers })
    }
    const fleet = await openFleet({
      bffs: 1,
      services: 1,
      merchants: 1,
      devicesEach: 10,
      terminals: 'NEVER',
      strict: true,
      between: async (serviceUrl) => {
        line.lead(serviceUrl)
        return line.url
      },
    })
    const agent = new Agent({ keepAlive: true })
    try {
      const metrics = fleet.bffs[0]?.metricsUrl ?? ''
      const askUrl = fleet.bffs[0]?.running.url ?? ''
      const reads = (): Promise<number> =>
        readMetric(metrics, 'tapboard_upstream_request_duration_seconds_count', 'operation="read_session"')
      const sales = await openSales(fleet, agent)
      const [sale] = sales
      if (sale === undefined) return []
      const readsWith = async (count: number): Promise<number> => {
        const tickets = Array.from({ length: count }, () => ticketOf(sale))
        const come = Promise.withResolvers<number>()
        const plan = { askUrl, tickets, how: 'watch', seconds: WATCH_SECONDS, atOnce: 40 } as const
        const watching = watchersOf(plan, (opened) => come.resolve(opened))
        await Promise.race([come.promise, watching])
        const before = await reads()
        await pause(WATCH_SECONDS * 1000 - 500)
        const after = await reads()
        await watching
        return (after - before) / sales.length
      }
      const many = options.quick ? 100 : 1_000
      const one = await readsWith(1)
      const crowded = await readsWith(many)
      line.alter(refuse)
      await pause(STORM_SECONDS * 1000)
      const eachSale = refused / sales.length
      const allowed = STORM_SECONDS / RETRY_AFTER_SECONDS + 2
      return [
        {
          promise: `P82 ${many} watchers of one sale, upstream that can only be polled`,
          wanted: 'one loop a sale, as with one watcher',
          measured: `${crowded.toFixed(1)} reads a sale in ${WATCH_SECONDS} s, ${one.toFixed(1)} with one watcher`,
          held: crowded <= one + 2,
        },
        {
          promise: `P82 ${STORM_SECONDS} s of 429 with Retry-After: ${RETRY_AFTER_SECONDS}, ${sales.length} open sales`,
          wanted: 'Retry-After obeyed',
          measured: `${eachSale.toFixed(1)} reads a sale`,
          held: eachSale <= allowed,
        },
      ]
    } finally {
      agent.destroy()
      await fleet.close()
      line.close()
    }
  },
}
