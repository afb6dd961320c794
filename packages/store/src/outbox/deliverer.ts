/**
 * Delivers the rows of an outbox at least once. Claims rows on start, every second and after a wake-up,
 * retries each until its deadline, pauses a failing receiver, deletes old rows. The handler makes one
 * attempt.
 */
import { isStoreUnavailable } from '../errors.ts'
import type { Outbox, OutboxRow, DeliveryHandler, Timer, DeliveryResult } from './outbox.ts'
import { createAlarm } from './alarm.ts'
import { coolDownMs, postponeMs, randomFraction, retryDelayMs } from './schedule.ts'

/** Result of one attempt. `again`: success, but not the last delivery. `dead`: given up. */
export interface Attempt {
  readonly outcome: 'delivered' | 'again' | 'failed' | 'dead'
  readonly code?: string
  /** Failed attempts including this one; for a success, this attempt and the failed ones before it. */
  readonly attempts: number
  /** Time from the row's creation to this attempt, in ms. */
  readonly ageMs: number
}

/** Receives the progress; must return at once and not throw. */
export interface DeliveryLog<Row> {
  attempted(row: Row, attempt: Attempt): void
  /** The outbox could not be read, or the result of a row not be stored; it is retried. */
  fault(code: 'store-unavailable' | 'fault', row: Row | null): void
  /** This many rows that no process can deliver were given up. */
  abandoned(rows: number): void
}

/** Dependencies and options of a deliverer. */
export interface DelivererConfig<Row> {
  readonly outbox: Outbox<Row>
  /** Groups rows by receiver; a slow or failing receiver delays only its own rows. */
  readonly receiverOf: (row: Row) => string
  /** The handler of a row; `null` if this process has none (another process may). */
  readonly handlerFor: (row: Row) => DeliveryHandler<Row> | null
  /** Time limit of the retries of a row, in ms; afterwards an operator must act. `Infinity`: no limit. */
  readonly retryForMs: number
  /** Error code of a row that no process had a handler for. */
  readonly unknownCode: string
  /** Concurrent attempts per receiver. Default 4. */
  readonly concurrencyPerReceiver?: number
  readonly clock: Timer
  /** Returns `length` random bytes. */
  readonly random: (length: number) => Uint8Array
  readonly log: DeliveryLog<Row>
  /**
   * Unique name of this process in leases, stable across restarts, so that a restart retries the rows of a
   * killed run at once.
   */
  readonly instance: string
}

/** A running delivery loop. */
export interface Deliverer {
  begin(): void
  /** Checks for new rows now. */
  wake(): void
  /** Stops claiming, waits for running attempts (bounded), releases the other rows. */
  drain(): Promise<void>
}

const TICK_MS = 1_000

// Concurrent attempts per process (INV-17).
const CONCURRENCY = 32

/** Concurrent attempts per receiver, so that a hanging receiver does not block the others. */
const CONCURRENCY_PER_RECEIVER = 4

/** Longer than an attempt, because leases are not renewed. */
const LEASE_MS = 30_000

/** Delay of a row that this process has no handler for. */
const NO_HANDLER_DELAY_MS = 60_000

/** Retention of delivered rows, for support. */
const KEEP_DELIVERED_MS = 7 * 24 * 3_600_000

/** Retention of rows that were given up. */
const KEEP_DEAD_MS = 30 * 24 * 3_600_000

/** Interval between two deletions of old rows. */
const PRUNE_MS = 60_000

/** Rows per deletion batch, so that a batch locks only briefly. */
const PRUNE_BATCH = 500
const PRUNE_BATCHES = 10

/** Longest wait for running attempts on stop; then they are aborted and the next process retries them. */
const DRAIN_MS = 3_000

interface Receiver {
  active: number
  failures: number
  untilMs: number
}

