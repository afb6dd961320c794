// Claims due sales at start, every second and when woken, runs one loop per sale, renews leases, and releases them on
// drain (sale/README.md, Recovery). `deliver.ts` and `follow.ts` implement the steps of a loop.
import { createAlarm, isStoreUnavailable } from '@tapboard/store'
import type { Failpoint } from '../failpoint.ts'
import type { Observer } from '../../observe/observer.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import type { MerchantLookup, MerchantUpstream } from '../../upstream/terminal/merchant.ts'
import { deliver } from './deliver.ts'
import { followDoubt, followStarted, type Following, type Next } from './follow.ts'
import type { Gate } from './gate.ts'
import { askStoreNow, clockOffset, persist, storeNow, type Held, type RunnerPorts } from './held.ts'
import type { Applied, Ledger } from '../ledger/ledger.ts'
import type { SaleRow } from '../machine/row.ts'
import { createSight } from '../machine/sight.ts'
import { intentEndsMs, RENEW_MS } from '../machine/states.ts'
import { createWatchedLoop, type LoopName } from '../../durable/watched-loop.ts'

/** Dependencies of {@link createRunner}. */
export interface RunnerConfig {
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
  /** A round of a loop failed. */
  readonly loopFailed: (loop: LoopName) => void
}

/** Works on sales until drained. */
export interface Runner {
  begin(): void
  /** Look for due sales now. */
  wake(): void
  /** Look at this sale now, if it is ours. */
  wakeSale(saleId: string): void
  /** Stops claiming, lets sends under way finish (bounded), gives leases back. */
  drain(): Promise<void>
  /** Sales held at this moment. */
  size(): number
  /** Returns true if the loop fails repeatedly. */
  failing(loop: 'claim' | 'renew'): boolean
  /** Current usage of the read budgets, one per upstream key. */
  readonly usage: Gate['usage']
}

/** Between two looks for due sales. */
const TICK_MS = 1_000

/** Sales claimed in one transaction. */
const BATCH = 100

/** Delay that leaves a sale of a merchant that is not configured here to an instance that has it. */
const UNKNOWN_MERCHANT_MS = 10_000

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

