// Shoppers keep paying while the primary of the ledger is killed and its standby promoted. The service keeps a store of its own,
// so its charges are independent evidence.
import { setTimeout as wait } from 'node:timers/promises'
import { seeded } from '../../bench/common/order.ts'
import { contradictions, openBooks } from '../../kit/books.ts'
import type { Fleet } from '../../kit/fleet.ts'
import type { ReplicatedPostgres } from '../../kit/replicated-postgres.ts'
import { visit } from '../../kit/shopper.ts'
import { until } from '../../kit/until.ts'

/** The findings of one fail-over. */
interface FailOverFindings {
  /** Visits that showed a sale, so its start was acknowledged. */
  readonly acknowledged: number
  /** Acknowledged orders without a row in the ledger. */
  readonly lost: readonly string[]
  /** The output of {@link contradictions}; empty if ledger and upstream agree. */
  readonly contradictions: readonly string[]
  /** From the kill until every process was ready and a new sale was approved, ms. */
  readonly backMs: number
  /** The parts of `backMs`, each from the kill: the standby accepted writes, every process was ready, a new sale was approved; ms. */
  readonly parts: { readonly promotedMs: number; readonly readyMs: number; readonly approvedMs: number }
  /** Answers 5xx other than 503, by status and route. */
  readonly faults: Readonly<Record<string, number>>
  /** Log lines that report a fault of the program, and stack traces. */
  readonly faultLines: readonly string[]
  /** Final displayed states, with their counts. */
  readonly shown: Readonly<Record<string, number>>
}

const LONG_MS = 90_000

/** Time under load before the kill and after the return. */
const LOAD_MS = 1_000

/** Lines that an operator would read as a defect: an unknown fault, an answer 500, a stack trace. */
const DEFECT = /"code":"(fault|internal-error)"|"reason":"Error"|^\s+at .*\(/

interface Tally {
  readonly shown: Record<string, number>
  readonly faults: Record<string, number>
  readonly acknowledged: Set<string>
  /** Number of approvals of visits that began after the kill. */
  approvedAfter: number
}

const count = (counts: Record<string, number>, name: string): void =>
  void (counts[name] = (counts[name] ?? 0) + 1)

/** One shopper at a terminal, order after order. */
async function shop(
  { bffUrl, origin, merchants }: Fleet,
  [merchant, device]: readonly [merchant: Fleet['merchants'][number], device: string],
  name: string,
  tally: Tally,
  state: { open: boolean; killed: boolean },
): Promise<void> {
  if (merchants.length === 0) return
  const random = seeded(7)
  const recorded: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    if (answer.status >= 500 && answer.status !== 503)
      count(tally.faults, `${answer.status} ${new URL(answer.url).pathname.replace(/\/[^/]{20,}/g, '/…')}`)
    return answer
  }
  for (let index = 0; state.open; index += 1) {
    const order = `${name}-${index}`
    const { killed } = state
    const seen = await visit({ bffUrl, origin, merchant, device, fetch: recorded }, order, random).catch(
      (error: Error) => ({ shown: `fault: ${error.message}` }),
    )
    count(tally.shown, seen.shown)
    if (!/^(fault|refused|nothing)/.test(seen.shown)) tally.acknowledged.add(order)
    if (killed && seen.shown === 'approved') tally.approvedAfter += 1
  }
}

/** Whether a process reports ready. */
export const isReady = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.ok === true
}

/** Kills the primary under load, promotes the standby, and waits until every sale has its end. */
export async function failOver(
  fleet: Fleet,
  pair: ReplicatedPostgres,
  database: string,
  round: number,
): Promise<FailOverFindings> {
  const tally: Tally = { shown: {}, faults: {}, acknowledged: new Set(), approvedAfter: 0 }
  const state = { open: true, killed: false }
  const outputBefore = fleet.bffs.map(({ running }) => running.output().length)
  const counters = fleet.merchants.flatMap((merchant) =>
    merchant.devices.map((device) => [merchant, device] as const),
  )
  const shopping = counters.map((counter, index) =>
    shop(fleet, counter, `round-${round}-${index}`, tally, state),
  )
  let parts: FailOverFindings['parts']
  try {
    await wait(LOAD_MS)
    const killedAt = performance.now()
    await pair.failOver()
    state.killed = true
    const sinceKill = (): number => Math.round(performance.now() - killedAt)
    const promotedMs = sinceKill()
    const ready = until(
      'every process is ready',
      async () => (await Promise.all(fleet.bffs.map(({ running }) => isReady(running.url)))).every(Boolean),
      LONG_MS,
    ).then(sinceKill)
    const approved = until('a new sale is approved', () => tally.approvedAfter > 0, LONG_MS).then(sinceKill)
    const [readyMs, approvedMs] = await Promise.all([ready, approved])
    parts = { promotedMs, readyMs, approvedMs }
    await wait(LOAD_MS)
  } finally {
    state.open = false
    await Promise.all(shopping)
  }
  const books = await openBooks(pair.primaryUrl(database))
  const service = await openBooks(fleet.stores.service)
  await until(
    'every sale has its end',
    async () =>
      (await books.count(`select count(*) from sale where settled_at_ms is null and state <> 'in_doubt'`)) ===
      0,
    LONG_MS,
  )
  const stored = new Set(
    (await books.read('select order_ref from sale')).map((row) => String(row['order_ref'])),
  )
  const found = await contradictions(books, service)
  await service.close()
  return {
    acknowledged: tally.acknowledged.size,
    lost: [...tally.acknowledged].filter((order) => !stored.has(order)),
    contradictions: found,
    backMs: Math.max(parts.readyMs, parts.approvedMs),
    parts,
    faults: tally.faults,
    faultLines: fleet.bffs.flatMap(({ running }, index) =>
      running
        .output()
        .slice(outputBefore[index])
        .split('\n')
        .filter((line) => DEFECT.test(line)),
    ),
    shown: tally.shown,
  }
}
