/**
 * Tells what is in an outbox, at least once: claims rows on start, every second and when one was written, tries each as long
 * as it is told, leaves a receiver that fails alone for a while, removes old rows. What one try is, is the teller's part.
 */
import { isStoreUnavailable } from '../errors.ts'
import type { Outbox, OutboxRow, Teller, Timer, Told } from './outbox.ts'
import { createPoke } from './poke.ts'
import { asideMs, coolDownMs, retryDelayMs, unit } from './schedule.ts'

/** How one try ended. `again`: it went well, and is not the last. `dead`: given up, nothing more is tried. */
export interface Ended {
  readonly outcome: 'delivered' | 'again' | 'failed' | 'dead'
  readonly code?: string
  /** Tries that failed, this one included; of one that went well, it and those that failed before it. */
  readonly attempts: number
  /** From the row's making to this try, milliseconds. */
  readonly ageMs: number
}

/** Hears how it goes; must not throw and must not wait. */
export interface DeliveryLog<Row> {
  told(row: Row, ended: Ended): void
  /** The outbox could not be read, or how it went with this row not be noted; it is tried again. */
  fault(code: 'store-unavailable' | 'fault', row: Row | null): void
  /** So many rows that no process can tell were given up. */
  abandoned(rows: number): void
}

/** What the deliverer needs. */
export interface DelivererConfig<Row> {
  readonly outbox: Outbox<Row>
  /** Rows with the same receiver wait for one another while it fails or is slow; others never do. */
  readonly receiverOf: (row: Row) => string
  /** How a row is told; `null` where this process does not know how: another may. */
  readonly tellerFor: (row: Row) => Teller<Row> | null
  /** A row is told for so long, milliseconds; after that a person must look. `Infinity`: until it is told. */
  readonly toldForMs: number
  /** What is said of a row that no process knew how to tell all that time. */
  readonly unknownCode: string
  /** Tries at once for one receiver. Default 4. */
  readonly atOnceEach?: number
  readonly clock: Timer
  /** Random bytes. */
  readonly random: (length: number) => Uint8Array
  readonly log: DeliveryLog<Row>
  /** Names this process in leases: the same after a restart, so that what a killed run held is told at once; no other's. */
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

/** … and for one receiver, so that one that hangs does not keep the others from hearing. */
const AT_ONCE_EACH = 4

/** Longer than a try: a lease is not renewed. */
const LEASE_MS = 30_000

/** A row that another process must tell is left for it. */
const ELSEWHERE_MS = 60_000

/** Rows that were told are kept so long, for questions. */
const KEEP_DELIVERED_MS = 7 * 24 * 3_600_000

/** Rows that were given up are kept so long. */
const KEEP_DEAD_MS = 30 * 24 * 3_600_000

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
export function createDeliverer<Row extends OutboxRow>(config: DelivererConfig<Row>): Deliverer {
  const { clock, instance, log, outbox, toldForMs, atOnceEach = AT_ONCE_EACH } = config
  const over = new AbortController()
  const cut = new AbortController()
  const tick = createPoke(clock)
  const active = new Set<Promise<void>>()
  const receivers = new Map<string, Receiver>()
  const random = (): number => unit(config.random)
  let loops: Promise<unknown> = Promise.resolve()

  const receiverOf = (row: Row): Receiver => {
    const name = config.receiverOf(row)
    const known = receivers.get(name) ?? { active: 0, failures: 0, untilMs: 0 }
    receivers.set(name, known)
    return known
  }

  const say = (row: Row, outcome: Ended['outcome'], attempts: number, nowMs: number, code?: string): void =>
    log.told(row, {
      outcome,
      attempts,
      ageMs: nowMs - row.created_at_ms,
      ...(code === undefined ? {} : { code }),
    })

  const tell = async (row: Row, teller: Teller<Row>, receiver: Receiver): Promise<void> => {
    let told: Told
    try {
      told = await teller(row, cut.signal)
    } finally {
      receiver.active -= 1
    }
    const nowMs = await outbox.now()
    const attempts = row.attempts + 1
    if (told.ok) {
      receiver.failures = 0
      receiver.untilMs = 0
      if (receiver.active === 0) receivers.delete(config.receiverOf(row))
      const { againInMs, set } = told
      say(row, againInMs === undefined ? 'delivered' : 'again', attempts, nowMs)
      return againInMs === undefined
        ? outbox.finish(row, 'delivered', attempts, nowMs, set)
        : outbox.release(row, 0, nowMs + againInMs, set)
    }
    if (cut.signal.aborted) return outbox.release(row, row.attempts, nowMs)
    if (told.refused !== true) {
      receiver.failures += 1
      receiver.untilMs = clock.now() + coolDownMs(receiver.failures)
    }
    if (nowMs - row.created_at_ms >= toldForMs) {
      say(row, 'dead', attempts, nowMs, told.code)
      return outbox.finish(row, 'dead', attempts, nowMs)
    }
    say(row, 'failed', attempts, nowMs, told.code)
    return outbox.release(row, attempts, nowMs + retryDelayMs(attempts, random()))
  }

  /** When a row may be told whose receiver is not to be asked now; `null` = at once. */
  const asideUntilMs = (row: Row, nowMs: number): number | null => {
    const receiver = receiverOf(row)
    const coolMs = receiver.untilMs - clock.now()
    if (coolMs > 0) return nowMs + coolMs + asideMs(receiver.failures, random())
    // One that failed last time is tried with one row alone; until that is told the others need not be looked at.
    if (receiver.failures > 0 && receiver.active > 0)
      return nowMs + TICK_MS + asideMs(receiver.failures, random())
    return receiver.active < atOnceEach ? null : nowMs + TICK_MS
  }

  const take = (row: Row, teller: Teller<Row>): void => {
    const receiver = receiverOf(row)
    receiver.active += 1
    const telling = tell(row, teller, receiver)
      .catch((error: unknown) => {
        // The lease runs out and it is told again: at least once.
        log.fault(isStoreUnavailable(error) ? 'store-unavailable' : 'fault', row)
      })
      .finally(() => {
        active.delete(telling)
        if (active.size === AT_ONCE - 1) tick.poke()
      })
    active.add(telling)
  }

  const fault = (error: unknown): void =>
    log.fault(isStoreUnavailable(error) ? 'store-unavailable' : 'fault', null)
  let first = true

  const claim = async (): Promise<void> => {
    if (first) {
      first = false
      // Never again, and never in the way: leases that it could not end run out by themselves; later ones are of this run.
      await outbox.takeBack(instance).catch(fault)
    }
    for (;;) {
      const limit = AT_ONCE - active.size
      if (limit <= 0 || over.signal.aborted) return
      const rows = await outbox.claim({ owner: instance, leaseMs: LEASE_MS, limit })
      const nowMs = await outbox.now()
      const aside: { readonly row: Row; readonly nextAtMs: number }[] = []
      for (const row of rows) {
        const teller = config.tellerFor(row)
        if (teller === null && nowMs - row.created_at_ms >= toldForMs) {
          say(row, 'dead', row.attempts + 1, nowMs, config.unknownCode)
          await outbox.finish(row, 'dead', row.attempts, nowMs)
          continue
        }
        const nextAtMs = teller === null ? nowMs + ELSEWHERE_MS : asideUntilMs(row, nowMs)
        if (nextAtMs !== null) aside.push({ row, nextAtMs })
        else if (teller !== null) take(row, teller)
      }
      if (aside.length > 0) await outbox.putAside(aside)
      if (rows.length < limit) return
    }
  }

  const prune = async (): Promise<void> => {
    const nowMs = await outbox.now()
    // Due for a week, and nobody came; what is told until it is told waits on.
    const left = Number.isFinite(toldForMs)
      ? await outbox.abandon(nowMs - KEEP_DELIVERED_MS, PRUNE_BATCH, nowMs)
      : 0
    if (left > 0) log.abandoned(left)
    for (const [outcome, keepMs] of [
      ['delivered', KEEP_DELIVERED_MS],
      ['dead', KEEP_DEAD_MS],
    ] as const)
      for (let batch = 0; batch < PRUNE_BATCHES && !over.signal.aborted; batch += 1)
        if ((await outbox.prune(outcome, nowMs - keepMs, PRUNE_BATCH)) < PRUNE_BATCH) break
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
        fault(error)
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
