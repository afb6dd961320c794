// A well-behaved merchant beside hostile clients of another merchant on the same BFF: p99 of its starts and reads, compared with no
// hostile client in the same run.
import { openFleet, type Fleet } from '../../kit/fleet.ts'
import { hostileClients, shoppers } from '../../load/generator/spawn.ts'
import { median } from '../common/figures.ts'
import { seeded, shuffled } from '../common/order.ts'
import { gated } from '../common/quiet.ts'
import type { BenchOptions, Finding, Section } from '../common/report.ts'

const CLIENTS = [0, 1, 10, 100] as const
const ROUNDS = 3
const SECONDS = 20
/** Sales of the well-behaved merchant. */
const SALES_PER_SECOND = 5
/** Requests of each hostile client. */
const HOSTILE_PER_SECOND = 10
const RATIO_MAX = 1.5
/** Every client gets its first token at once; the other limits are the defaults. */
const LIMITS = JSON.stringify({ mint: { count: 1_000, windowSeconds: 1 } })

/** Figures of one run, in ms. */
interface Outcome {
  readonly start: number
  readonly read: number
  /** Sales of the well-behaved merchant that were not approved. */
  readonly failed: number
  /** Answers to the hostile clients by action and status. */
  readonly hostile: Readonly<Record<string, number>>
}

async function measure(fleet: Fleet, clients: number, prefix: string): Promise<Outcome> {
  const [victim, attacker] = fleet.merchants
  if (victim === undefined || attacker === undefined) throw new Error('The fleet has two merchants.')
  const askUrl = fleet.bffs[0]?.running.url ?? ''
  const shared = { askUrl, publicUrl: fleet.bffUrl, origin: fleet.origin, seconds: SECONDS, prefix }
  const [seen, hostile] = await Promise.all([
    shoppers({ ...shared, merchants: [victim], perSecond: SALES_PER_SECOND }),
    clients === 0
      ? {}
      : hostileClients({ ...shared, merchant: attacker, clients, perSecond: HOSTILE_PER_SECOND }),
  ])
  return { start: seen.start.p99, read: seen.checkout.p99, failed: seen.sent - seen.approved, hostile }
}

async function run(options: BenchOptions): Promise<Finding> {
  const size = { bffs: 1, services: 1, merchants: 2, devicesEach: 40 }
  const fleet = await openFleet({ ...size, environment: { TAPBOARD_LIMITS: LIMITS } })
  try {
    const chance = seeded(options.seed)
    const outcomes = new Map<number, Outcome[]>(CLIENTS.map((clients) => [clients, []]))
    await measure(fleet, 0, 'warm')
    let runs = 0
    for (let round = 0; round < ROUNDS; round += 1)
      for (const clients of shuffled(CLIENTS, chance)) {
        const { value, foreign } = await gated(options, () => {
          runs += 1
          return measure(fleet, clients, `run-${runs}`)
        })
        outcomes.get(clients)?.push(value)
        options.note(
          `  round ${round + 1}/${ROUNDS} ${clients} hostile clients: start p99 ${value.start.toFixed(1)} ms, ` +
            `read p99 ${value.read.toFixed(1)} ms, ${value.failed} failed, others ${(foreign * 100).toFixed(0)} %`,
        )
      }
    const of = (clients: number, figure: (outcome: Outcome) => number): number =>
      median((outcomes.get(clients) ?? []).map(figure))
    const both = (clients: number): number => of(clients, ({ start, read }) => start + read)
    const failed = (clients: number): number =>
      (outcomes.get(clients) ?? []).reduce((sum, outcome) => sum + outcome.failed, 0)
    return {
      method:
        `Service and BFF as processes, two merchants. One sells ${SALES_PER_SECOND} times a second for ${SECONDS} s (token, ` +
        `checkout, start, stream). Each client of the other sends ${HOSTILE_PER_SECOND} requests a second: starts with fresh ` +
        `keys on every terminal, reads, streams, unsigned webhooks, tokens. Medians of ${ROUNDS} rounds in an order of chance ` +
        `(seed ${options.seed}).`,
      tables: [
        {
          title: 'The well-behaved merchant, p99 in ms',
          head: ['hostile clients', 'start', 'read', 'both', 'ratio to none', 'sales not approved'],
          rows: CLIENTS.map((clients) => [
            `${clients}`,
            of(clients, ({ start }) => start).toFixed(1),
            of(clients, ({ read }) => read).toFixed(1),
            both(clients).toFixed(1),
            (both(clients) / both(0)).toFixed(2),
            `${failed(clients)}`,
          ]),
        },
      ],
      targets: CLIENTS.filter((clients) => clients > 0).map((clients) => {
        const ratio = both(clients) / both(0)
        return {
          what: `p99 of start and read with ${clients} hostile clients, as a ratio to none`,
          limit: `at most ${RATIO_MAX}, no sale lost`,
          measured: `${ratio.toFixed(2)}, ${failed(clients)} lost`,
          held: ratio <= RATIO_MAX && failed(clients) === 0,
        }
      }),
      raw: CLIENTS.map((clients) => ({ clients, outcomes: outcomes.get(clients) })),
    }
  } finally {
    await fleet.close()
  }
}

/** The section `fairness`. */
export const fairness: Section = { name: 'fairness', run }
