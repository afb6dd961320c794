// Tells the host what is in the outbox, at least once: claims rows on start, every second and when one was written, tries
// each for 24 hours, leaves a receiver that fails alone for a while, removes old rows. One try is `teller.ts`.
import { isStoreUnavailable } from '@tapboard/store'
import type { Observer } from '../observer.ts'
import type { Clock, Log, Random } from '../ports.ts'
import { unit } from '../sale/held.ts'
import { createPoke } from '../sale/pause.ts'
import type { OutboxRow, Target } from './outbox-row.ts'
import type { OutboxStore } from './outbox-store.ts'
import {
  asideMs,
  coolDownMs,
  KEEP_DEAD_MS,
  KEEP_DELIVERED_MS,
  retryDelayMs,
  TOLD_FOR_MS,
} from './schedule.ts'
import type { Teller, Told } from './teller.ts'

/** What the deliverer needs. */
export interface DelivererConfig {
  readonly store: OutboxStore
  /** Targets that this process can tell at all. */
  readonly targets: readonly Target[]
  /** How a merchant is told; `null` where it is not configured here. */
  readonly tellerFor: (merchant: string, target: Target) => Teller | null
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly observer: Observer
  /** Names this process run in leases. */
  readonly instance: string
}

/** Tells until drained. */
export interface Deliverer {
  begin(): void
  /** Rows were written: look now. */
  wake(): void
  /** Claims nothing more, lets tries under way finish (bounded), gives the rest back. */
  drain(): Promise<void>
}

const TICK_MS = 1_000

/** Tries at once in this process (INV-17) … */
const AT_ONCE = 32

/** … and for one merchant's target, so that a receiver that hangs does not keep the others from hearing. */
const AT_ONCE_EACH = 4

/** Longer than a try: a lease is not renewed. */
const LEASE_MS = 30_000

/** A merchant or target of another instance's configuration is left for it. */
const ELSEWHERE_MS = 60_000

/** Old rows are removed so often … */
const PRUNE_MS = 60_000

/** … and so many at most, in batches that lock briefly. */
const PRUNE_BATCH = 500
const PRUNE_BATCHES = 10

/** Longest wait for tries under way when stopping; then they are cut and told again by the next process. */
const DRAIN_MS = 3_000

interface Receiver {
  active: number
  failures: number
  untilMs: number
}

