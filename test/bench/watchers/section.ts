// A thousand watchers of one sale: the number of upstream requests, the memory of the BFF, and the time until the last event
// reaches every watcher.
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { median, percentile, summarise, withSpread } from '../common/figures.ts'
import { seeded, shuffled } from '../common/order.ts'
import { gated } from '../common/quiet.ts'
import type { BenchOptions, Finding, Section } from '../common/report.ts'
import { openStack, type BenchStack, type Counter } from '../stack/stack.ts'
import { gather } from './crowd.ts'

const ORIGIN = 'http://127.0.0.1:9'
const ROUNDS = 3
/** How long the sale stays open with all watchers: several polls. */
const WATCH_MS = 6_000
/** A look at the session, held open or not. */
const READ = /^GET \/v1\/Session\//

interface Case {
  readonly name: string
  readonly stack: BenchStack
  readonly counter: Counter
  readonly watchers: number
}

/** The result of one sale with its crowd. */
interface Outcome {
  /** Reads of the session at the upstream while all watchers are connected, until the last event. */
  readonly reads: number
  /** Copies of events that were delivered in that time. */
  readonly delivered: number
  /** Memory of the BFF's process before the crowd and with it, bytes. */
  readonly memoryBefore: number
  readonly memoryWith: number
  /** Milliseconds from `result_shown` to the approval at each watcher. */
  readonly deliveries: readonly number[]
}

/** Resident memory of a process, bytes; NaN without /proc. */
function memoryOf(pid: number): number {
  const path = `/proc/${pid}/status`
  if (!existsSync(path)) return Number.NaN
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(path, 'utf8'))?.[1]) * 1024
}

const readsOf = ({ line }: BenchStack): number => line.requests.filter((request) => READ.test(request)).length

async function watch({ stack, counter, watchers }: Case, order: string): Promise<Outcome> {
  const page = stack.page(order)
  const { id } = await page.begin(counter.deviceId)
  await counter.terminal.prompt()
  const memoryBefore = memoryOf(stack.bffPid)
  const crowd = await gather(page, id, watchers)
  try {
    const readsBefore = readsOf(stack)
    const heardBefore = crowd.events()
    await pause(WATCH_MS)
    const memoryWith = memoryOf(stack.bffPid)
    await counter.terminal.tap()
    await counter.terminal.result()
    const shownAt = performance.now()
    await counter.terminal.showResult()
    const approvals = await crowd.approvals
    return {
      reads: readsOf(stack) - readsBefore,
      delivered: crowd.events() - heardBefore,
      memoryBefore,
      memoryWith,
      deliveries: approvals.map((at) => at - shownAt),
    }
  } finally {
    crowd.leave()
  }
}

async function run(options: BenchOptions): Promise<Finding> {
  const held = await openStack({ strict: false, origin: ORIGIN })
  const strict = await openStack({ strict: true, origin: ORIGIN })
  try {
    const stacks = [
      { name: 'upstream holds reads open', stack: held, counter: await held.counter('Front counter') },
      { name: 'upstream can only be polled', stack: strict, counter: await strict.counter('Front counter') },
    ]
    const cases: readonly Case[] = stacks.flatMap((stack) =>
      [1, options.watchers].map((watchers) => ({ ...stack, watchers })),
    )
    const chance = seeded(options.seed)
    const outcomes = new Map<Case, Outcome[]>(cases.map((one) => [one, []]))
    let orders = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const one of shuffled(cases, chance)) {
        const { value, foreign } = await gated(options, () => {
          orders += 1
          return watch(one, `W-${orders}`)
        })
        outcomes.get(one)?.push(value)
        options.note(
          `  round ${round + 1}/${ROUNDS} ${one.watchers} watchers, ${one.name}: ${value.reads} reads, ` +
            `others ${(foreign * 100).toFixed(0)} %`,
        )
      }
    }
    const of = (one: Case, figure: (outcome: Outcome) => number): number[] =>
      (outcomes.get(one) ?? []).map(figure)
    const deliveries = (one: Case): number[] =>
      (outcomes.get(one) ?? []).flatMap((outcome) => outcome.deliveries)
    const readsWith = (name: string, watchers: number): number =>
      median(
        cases
          .filter((one) => one.name === name && one.watchers === watchers)
          .flatMap((one) => of(one, ({ reads }) => reads)),
      )
    const many = cases.filter((one) => one.watchers > 1)
    return {
      method:
        `Service and BFF as processes; every watcher is a socket with a token and a proof of its own that reads ` +
        `GET /v1/sales/{id}/events. All watch for ${WATCH_MS / 1000} s, then the card is shown. Reads of the session are counted ` +
        `on the line between BFF and service; delivery from result_shown at the terminal to the event read at each watcher ` +
        `(the crowd shares the machine with what it watches). ${ROUNDS} rounds in an order of chance (seed ${options.seed}).`,
      tables: [
        {
          title: 'Watchers of one sale',
          head: [
            'upstream',
            'watchers',
            'upstream reads',
            'copies delivered',
            'delivery p50 ms',
            'p99 ms',
            'most ms',
          ],
          rows: cases.map((one) => [
            one.name,
            `${one.watchers}`,
            withSpread(summarise(of(one, ({ reads }) => reads))),
            `${median(of(one, ({ delivered }) => delivered))}`,
            ...[0.5, 0.99, 1].map((q) => percentile(deliveries(one), q).toFixed(0)),
          ]),
        },
        {
          title: 'Memory of the BFF process, MiB',
          head: ['upstream', 'watchers', 'before', 'with the crowd', 'KiB a watcher'],
          rows: many.map((one) => {
            const before = median(of(one, ({ memoryBefore }) => memoryBefore))
            const grown = median(of(one, (outcome) => outcome.memoryWith - outcome.memoryBefore))
            return [
              one.name,
              `${one.watchers}`,
              (before / 2 ** 20).toFixed(1),
              ((before + grown) / 2 ** 20).toFixed(1),
              (grown / 1024 / one.watchers).toFixed(1),
            ]
          }),
        },
      ],
      targets: stacks.map(({ name }) => {
        const alone = readsWith(name, 1)
        const crowded = readsWith(name, options.watchers)
        return {
          what: `${name}: upstream reads with ${options.watchers} watchers and with one`,
          limit: 'the same (one loop), give or take one poll',
          measured: `${crowded} and ${alone}`,
          held: crowded <= alone + 1,
        }
      }),
      raw: cases.map((one) => ({ upstream: one.name, watchers: one.watchers, outcomes: outcomes.get(one) })),
    }
  } finally {
    await held.close()
    await strict.close()
  }
}

/** The section `watchers`. */
export const watchers: Section = { name: 'watchers', run }
