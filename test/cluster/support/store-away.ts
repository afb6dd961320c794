// The ledger's database is stopped while sales are open, and restarts.
import { Agent } from 'node:http'
import type { RestartablePostgres } from '../../kit/postgres.ts'
import { until } from '../../kit/until.ts'
import { contradictions, openBooks } from '../../kit/books.ts'
import type { Fleet } from '../../kit/fleet.ts'
import { Page, problemOf } from '../../kit/page.ts'

/** The findings of the run. */
interface AwayFindings {
  readonly sales: number
  /** Answers to starts during the outage; the slowest one took `refusedWithinMs`. */
  readonly refusals: readonly string[]
  readonly refusedWithinMs: number
  /** From the return until every sale had its end, ms. */
  readonly healedMs: number
  /** The output of {@link contradictions}; empty if ledger and upstream agree. */
  readonly contradictions: readonly string[]
  /** States that sales ended in, and how many. */
  readonly ends: Readonly<Record<string, number>>
}

const LONG_MS = 120_000

/** Concurrent starts: each reads its terminal, and a read that takes over 3 s times out. */
const AT_ONCE = 16

/** Stops the store for `awayMs` with a sale at every terminal but the last. A start at the last one is tried meanwhile. */
export async function loseStore(
  fleet: Fleet,
  server: RestartablePostgres,
  awayMs: number,
): Promise<AwayFindings> {
  // A connection of its own for each request: the server closes an idle one after 5 s, and a page that writes on it in that
  // moment learns only that it broke.
  const agent = new Agent()
  const counters = fleet.merchants.flatMap((merchant) =>
    merchant.devices.map((device) => ({ merchant, device })),
  )
  const pageOf = (index: number): { page: Page; device: string } => {
    const { merchant, device } = counters[index] ?? { merchant: null, device: '' }
    const { hostSecret = '' } = merchant ?? {}
    const shop = { askUrl: fleet.bffUrl, publicUrl: fleet.bffUrl, origin: fleet.origin, agent, hostSecret }
    return { page: new Page(shop, `away-${index}`), device }
  }
  const open = counters.slice(0, -1)
  const late = pageOf(counters.length - 1)
  await late.page.getToken()
  const left = [...open.keys()]
  const opener = async (): Promise<void> => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      const { page, device } = pageOf(index)
      await page.begin(device)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, opener))
  const books = await openBooks(fleet.stores.ledger)
  const unsettled = (): Promise<number> =>
    books.count('select count(*) from sale where settled_at_ms is null')
  await until(
    'every sale is followed',
    async () => (await books.count(`select count(*) from sale where session_id is not null`)) === open.length,
    LONG_MS,
  )
  await server.stop()
  const stoppedAt = performance.now()
  const refusals = new Set<string>()
  let refusedWithinMs = 0
  while (performance.now() - stoppedAt < awayMs) {
    const askedAt = performance.now()
    const answer = await late.page.ask(late.page.start(late.device))
    refusedWithinMs = Math.max(refusedWithinMs, performance.now() - askedAt)
    refusals.add(`${answer.status} ${problemOf(answer.text)}`)
    const next = askedAt + 1_000
    await until('the next try', () => performance.now() > next)
  }
  await server.start()
  const backAt = performance.now()
  await until('every sale has its end', async () => (await unsettled()) === 0, LONG_MS)
  const healedMs = performance.now() - backAt
  const service = await openBooks(fleet.stores.service)
  const ends: Record<string, number> = {}
  for (const { state } of await books.read('select state from sale'))
    ends[String(state)] = (ends[String(state)] ?? 0) + 1
  const found = await contradictions(books, service)
  await service.close()
  agent.destroy()
  return {
    sales: open.length,
    refusals: [...refusals],
    refusedWithinMs,
    healedMs,
    contradictions: found,
    ends,
  }
}
