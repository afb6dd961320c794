// Runs one story from beginning to end: the real ledger, runner and watchers of the BFF against the service's own machine, with a
// simulated clock, randomness, network and store. The same scenario gives the same run, to the millisecond.
import { isSettled } from '@tapboard/contract'
import { MemoryLedger, type Committed } from './memory-ledger.ts'
import { wrongEvent } from '../../packages/bff/src/sale/ledger/audit.ts'
import { decidingAttempt } from '../../packages/bff/src/sale/machine/check-start.ts'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { isFinal } from '../../packages/service/src/cloud/session/machine.ts'
import { StoreFaults, type Books } from './books.ts'
import { Evidence } from './evidence.ts'
import { Faults } from './faults.ts'
import { Host } from './host.ts'
import { Invariants } from './invariants.ts'
import { Network } from './network.ts'
import { Lies } from './lies.ts'
import { isHidden, judge, owesAlert } from './oracle.ts'
import type { PageClerk } from './page-clerk.ts'
import { PageTruth, shows } from './page-truth.ts'
import { settleDoubts } from './person.ts'
import { Presses } from './presses.ts'
import { planRestore } from './recovery.ts'
import type { Scenario } from './story.ts'
import { SimService } from './service.ts'
import { Shop } from './shop.ts'
import { tamper } from './tampering.ts'
import { Terminals } from './terminals.ts'
import { Tills } from './tills.ts'
import { Tokens } from './tokens.ts'
import type { Weakness } from './weaknesses.ts'
import { World } from './world.ts'

/** After the last fault: longer than INV-6 allows. */
const HEAL_MS = 36_000

/** The same after an answer that changed: an end by the upstream's word is read every minute at first (D-35). */
const HEAL_AFTER_LIE_MS = 80_000

/** How long the network may hold a start. */
const longestHoldMs = ({ faults }: Scenario): number =>
  Math.max(0, ...faults.map((fault) => (fault.at === 'start' ? fault.ms + 1_000 : 0)))

/** Longer than an open page needs to learn of a commit, including one reconnection. */
const PAGE_MS = 6_000

/** Longer than a commit of a dead process waits. */
const CLOSING_MS = 5_000

/** The result of a run. */
interface Run {
  /** The first broken promise; `null` = none. */
  readonly violation: string | null
  /** Transitions by number, and how often each happened. */
  readonly rules: ReadonlyMap<string, number>
  /** Faults by name, with the number of times each was applied. */
  readonly faults: ReadonlyMap<string, number>
  /** Situations that pages showed, and how often. */
  readonly situations: ReadonlyMap<string, number>
  /** The trace, if it was asked for. */
  readonly lines: readonly string[]
  /** Length of the story on its virtual clock, ms. */
  readonly lengthMs: number
}

/** How to run a story. */
export interface RunOptions {
  readonly traced?: boolean
  /** A rule to take away. */
  readonly weakness?: Weakness | null
  /** Where the ledger is kept; default: memory. */
  readonly books?: (world: World) => Promise<Books>
}

/** Pages that do not show the attempt that decides for their order (V6). */
const stalePages = (pages: readonly PageClerk[], books: Books): readonly PageClerk[] =>
  pages.filter((page) => {
    const attempts = books.rows().filter((row) => row.kind === 'sale' && row.orderRef === page.order)
    return !shows(page, decidingAttempt(attempts.toSorted((one, other) => other.attempt - one.attempt)))
  })

