// The number of upstream requests with one watcher, with many, and while the upstream answers 429 to everything.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openFleet } from '../kit/fleet.ts'
import { times } from '../kit/limits.ts'
import { openAlteringLine, type Alter } from '../kit/line/altering-line.ts'
import { readMetric } from '../kit/measure.ts'
import { watchersOf } from './generator/spawn.ts'
import { openSales, ticketOf } from './open-sales.ts'
import { keepAliveAgent } from '../kit/keep-alive.ts'

const WATCHERS = times(100, 1_000)
const WATCH_SECONDS = 20
const STORM_MS = 30_000
const RETRY_AFTER_SECONDS = 5

const line = await openAlteringLine()
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
const agent = keepAliveAgent()
const sales = await openSales(fleet, agent)
after(async () => {
  agent.destroy()
  await fleet.close()
  line.close()
})

const reads = (): Promise<number> =>
  readMetric(
    fleet.bffs[0]?.metricsUrl ?? '',
    'tapboard_upstream_request_duration_seconds_count',
    'operation="read_session"',
  )

/** Reads of each sale while so many watch the first one. */
async function readsWith(count: number): Promise<number> {
  const tickets = Array.from({ length: count }, () => ticketOf(sales[0]!))
  const come = Promise.withResolvers<number>()
  const askUrl = fleet.bffs[0]?.running.url ?? ''
  const plan = { askUrl, tickets, how: 'watch', seconds: WATCH_SECONDS, atOnce: 40 } as const
  const watching = watchersOf(plan, (opened) => come.resolve(opened))
  await Promise.race([come.promise, watching])
  const before = await reads()
  await pause(WATCH_SECONDS * 1000 - 500)
  const after = await reads()
  await watching
  return (after - before) / sales.length
}

// P82 asserts: ${WATCHERS} watchers cost at most 2 reads more in ${WATCH_SECONDS} s than one.
test(`P82 ${WATCHERS} watchers of one sale share one poll loop`, async (context) => {
  const one = await readsWith(1)
  const crowded = await readsWith(WATCHERS)
  context.diagnostic(`P82 ${crowded.toFixed(1)} reads a sale, ${one.toFixed(1)} with one watcher`)
  assert.ok(crowded <= one + 2)
})

// P82 asserts: Retry-After obeyed in a storm of 429 of ${STORM_MS}.
test(`P82 waits Retry-After of a 429 before the next read`, async (context) => {
  let refused = 0
  const refuse: Alter = async (request, forward) => {
    if (request.method !== 'GET' || !request.url.includes('/v1/Session/')) return forward(request)
    refused += 1
    const body = { error: { code: 'INVALID_REQUEST', message: 'later' } }
    return Response.json(body, { status: 429, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } })
  }
  line.alter(refuse)
  await pause(STORM_MS)
  const eachSale = refused / sales.length
  context.diagnostic(`P82 ${eachSale.toFixed(1)} reads a sale in the storm`)
  assert.ok(refused > 0)
  assert.ok(eachSale <= STORM_MS / 1000 / RETRY_AFTER_SECONDS + 2)
})