/** Creates a deliverer; it does nothing before `begin`. */
export function createDeliverer<Row extends OutboxRow>(config: DelivererConfig<Row>): Deliverer {
  const {
    clock,
    instance,
    log,
    outbox,
    retryForMs,
    concurrencyPerReceiver = CONCURRENCY_PER_RECEIVER,
  } = config
  const stopping = new AbortController()
  const aborting = new AbortController()
  const tick = createAlarm(clock)
  const active = new Set<Promise<void>>()
  const receivers = new Map<string, Receiver>()
  const random = (): number => randomFraction(config.random)
  let loops: Promise<unknown> = Promise.resolve()

  const receiverOf = (row: Row): Receiver => {
    const name = config.receiverOf(row)
    const known = receivers.get(name) ?? { active: 0, failures: 0, untilMs: 0 }
    receivers.set(name, known)
    return known
  }

  const logAttempt = (
    row: Row,
    outcome: Attempt['outcome'],
    attempts: number,
    nowMs: number,
    code?: string,
  ): void =>
    log.attempted(row, {
      outcome,
      attempts,
      ageMs: nowMs - row.createdAtMs,
      ...(code === undefined ? {} : { code }),
    })

  const deliver = async (row: Row, handler: DeliveryHandler<Row>, receiver: Receiver): Promise<void> => {
    let result: DeliveryResult
    try {
      result = await handler(row, aborting.signal)
    } finally {
      receiver.active -= 1
    }
    const nowMs = await outbox.now()
    const attempts = row.attempts + 1
    if (result.ok) {
      receiver.failures = 0
      receiver.untilMs = 0
      if (receiver.active === 0) receivers.delete(config.receiverOf(row))
      const { againInMs, set } = result
      logAttempt(row, againInMs === undefined ? 'delivered' : 'again', attempts, nowMs)
      return againInMs === undefined
        ? outbox.finish(row, 'delivered', attempts, nowMs, set)
        : outbox.release(row, 0, nowMs + againInMs, set)
    }
    if (aborting.signal.aborted) return outbox.release(row, row.attempts, nowMs)
    if (result.refused !== true) {
      receiver.failures += 1
      receiver.untilMs = clock.now() + coolDownMs(receiver.failures)
    }
    if (nowMs - row.createdAtMs >= retryForMs) {
      logAttempt(row, 'dead', attempts, nowMs, result.code)
      return outbox.finish(row, 'dead', attempts, nowMs)
    }
    logAttempt(row, 'failed', attempts, nowMs, result.code)
    return outbox.release(row, attempts, nowMs + retryDelayMs(attempts, random()))
  }

  /** The time of the next attempt for a row whose receiver is paused or busy; `null`: deliver now. */
  const postponedUntilMs = (row: Row, nowMs: number): number | null => {
    const receiver = receiverOf(row)
    const coolMs = receiver.untilMs - clock.now()
    if (coolMs > 0) return nowMs + coolMs + postponeMs(receiver.failures, random())
    // A failing receiver gets one row at a time; its other rows are postponed until that attempt ends.
    if (receiver.failures > 0 && receiver.active > 0)
      return nowMs + TICK_MS + postponeMs(receiver.failures, random())
    return receiver.active < concurrencyPerReceiver ? null : nowMs + TICK_MS
  }

  const start = (row: Row, handler: DeliveryHandler<Row>): void => {
    const receiver = receiverOf(row)
    receiver.active += 1
    const delivery = deliver(row, handler, receiver)
      .catch((error: unknown) => {
        // The lease expires and the row is retried (at least once).
        log.fault(isStoreUnavailable(error) ? 'store-unavailable' : 'fault', row)
      })
      .finally(() => {
        active.delete(delivery)
        if (active.size === CONCURRENCY - 1) tick.wake()
      })
    active.add(delivery)
  }

  const fault = (error: unknown): void =>
    log.fault(isStoreUnavailable(error) ? 'store-unavailable' : 'fault', null)
  let first = true

  const claim = async (): Promise<void> => {
    if (first) {
      first = false
      // Once per run and without blocking: leases that it cannot end expire by themselves.
      await outbox.releaseLeases(instance).catch(fault)
    }
    for (;;) {
      const limit = CONCURRENCY - active.size
      if (limit <= 0 || stopping.signal.aborted) return
      const rows = await outbox.claim({ owner: instance, leaseMs: LEASE_MS, limit })
      const nowMs = await outbox.now()
      const postponed: { readonly row: Row; readonly nextAtMs: number }[] = []
      for (const row of rows) {
        const handler = config.handlerFor(row)
        if (handler === null && nowMs - row.createdAtMs >= retryForMs) {
          logAttempt(row, 'dead', row.attempts + 1, nowMs, config.unknownCode)
          await outbox.finish(row, 'dead', row.attempts, nowMs)
          continue
        }
        const nextAtMs = handler === null ? nowMs + NO_HANDLER_DELAY_MS : postponedUntilMs(row, nowMs)
        if (nextAtMs !== null) postponed.push({ row, nextAtMs })
        else if (handler !== null) start(row, handler)
      }
      if (postponed.length > 0) await outbox.postpone(postponed)
      if (rows.length < limit) return
    }
  }

  const prune = async (): Promise<void> => {
    const nowMs = await outbox.now()
    // Give up rows unclaimed for a week, unless retries have no time limit.
    const left = Number.isFinite(retryForMs)
      ? await outbox.abandon(nowMs - KEEP_DELIVERED_MS, PRUNE_BATCH, nowMs)
      : 0
    if (left > 0) log.abandoned(left)
    for (const [outcome, keepMs] of [
      ['delivered', KEEP_DELIVERED_MS],
      ['dead', KEEP_DEAD_MS],
    ] as const)
      for (let batch = 0; batch < PRUNE_BATCHES && !stopping.signal.aborted; batch += 1)
        if ((await outbox.prune(outcome, nowMs - keepMs, PRUNE_BATCH)) < PRUNE_BATCH) break
  }

  const loop = async (
    work: () => Promise<void>,
    everyMs: number,
    alarm = createAlarm(clock),
  ): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await work()
      } catch (error) {
        fault(error)
      }
      await alarm.pause(everyMs, stopping.signal)
    }
  }

  return {
    begin() {
      loops = Promise.all([loop(claim, TICK_MS, tick), loop(prune, PRUNE_MS)])
    },
    wake: () => tick.wake(),
    async drain() {
      stopping.abort()
      await loops
      const bound = new AbortController()
      const ended = Promise.allSettled(active)
      await Promise.race([ended, createAlarm(clock).pause(DRAIN_MS, bound.signal)])
      bound.abort()
      aborting.abort()
      await ended
    },
  }
}