export async function simulate(scenario: Scenario, options: RunOptions = {}): Promise<Run> {
  const weakness = options.weakness ?? null
  const world = new World(options.traced === true)
  const faults = new Faults(scenario.faults)
  const books: Books = (await options.books?.(world)) ?? new MemoryLedger()
  const presses = new Presses(world)
  const tokens = new Tokens(books)
  const host = new Host(world, scenario, books, faults)
  const invariants = new Invariants(world, scenario, { books, presses, tokens })
  const terminals = new Terminals(world, scenario)
  const service = new SimService(world, scenario, {
    show: (row) => terminals.show(row),
    verdict: (row) => terminals.verdict(row),
    charged: (charge) => {
      invariants.charged(charge)
      if (charge.command === 'cc:sale') truth.charged(charge)
      terminals.charged(charge.sessionId)
    },
    overtakenMs: () => faults.next('session')?.ms ?? null,
    comparesVersion: weakness?.staleSessions !== true,
  })
  terminals.connect(service)
  const storeFaults = new StoreFaults(world, scenario, faults)
  const listeners = [(committed: Committed): void => storeFaults.committed(committed)]
  invariants.heard = (committed) => {
    for (const listener of listeners) listener(committed)
  }
  const lies = new Lies(world, faults, service)
  invariants.lies = lies
  const saleOf = (externalId: string): SaleRow | undefined => invariants.saleOf(externalId)
  const truth = new PageTruth(world, saleOf, (externalId) =>
    service.sessions.some((one) => one.externalId === externalId && lies.endMs(one.id) !== null),
  )
  const evidence = new Evidence()
  const network = new Network(world, scenario.seed, faults, service, lies, {
    leaving: ({ skewMs }, order, body) => invariants.leaving(order, body, skewMs),
    turnedAway: (order) => invariants.turnedAway(order),
    reported: (process, { externalId }, report) => evidence.reported(process, externalId, report),
  })
  const shop = new Shop({
    world,
    scenario,
    faults,
    books,
    storeFaults,
    network,
    weakness,
    presses,
    host,
    tokens,
  })
  const changeEvent = weakness?.page ?? ((event) => event)
  const tills = new Tills(world, scenario, { shop, books, presses, truth, changeEvent, host })
  settleDoubts(world, scenario, { books, service, shop })
  planRestore(world, scenario.restore, {
    books,
    service,
    shop,
    faults,
    comparesEarly: weakness?.comparesEarly === true,
    keepsIntents: weakness?.keepsIntents === true,
    onCommit: (listener) => void listeners.push(listener),
    lose: (rows, putBack) => {
      for (const part of [invariants, truth, tills]) part.lose(rows, putBack)
    },
  })

  const isOver = (row: SaleRow): boolean =>
    (isSettled(row.state) && !owesAlert(row, scenario, service) && !isHidden(row, service)) ||
    row.state === 'review'
  const settled = (): boolean =>
    tills.done &&
    shop.held === 0 &&
    books.rows().every(isOver) &&
    service.sessions.every(({ status }) => isFinal(status))
  await world.run(scenario.lengthMs, () => world.violation !== null || settled())
  const faultsEndedMs = world.sinceMs
  faults.endAll()
  lies.end()
  shop.restore()
  /** In doubt without a session: there is none, or it cannot be looked up. Time or a person ends it, not the upstream. */
  const hopeless = (row: SaleRow): boolean =>
    row.state === 'in_doubt' &&
    row.sessionId === null &&
    !evidence.isMissing(row) &&
    (scenario.upstream.lookup === 'none' ||
      (network.underWay === 0 && !service.sessions.some((one) => one.externalId === row.externalId)))
  const shownPages = (): readonly PageClerk[] => tills.pages.filter((page) => !truth.showsLost(page))
  const healed = (): boolean =>
    shop.held === 0 &&
    books.rows().every((row) => isOver(row) || hopeless(row)) &&
    service.sessions.every(({ status }) => isFinal(status)) &&
    stalePages(shownPages(), books).length === 0
  const healMs = scenario.faults.some(({ at }) => at === 'lie') ? HEAL_AFTER_LIE_MS : HEAL_MS
  await world.run(
    faultsEndedMs + healMs + longestHoldMs(scenario),
    () => world.violation !== null || healed(),
  )
  if (world.violation === null)
    tamper(world, scenario.seed, books, weakness?.audit?.(wrongEvent) ?? wrongEvent)
  if (world.violation === null)
    judge(world, scenario, { books, service, invariants, evidence, faultsEndedMs })
  // A page learns of the last move within 3 s (V6).
  await world.run(
    world.sinceMs + PAGE_MS,
    () => world.violation !== null || stalePages(shownPages(), books).length === 0,
  )
  for (const { name, view } of stalePages(shownPages(), books))
    world.broken(
      `V6: ${name} shows ${view.sale?.id ?? 'no sale'} ${view.sale?.state ?? ''}, and the order has news`,
    )
  if (books.close !== undefined) {
    // Open work in the database ends with its process, before the database is closed.
    shop.stop()
    await world.run(world.sinceMs + CLOSING_MS, () => false)
    await books.close()
  }
  return {
    violation: world.violation,
    rules: invariants.rules,
    faults: faults.applied,
    situations: truth.situations,
    lines: world.lines ?? [],
    lengthMs: world.sinceMs,
  }
}
