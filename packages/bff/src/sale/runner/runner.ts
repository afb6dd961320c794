// Claims due sales at start, every second and when woken, runs one loop per sale, renews leases, and releases them on
// drain (sale/README.md, Recovery). `send-sale.ts` and `follow.ts` implement the steps of a loop.
import { createOutageLog } from '@tapboard/server'
import {
  ClaimLoop,
  createAlarm,
  isStoreUnavailable,
  Loop,
  settledWithin,
  type LoopReport,
} from '@tapboard/store'
import type { Failpoint } from '../failpoint.ts'
import type { Observer } from '../../observe/observer.ts'
import { NO_SALE_TRACER, type SaleTracer } from '../../observe/sale-tracer.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import type { MerchantLookup, MerchantUpstream } from '../../upstream/terminal/merchant.ts'
import { sendSale } from './send-sale.ts'
import { followDoubt, followStarted, type Following, type Next } from './follow.ts'
import type { Gate } from './gate.ts'
import { askStoreNow, clockOffset, persist, storeNow, type Held, type RunnerDeps } from './held.ts'
import { createMissingMerchants, type MissingMerchants } from './missing.ts'
import type { Applied, Ledger } from '../ledger/ledger.ts'
import type { SaleRow } from '../machine/row.ts'
import { createStaleDetector } from '../machine/staleness.ts'
import { intentEndsMs, RENEW_MS, UNRENEWED_MS } from '../machine/states.ts'

/** The loops of a runner. */
export type LoopName = 'claim' | 'renew' | 'take_back'

interface RunnerConfig {
  readonly ledger: Ledger
  readonly merchants: MerchantLookup
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly observer: Observer
  /** Shared with all other readers of the same upstreams. */
  readonly gate: Gate
  /** Names this process run in leases; unique per start. */
  readonly owner: string
  /** Name of this process, stable across restarts, or `null`. Leases of its earlier runs are ended at start. */
  readonly instance: string | null
  /** Sales this process follows at once. */
  readonly maxSales: number
  readonly failpoint: Failpoint
  /** Creates spans of the work on sales. Default: none. */
  readonly tracer?: SaleTracer | undefined
  /** A round of a loop failed. */
  readonly loopFailed: (loop: LoopName) => void
}

/** Between two attempts of a write or a round that failed: leases that are renewed every 4 s must not wait for the next turn. */
const RETRY_MS = 1_000

/** Sales claimed in one transaction. */
const BATCH = 100

/** After a refusal by a guard (the store's clock is a moment behind): look again, without spinning. */
const REFUSED_MS = 250

/** Longest wait for sends under way: connect, answer, and a store that is slow. */
const DRAIN_MS = 15_000

/** A larger change of the clock offset means that our clock was set, so planned waits are wrong. */
const CLOCK_SET_MS = 1_000

interface Work {
  readonly held: Held
  readonly stop: AbortController
  readonly done: Promise<void>
  /** The fence of a newer lease of this process that no work holds, as the last renewal found it. */
  unclaimed: number | null
}

/** Works on sales until drained; nothing happens before `begin`. */
export class SaleRunner {
  readonly #config: RunnerConfig
  readonly #deps: RunnerDeps
  readonly #works = new Map<string, Work>()
  /** Sales that this process follows, by upstream. */
  readonly #open = new WeakMap<MerchantUpstream, number>()
  readonly #missing: MissingMerchants
  readonly #claims: ClaimLoop<SaleRow>
  readonly #renewing: Loop
  readonly #takingBack: Loop | null
  #draining = false

