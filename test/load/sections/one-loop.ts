// P82: the number of upstream requests with one watcher, with a thousand, and while the upstream answers 429 to everything.
import { createServer, request } from 'node:http'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openFleet } from '../../cluster/support/fleet.ts'
import { readMetric, type Line, type Section } from '../common/report.ts'
import { openSales, ticketOf } from '../common/open-sales.ts'
import { watchersOf } from '../generator/spawn.ts'

const WATCH_SECONDS = 20
const STORM_SECONDS = 30
const RETRY_AFTER_SECONDS = 5

/** Forwards requests. While `storm` returns true, every read of a session is answered with 429. */
async function openWeather(storm: () => boolean) {
  let target = ''
  let refused = 0
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const server = createServer((incoming, outgoing) => {
    if (storm() && incoming.method === 'GET' && incoming.url?.startsWith('/v1/Session/') === true) {
      refused += 1
      outgoing.writeHead(429, {
        'retry-after': String(RETRY_AFTER_SECONDS),
        'content-type': 'application/json',
      })
      outgoing.end('{"error":{"code":"INVALID_REQUEST","message":"later"}}')
      return
    }
    const far = request(`${target}${incoming.url}`, {
      agent,
      method: incoming.method,
      headers: incoming.headers,
    })
    far.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    far.on('error', () => outgoing.destroy())
    outgoing.on('close', () => far.destroy())
    incoming.pipe(far)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    lead: async (serviceUrl: string): Promise<string> => {
      target = serviceUrl
      return url
    },
    refused: () => refused,
    close: () => {
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The section `one-loop`. */
export const oneLoop: Section = {
  name: 'one-loop',
  async run(options): Promise<readonly Line[]> {
    let storming = false
    const weather = await openWeather(() => storming)
    const fleet = await openFleet({
      bffs: 1,
      services: 1,
      merchants: 1,
      devicesEach: 10,
      terminals: 'NEVER',
      strict: true,
      between: weather.lead,
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
      storming = true
      await pause(STORM_SECONDS * 1000)
      const refused = weather.refused()
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
      weather.close()
    }
  },
}