/** Makes a deliverer; nothing happens before `begin`. */
export function createDeliverer(config: DelivererConfig): Deliverer {
  const { clock, instance, log, observer, store, targets } = config
  const over = new AbortController()
  const cut = new AbortController()
  const tick = createPoke(clock)
  const active = new Set<Promise<void>>()
  const receivers = new Map<string, Receiver>()
  let loops: Promise<unknown> = Promise.resolve()

  const receiverOf = ({ merchant, target }: OutboxRow): Receiver => {
    const name = `${target} ${merchant}`
    const known = receivers.get(name) ?? { active: 0, failures: 0, untilMs: 0 }
    receivers.set(name, known)
    return known
  }

  const say = (row: OutboxRow, outcome: 'delivered' | 'failed' | 'dead', nowMs: number, code?: string) => {
    const { merchant, sale_id: saleId, target, type } = row
    const fields = { merchant, saleId, attempts: row.attempts + 1, ...(code === undefined ? {} : { code }) }
    if (outcome === 'failed') log.warn(fields, 'the host could not be told; trying again')
    if (outcome === 'dead') log.error(fields, 'the host could not be told for 24 hours; given up')
    observer.told({ merchant, target, type, outcome, ageMs: nowMs - row.created_at_ms })
  }

  const tell = async (row: OutboxRow, teller: Teller, receiver: Receiver): Promise<void> => {
    let told: Told
    try {
      told = await teller(row, cut.signal)
    } finally {
      receiver.active -= 1
    }
    const nowMs = await store.now()
    const attempts = row.attempts + 1
    if (told.ok) {
      receiver.failures = 0
      receiver.untilMs = 0
      say(row, 'delivered', nowMs)
      return store.finish(row, 'delivered', attempts, nowMs)
    }
    if (cut.signal.aborted) return store.release(row, row.attempts, nowMs)
    receiver.failures += 1
    receiver.untilMs = clock.now() + coolDownMs(receiver.failures)
    if (nowMs - row.created_at_ms >= TOLD_FOR_MS) {
      say(row, 'dead', nowMs, told.code)
      return store.finish(row, 'dead', attempts, nowMs)
    }
    say(row, 'failed', nowMs, told.code)
    return store.release(row, attempts, nowMs + retryDelayMs(attempts, unit(config.random)))
  }

  /** When a row may be told whose receiver is not to be asked now; `null` = at once. */
  const asideUntilMs = (row: OutboxRow, nowMs: number): number | null => {
    const receiver = receiverOf(row)
    const coolMs = receiver.untilMs - clock.now()
    if (coolMs > 0) return nowMs + coolMs + asideMs(receiver.failures, unit(config.random))
    // One that failed last time is tried with one event alone; until that is told the others need not be looked at.
    if (receiver.failures > 0 && receiver.active > 0)
      return nowMs + TICK_MS + asideMs(receiver.failures, unit(config.random))
    return receiver.active < AT_ONCE_EACH ? null : nowMs + TICK_MS
  }

  const take = (row: OutboxRow, teller: Teller): void => {
    const receiver = receiverOf(row)
    receiver.active += 1
    const telling = tell(row, teller, receiver)
      .catch((error: unknown) => {
        // The lease runs out and it is told again: at least once.
        const code = isStoreUnavailable(error) ? 'store-unavailable' : 'fault'
        log.warn(
          { merchant: row.merchant, saleId: row.sale_id, code },
          'what the host was told could not be noted',
        )
      })
      .finally(() => {
        active.delete(telling)
        if (active.size === AT_ONCE - 1) tick.poke()
      })
    active.add(telling)
  }

  const claim = async (): Promise<void> => {
    for (;;) {
      const limit = AT_ONCE - active.size
      if (limit <= 0 || over.signal.aborted) return
      const rows = await store.claim({ owner: instance, targets, leaseMs: LEASE_MS, limit })
      const nowMs = await store.now()
      const aside: { readonly row: OutboxRow; readonly nextAtMs: number }[] = []
      for (const row of rows) {
        const teller = config.tellerFor(row.merchant, row.target)
        if (teller === null && nowMs - row.created_at_ms >= TOLD_FOR_MS) {
          say(row, 'dead', nowMs, 'webhook-not-configured')
          await store.finish(row, 'dead', row.attempts, nowMs)
          continue
        }
        const nextAtMs = teller === null ? nowMs + ELSEWHERE_MS : asideUntilMs(row, nowMs)
        if (nextAtMs !== null) aside.push({ row, nextAtMs })
        else if (teller !== null) take(row, teller)
      }
      if (aside.length > 0) await store.putAside(aside)
      if (rows.length < limit) return
    }
  }

  const prune = async (): Promise<void> => {
    const nowMs = await store.now()
    // For a hook that no process has any more: due for a week, and nobody came.
    const left = await store.abandon(targets, nowMs - KEEP_DELIVERED_MS, PRUNE_BATCH, nowMs)
    if (left > 0)
      log.error({ code: 'hook-not-configured', attempts: left }, 'events that nobody can tell were given up')
    for (const [outcome, keepMs] of [
      ['delivered', KEEP_DELIVERED_MS],
      ['dead', KEEP_DEAD_MS],
    ] as const)
      for (let batch = 0; batch < PRUNE_BATCHES && !over.signal.aborted; batch += 1)
        if ((await store.prune(outcome, nowMs - keepMs, PRUNE_BATCH)) < PRUNE_BATCH) break
  }

  const loop = async (
    what: () => Promise<void>,
    everyMs: number,
    poke = createPoke(clock),
  ): Promise<void> => {
    while (!over.signal.aborted) {
      try {
        await what()
      } catch (error) {
        const code = isStoreUnavailable(error) ? 'store-unavailable' : 'fault'
        log.warn({ code }, 'the outbox could not be looked at; trying again')
      }
      await poke.pause(everyMs, over.signal)
    }
  }

  return {
    begin() {
      loops = Promise.all([loop(claim, TICK_MS, tick), loop(prune, PRUNE_MS)])
    },
    wake: () => tick.poke(),
    async drain() {
      over.abort()
      await loops
      const bound = new AbortController()
      const ended = Promise.allSettled(active)
      await Promise.race([ended, createPoke(clock).pause(DRAIN_MS, bound.signal)])
      bound.abort()
      cut.abort()
      await ended
    },
  }
}