  constructor(config: RunnerConfig) {
    const { ledger, clock, random, log, observer, gate, failpoint, instance, merchants } = config
    this.#config = config
    this.#missing = createMissingMerchants(merchants, clock, log)
    this.#deps = {
      ledger,
      clock,
      random,
      log,
      observer,
      gate,
      failpoint,
      openSales: (upstream) => this.openOf(upstream),
      isDraining: () => this.#draining,
      wake: () => this.wake(),
    }
    this.#claims = this.#claimLoop()
    this.#renewing = this.#loopOf('renew', RENEW_MS, () => this.#renew())
    this.#takingBack =
      instance === null ? null : this.#loopOf('take_back', RETRY_MS, () => this.#takeBack(instance))
  }

  begin(): void {
    this.#claims.begin()
    void this.#renewing.begin()
    // Concurrent with claims: a slow take-back must not delay the send of a new start (D-97).
    void this.#takingBack?.begin()
  }

  /** Looks for due sales now. */
  wake(): void {
    this.#claims.wake()
  }

  /** Looks for the sale that the running request created. */
  wakeCreated(saleId: string): void {
    this.#config.tracer?.created(saleId)
    this.wake()
  }

  /** Looks at this sale now if this process has its lease. */
  wakeSale(saleId: string): void {
    this.#works.get(saleId)?.held.alarm.wake()
  }

  /** Stops claiming, lets running sends finish (bounded), releases the leases. */
  async drain(): Promise<void> {
    this.#draining = true
    const claims = this.#claims.stop()
    for (const { held, stop } of this.#works.values()) if (!held.sending) stop.abort()
    const works = new Set(this.#works.values())
    await this.#ended(works)
    for (const { stop } of this.#works.values()) stop.abort()
    await Promise.all([claims, this.#renewing.stop(), this.#takingBack?.stop()])
    // Sales of a claim that was under way: without their release, another process would wait for the end of their leases.
    await this.#ended([...this.#works.values()].filter((work) => !works.has(work)))
  }

  /** Waits for the loops of sales, at most {@link DRAIN_MS}. */
  #ended(works: Iterable<Work>): Promise<void> {
    return settledWithin(
      DRAIN_MS,
      [...works].map(({ done }) => done),
      this.#config.clock,
    )
  }

  /** Returns the number of sales whose lease this process has. */
  size(): number {
    return this.#works.size
  }

  /** Returns the number of sales of an upstream that this process follows. */
  openOf(upstream: MerchantUpstream): number {
    return this.#open.get(upstream) ?? 0
  }

  /** Returns the number of merchants that have open sales and are not configured in this process. */
  missing(): number {
    return this.#missing.count()
  }

  /** Returns true if another process renewed its lease on the sale lately. */
  isRenewed(saleId: string): boolean {
    return this.#claims.isRenewed(saleId)
  }

  /** Returns true if the loop fails repeatedly. */
  failing(loop: 'claim' | 'renew'): boolean {
    return (loop === 'claim' ? this.#claims : this.#renewing).failing()
  }

  #claimLoop(): ClaimLoop<SaleRow> {
    const { clock, ledger, maxSales, owner } = this.#config
    return new ClaimLoop<SaleRow>({
      claim: (limit, ended) =>
        ledger.claim(owner, limit, { ended, exceptMerchants: this.#missing.excluded() }),
      held: ledger.embedded ? null : () => ledger.agedLeases(),
      releaseOthers: (except) => ledger.releaseOthers('sales', owner, except),
      keyOf: ({ id }) => id,
      leaseMs: UNRENEWED_MS,
      room: () => Math.min(BATCH, maxSales - this.#works.size),
      work: (rows, start) => {
        for (const row of rows) start(row, () => this.#follow(row))
      },
      failed: (error, row) => this.#report(row, error),
      clock,
      report: this.#reportOf('claim'),
    })
  }

  #loopOf(name: LoopName, everyMs: number, work: () => Promise<void>): Loop {
    return new Loop({
      work,
      everyMs,
      retryMs: RETRY_MS,
      clock: this.#config.clock,
      report: this.#reportOf(name),
    })
  }

  #reportOf(name: LoopName): LoopReport {
    const { clock, log, loopFailed } = this.#config
    const outage = createOutageLog({
      name,
      failed: 'due sales could not be claimed; retrying',
      works: 'a loop of the sales works again; sales are taken',
      log,
      clock,
    })
    return {
      works: () => outage.works(),
      failed(code) {
        loopFailed(name)
        outage.failed(code)
      },
      failing: () =>
        log.error({ code: `${name}-failing` }, 'a loop of the sales fails again and again; not ready'),
    }
  }

  /** Runs the loop of a claimed sale. */
  #follow(row: SaleRow): Promise<void> {
    const { clock, ledger, merchants, tracer = NO_SALE_TRACER } = this.#config
    const upstream = merchants(row.merchant)
    this.#works.get(row.id)?.stop.abort()
    if (upstream === null) {
      this.#missing.claimed(row)
      return ledger.release(row.id, row.fence, clock.now() + clockOffset(row, clock))
    }
    const stop = new AbortController()
    const held: Held = {
      row,
      fence: row.fence,
      upstream,
      offsetMs: clockOffset(row, clock),
      signal: stop.signal,
      alarm: createAlarm(clock),
      sending: false,
      staleDetector: createStaleDetector({
        clock,
        sinceMs: row.staleSinceMs,
        changed: () => void this.#mark(held),
      }),
    }
    this.#open.set(upstream, (this.#open.get(upstream) ?? 0) + 1)
    const done = tracer
      .follow(row, () => this.#live(held))
      .finally(() => {
        held.staleDetector.close()
        this.#open.set(upstream, (this.#open.get(upstream) ?? 1) - 1)
        if (this.#works.get(row.id)?.held === held) this.#works.delete(row.id)
      })
    this.#works.set(row.id, { held, stop, done, unclaimed: null })
    return done
  }

  /** Runs the steps of a sale until it ends, is released or belongs to another owner. */
  async #live(held: Held): Promise<void> {
    const following: Following = { etag: null, faults: 0 }
    let fresh = true
    while (!held.signal.aborted && !this.#draining) {
      const next = await this.#step(held, following, fresh)
      fresh = false
      if (next.type === 'stop') break
      if (next.type === 'release') return this.#release(held, next.atMs)
      if (next.delayMs > 0) await held.alarm.pause(next.delayMs, held.signal)
    }
    if (!this.#draining) return
    await this.#config.failpoint('draining', held.row.id)
    await this.#release(held, storeNow(held, this.#config.clock))
  }

  /** One step of a sale, by its state. */
  async #step(held: Held, following: Following, fresh: boolean): Promise<Next> {
    const deps = this.#deps
    switch (held.row.state) {
      case 'intent':
        return this.#stepIntent(held)
      case 'sending': {
        // The sender is gone, or our own claim has an unknown result. Never resent in this state (rule 8).
        if (fresh)
          deps.log.warn({ saleId: held.row.id, state: 'sending' }, 'a send with an unknown result was found')
        return after(await persist(deps, held, { type: 'send_lost' }))
      }
      case 'started':
        return followStarted(deps, held, following)
      case 'in_doubt':
        return followDoubt(deps, held)
      case 'review':
      case 'approved':
      case 'declined':
      case 'timed_out':
      case 'failed':
      case 'not_started':
      case 'abandoned':
      case 'closed_unpaid':
        return { type: 'stop' }
    }
  }

  // Rules 2 and 3: sends an intent when it is due, or abandons it.
  async #stepIntent(held: Held): Promise<Next> {
    const deps = this.#deps
    const estimateMs = storeNow(held, deps.clock)
    const { createdAtMs } = held.row
    const nowMs = estimateMs < createdAtMs ? await askStoreNow(deps, held) : estimateMs
    const endsMs = intentEndsMs(held.row)
    // Created in the future: the store's clock was set back, and the time since the press is unknown (D-85).
    if (nowMs >= endsMs || nowMs < createdAtMs)
      return after(await persist(deps, held, { type: 'intent_expired' }))
    // Flagged by rule 22: never sent, abandoned at the end of its life.
    if (held.row.conflictWith !== null) return { type: 'wait', delayMs: endsMs - nowMs }
    const dueMs = (held.row.nextAtMs ?? 0) - nowMs
    if (dueMs > 0) return { type: 'wait', delayMs: dueMs }
    if ((await sendSale(deps, held, 'send_claimed')) === 'stale') return { type: 'stop' }
    return { type: 'wait', delayMs: held.row.state === 'intent' ? REFUSED_MS : 0 }
  }

  async #release(held: Held, atMs: number): Promise<void> {
    try {
      await this.#config.ledger.release(held.row.id, held.fence, atMs)
    } catch (error) {
      // The lease expires by itself.
      if (!isStoreUnavailable(error)) throw error
    }
  }

  // Persists a change of staleness. During a store outage, watchers of this process get the outage instead (D-91).
  async #mark(held: Held): Promise<void> {
    const { clock, ledger } = this.#config
    while (this.#works.get(held.row.id)?.held === held && !held.signal.aborted) {
      const sinceMs = held.staleDetector.sinceMs()
      try {
        return await ledger.mark(held.row, sinceMs === null ? null : sinceMs + held.offsetMs)
      } catch {
        await createAlarm(clock).pause(RETRY_MS, held.signal)
      }
    }
  }

  #report(row: SaleRow, error: unknown): void {
    const code = error instanceof Error ? error.name : 'unknown'
    const fields = { saleId: row.id, state: row.state, code }
    this.#config.log.error(fields, 'the loop of a sale failed; its lease will expire')
  }

  async #renew(): Promise<void> {
    const { clock, ledger, owner } = this.#config
    const ids = [...this.#works.keys()]
    if (ids.length === 0) return
    const held = await ledger.renew(owner, ids)
    const nowMs = await ledger.now()
    const offsetMs = nowMs - clock.now()
    for (const id of ids) {
      const work = this.#works.get(id)
      if (work === undefined) continue
      const fence = held.get(id)
      if (fence !== work.held.fence && isFollowed(work.held.row)) {
        work.stop.abort()
        // This process has the lease under another fence: the answer to its claim was lost. On the second renewal, release it.
        if (fence !== undefined && fence === work.unclaimed) await ledger.release(id, fence, nowMs)
        work.unclaimed = fence ?? null
      }
      if (Math.abs(offsetMs - work.held.offsetMs) < CLOCK_SET_MS) continue
      work.held.offsetMs = offsetMs
      work.held.alarm.wake()
    }
  }

  /** Ends the leases of earlier runs of this process, once. */
  async #takeBack(instance: string): Promise<void> {
    await this.#config.ledger.takeBack(instance, this.#config.owner)
    void this.#takingBack?.stop()
    this.wake()
  }
}

/** Returns the next step after evidence was applied. */
function after(applied: Applied | null): Next {
  if (applied?.kind === 'stale') return { type: 'stop' }
  return { type: 'wait', delayMs: applied?.kind === 'moved' ? 0 : REFUSED_MS }
}

/** Returns false for an ended sale: its last transition cleared the lease, so a missing renewal is expected. */
const isFollowed = (row: SaleRow): boolean => row.leaseOwner !== null