/** Makes a runner; nothing happens before `begin`. */
export function createRunner(config: RunnerConfig): Runner {
  const { clock, instance, ledger, log, merchants, owner } = config
  const works = new Map<string, Work>()
  const open = new Map<MerchantUpstream, number>()
  const over = new AbortController()
  const tick = createAlarm(clock)
  let draining = false
  let loops: Promise<unknown> = Promise.resolve()

  const { gate } = config
  const ports: RunnerPorts = {
    ledger,
    clock,
    random: config.random,
    log,
    observer: config.observer,
    gate,
    openSales: (upstream: MerchantUpstream) => open.get(upstream) ?? 0,
    wake: () => tick.wake(),
    failpoint: config.failpoint,
  }

  const after = (applied: Applied | null): Next => {
    if (applied?.kind === 'stale') return { type: 'stop' }
    return { type: 'wait', delayMs: applied?.kind === 'moved' ? 0 : REFUSED_MS }
  }

  /** One step of a sale, by its state. */
  const step = async (held: Held, following: Following, fresh: boolean): Promise<Next> => {
    switch (held.row.state) {
      case 'intent': {
        const estimateMs = storeNow(held, clock)
        const { createdAtMs } = held.row
        const nowMs = estimateMs < createdAtMs ? await askStoreNow(ports, held) : estimateMs
        const endsMs = intentEndsMs(held.row)
        // Created in the future: the store's clock was set back, and the time since the press is unknown (D-85).
        if (nowMs >= endsMs || nowMs < createdAtMs)
          return after(await persist(ports, held, { type: 'intent_expired' }))
        // Flagged by rule 22: never sent, abandoned at the end of its life.
        if (held.row.conflictWith !== null) return { type: 'wait', delayMs: endsMs - nowMs }
        const dueMs = (held.row.nextAtMs ?? 0) - nowMs
        if (dueMs > 0) return { type: 'wait', delayMs: dueMs }
        if ((await deliver(ports, held, 'send_claimed')) === 'stale') return { type: 'stop' }
        return { type: 'wait', delayMs: held.row.state === 'intent' ? REFUSED_MS : 0 }
      }
      case 'sending': {
        // The sender is gone, or our own claim has an unknown result. Never resent in this state (rule 8).
        if (fresh) log.warn({ saleId: held.row.id, state: 'sending' }, 'a send without an end was found')
        return after(await persist(ports, held, { type: 'send_lost' }))
      }
      case 'started':
        return followStarted(ports, held, following)
      case 'in_doubt':
        return followDoubt(ports, held)
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

  const release = async (held: Held, atMs: number): Promise<void> => {
    try {
      await ledger.release(held.row.id, held.fence, atMs)
    } catch (error) {
      // The lease expires by itself.
      if (!isStoreUnavailable(error)) throw error
    }
  }

  const live = async (held: Held): Promise<void> => {
    const following: Following = { etag: null, faults: 0 }
    let fresh = true
    while (!held.signal.aborted && !draining) {
      const next = await step(held, following, fresh)
      fresh = false
      if (next.type === 'stop') break
      if (next.type === 'release') return release(held, next.atMs)
      if (next.delayMs > 0) await held.alarm.pause(next.delayMs, held.signal)
    }
    if (!draining) return
    await config.failpoint('draining', held.row.id)
    await release(held, storeNow(held, clock))
  }

  /** Persists a change of staleness. During a store outage, watchers of this process get the outage instead. */
  const mark = async (held: Held): Promise<void> => {
    while (works.get(held.row.id)?.held === held && !held.signal.aborted) {
      const sinceMs = held.sight.sinceMs()
      try {
        return await ledger.mark(held.row, sinceMs === null ? null : sinceMs + held.offsetMs)
      } catch {
        await createAlarm(clock).pause(TICK_MS, held.signal)
      }
    }
  }

  const take = (row: SaleRow): void => {
    const upstream = merchants(row.merchant)
    works.get(row.id)?.stop.abort()
    if (upstream === null) {
      log.error({ merchant: row.merchant, saleId: row.id }, 'a sale of a merchant that is not configured')
      const atMs = clock.now() + clockOffset(row, clock) + UNKNOWN_MERCHANT_MS
      void ledger.release(row.id, row.fence, atMs).catch(report(row))
      return
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
      sight: createSight({
        clock,
        sinceMs: row.staleSinceMs,
        flipped: () => void mark(held),
      }),
    }
    open.set(upstream, (open.get(upstream) ?? 0) + 1)
    const done = live(held)
      .catch(report(row))
      .finally(() => {
        held.sight.close()
        open.set(upstream, (open.get(upstream) ?? 1) - 1)
        if (works.get(row.id)?.held === held) works.delete(row.id)
      })
    works.set(row.id, { held, stop, done, unclaimed: null })
  }

  const report =
    (row: SaleRow) =>
    (error: unknown): void => {
      const code = error instanceof Error ? error.name : 'unknown'
      log.error(
        { saleId: row.id, state: row.state, code },
        'the loop of a sale broke; its lease will run out',
      )
    }

  const claimDue = async (progress: () => void): Promise<void> => {
    for (;;) {
      const room = Math.min(BATCH, config.maxSales - works.size)
      if (room <= 0 || draining) return
      const rows = await ledger.claim(owner, room)
      progress()
      for (const row of rows) take(row)
      if (rows.length < room) return
    }
  }

  const renew = async (): Promise<void> => {
    const ids = [...works.keys()]
    if (ids.length === 0) return
    const held = await ledger.renew(owner, ids)
    const nowMs = await ledger.now()
    const offsetMs = nowMs - clock.now()
    for (const id of ids) {
      const work = works.get(id)
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

  const watched = { clock, log, failed: config.loopFailed }
  const claiming = createWatchedLoop({ ...watched, name: 'claim', work: claimDue })
  const renewing = createWatchedLoop({ ...watched, name: 'renew', work: renew })

  /** Runs concurrently with claiming: a slow take-back must not delay the send of a new start. */
  const takeBack = async (): Promise<void> => {
    if (instance === null) return
    const work = (): Promise<void> => ledger.takeBack(instance, owner)
    const { round } = createWatchedLoop({ ...watched, name: 'take_back', work })
    const retry = createAlarm(clock)
    while (!over.signal.aborted && !(await round())) await retry.pause(TICK_MS, over.signal)
    tick.wake()
  }

  return {
    begin() {
      loops = Promise.all([
        claiming.run(TICK_MS, over.signal, tick),
        renewing.run(RENEW_MS, over.signal),
        takeBack(),
      ])
    },
    failing: (loop) => (loop === 'claim' ? claiming : renewing).failing(),
    wake: () => tick.wake(),
    wakeSale: (saleId) => works.get(saleId)?.held.alarm.wake(),
    async drain() {
      draining = true
      for (const { held, stop } of works.values()) if (!held.sending) stop.abort()
      const ended = Promise.allSettled([...works.values()].map(({ done }) => done))
      const bound = new AbortController()
      await Promise.race([ended, createAlarm(clock).pause(DRAIN_MS, bound.signal)])
      bound.abort()
      for (const { stop } of works.values()) stop.abort()
      over.abort()
      await loops
    },
    size: () => works.size,
    usage: () => gate.usage(),
  }
}

/** Returns false for an ended sale: its last transition cleared the lease, so a missing renewal is expected. */
const isFollowed = (row: SaleRow): boolean => row.leaseOwner !== null && row.nextAtMs !== null
