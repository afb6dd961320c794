/**
 * Delivers the rows of an outbox at least once. Claims rows on start, every second and after a wake-up,
 * retries each until its deadline, pauses a failing receiver, deletes old rows. The handler makes one
 * attempt.
 */
import { createClaimGuard, type ClaimGuard } from '../claim-guard.ts'
import { isStoreUnavailable } from '../errors.ts'
import { createLeaseLooks, type LeaseLooks } from '../lease-watch.ts'
import type { Timer } from '../ground.ts'
import type { Outbox, OutboxRow, DeliveryHandler, DeliveryResult } from './outbox.ts'
import { createAlarm } from './alarm.ts'
import { Receivers, type Receiver } from './receivers.ts'
import { randomFraction, retryDelayMs } from './schedule.ts'

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
  /** The outbox was read. */
  works(): void
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

// INV-17 bounds the attempts of a process.
/** Concurrent attempts per process that are younger than {@link SLOW_MS}. */
const CONCURRENCY = 32

/** All concurrent attempts per process: receivers that hang hold up to this many. */
const CONCURRENCY_TOTAL = 512

/**
 * An attempt that takes longer no longer counts as one of {@link CONCURRENCY}: attempts that wait for their timeout must not delay
 * other receivers.
 */
const SLOW_MS = 1_000

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

const codeOf = (error: unknown): 'store-unavailable' | 'fault' =>
  isStoreUnavailable(error) ? 'store-unavailable' : 'fault'

class OutboxDeliverer<Row extends OutboxRow> implements Deliverer {
  readonly #config: DelivererConfig<Row>
  readonly #outbox: Outbox<Row>
  readonly #stopping = new AbortController()
  readonly #aborting = new AbortController()
  readonly #tick: ReturnType<typeof createAlarm>
  readonly #receivers: Receivers
  readonly #leases: LeaseLooks
  readonly #random: () => number
  readonly #guard: ClaimGuard
  /** The running attempts, each with the ID of its row. */
  readonly #active = new Map<Promise<void>, string>()
  /** Attempts that count as one of {@link CONCURRENCY}. */
  #quick = 0
  #loops: Promise<unknown> = Promise.resolve()
  #hasReleasedLeases = false

  constructor(config: DelivererConfig<Row>) {
    this.#config = config
    this.#outbox = config.outbox
    this.#tick = createAlarm(config.clock)
    this.#random = () => randomFraction(config.random)
    this.#leases = createLeaseLooks(config.outbox.heldLeases, LEASE_MS, config.clock)
    this.#guard = createClaimGuard(() =>
      config.outbox.releaseLeases(config.instance, [...this.#active.values()]),
    )
    this.#receivers = new Receivers({
      clock: config.clock,
      random: this.#random,
      concurrency: config.concurrencyPerReceiver ?? CONCURRENCY_PER_RECEIVER,
      busyMs: TICK_MS,
    })
  }

  begin(): void {
    this.#loops = Promise.all([
      this.#loop(() => this.#claim().then(() => this.#config.log.works()), TICK_MS, this.#tick),
      this.#loop(() => this.#prune(), PRUNE_MS),
    ])
  }

  wake(): void {
    this.#tick.wake()
  }

  async drain(): Promise<void> {
    this.#stopping.abort()
    await this.#loops
    const bound = new AbortController()
    const ended = Promise.allSettled(this.#active.keys())
    await Promise.race([ended, createAlarm(this.#config.clock).pause(DRAIN_MS, bound.signal)])
    bound.abort()
    this.#aborting.abort()
    await ended
  }

  async #loop(
    work: () => Promise<void>,
    everyMs: number,
    alarm = createAlarm(this.#config.clock),
  ): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await work()
      } catch (error) {
        this.#config.log.fault(codeOf(error), null)
      }
      await alarm.pause(everyMs, this.#stopping.signal)
    }
  }

  async #claim(): Promise<void> {
    const { instance, log } = this.#config
    if (!this.#hasReleasedLeases) {
      this.#hasReleasedLeases = true
      // Once per run and without blocking: leases that it cannot end expire by themselves.
      await this.#outbox.releaseLeases(instance).catch((error: unknown) => log.fault(codeOf(error), null))
    }
    await this.#guard.settle()
    let isLast = false
    while (!isLast) {
      const limit = this.#room()
      if (limit <= 0 || this.#stopping.signal.aborted) return
      const ended = await this.#leases.ended(limit)
      await this.#guard.run(async () => {
        const rows = await this.#outbox.claim({ owner: instance, leaseMs: LEASE_MS, limit, ended })
        await this.#distribute(rows)
        isLast = rows.length < limit && (ended ?? []).length < limit
      })
    }
  }

  /** Attempts that may begin now. */
  #room(): number {
    return Math.min(CONCURRENCY - this.#quick, CONCURRENCY_TOTAL - this.#active.size)
  }

  /** Starts the attempts of claimed rows; postpones rows that this process cannot deliver now. */
  async #distribute(rows: readonly Row[]): Promise<void> {
    const { handlerFor, receiverOf, retryForMs, unknownCode } = this.#config
    const nowMs = await this.#outbox.now()
    const postponed: { readonly row: Row; readonly nextAtMs: number }[] = []
    for (const row of rows) {
      const handler = handlerFor(row)
      if (handler === null && nowMs - row.createdAtMs >= retryForMs) {
        this.#logAttempt(row, 'dead', row.attempts + 1, nowMs, unknownCode)
        await this.#outbox.finish(row, 'dead', row.attempts, nowMs)
        continue
      }
      const nextAtMs =
        handler === null
          ? nowMs + NO_HANDLER_DELAY_MS
          : this.#receivers.postponedUntilMs(receiverOf(row), nowMs)
      if (nextAtMs !== null) postponed.push({ row, nextAtMs })
      else if (handler !== null) this.#start(row, handler)
    }
    if (postponed.length > 0) await this.#outbox.postpone(postponed)
  }

  #start(row: Row, handler: DeliveryHandler<Row>): void {
    const receiver = this.#receivers.begin(this.#config.receiverOf(row))
    const endQuick = this.#countQuick(receiver)
    const delivery = this.#deliver(row, handler, receiver)
      .catch((error: unknown) => {
        // The lease expires and the row is retried (at least once).
        this.#config.log.fault(codeOf(error), row)
      })
      .finally(() => {
        const wasFull = this.#room() <= 0
        this.#active.delete(delivery)
        endQuick()
        if (wasFull && this.#room() > 0) this.#tick.wake()
      })
    this.#active.set(delivery, row.id)
  }

  /** Counts an attempt as quick for {@link SLOW_MS}; that of a failing receiver never. The result ends the count. */
  #countQuick(receiver: Receiver): () => void {
    if (receiver.failures > 0) return () => {}
    this.#quick += 1
    let isQuick = true
    const end = (): void => {
      if (!isQuick) return
      isQuick = false
      this.#quick -= 1
    }
    const cancel = this.#config.clock.after(SLOW_MS, () => {
      const wasFull = this.#room() <= 0
      end()
      receiver.slow += 1
      if (wasFull && this.#room() > 0) this.#tick.wake()
    })
    return () => {
      cancel()
      if (!isQuick) receiver.slow -= 1
      end()
    }
  }

  async #deliver(row: Row, handler: DeliveryHandler<Row>, receiver: Receiver): Promise<void> {
    let result: DeliveryResult
    try {
      result = await handler(row, this.#aborting.signal)
    } finally {
      receiver.active -= 1
    }
    const nowMs = await this.#outbox.now()
    const attempts = row.attempts + 1
    if (result.ok) {
      this.#receivers.succeeded(receiver)
      const { againInMs, set } = result
      this.#logAttempt(row, againInMs === undefined ? 'delivered' : 'again', attempts, nowMs)
      return againInMs === undefined
        ? this.#outbox.finish(row, 'delivered', attempts, nowMs, set)
        : this.#outbox.release(row, 0, nowMs + againInMs, set)
    }
    if (this.#aborting.signal.aborted) return this.#outbox.release(row, row.attempts, nowMs)
    if (result.refused !== true) this.#receivers.failed(receiver)
    if (nowMs - row.createdAtMs >= this.#config.retryForMs) {
      this.#logAttempt(row, 'dead', attempts, nowMs, result.code)
      return this.#outbox.finish(row, 'dead', attempts, nowMs)
    }
    this.#logAttempt(row, 'failed', attempts, nowMs, result.code)
    return this.#outbox.release(row, attempts, nowMs + retryDelayMs(attempts, this.#random()))
  }

  #logAttempt(row: Row, outcome: Attempt['outcome'], attempts: number, nowMs: number, code?: string): void {
    this.#config.log.attempted(row, {
      outcome,
      attempts,
      ageMs: nowMs - row.createdAtMs,
      ...(code === undefined ? {} : { code }),
    })
  }

  async #prune(): Promise<void> {
    const { log, retryForMs } = this.#config
    const nowMs = await this.#outbox.now()
    // Give up rows unclaimed for a week, unless retries have no time limit.
    const left = Number.isFinite(retryForMs)
      ? await this.#outbox.abandon(nowMs - KEEP_DELIVERED_MS, PRUNE_BATCH, nowMs)
      : 0
    if (left > 0) log.abandoned(left)
    for (const [outcome, keepMs] of [
      ['delivered', KEEP_DELIVERED_MS],
      ['dead', KEEP_DEAD_MS],
    ] as const)
      for (let batch = 0; batch < PRUNE_BATCHES && !this.#stopping.signal.aborted; batch += 1)
        if ((await this.#outbox.prune(outcome, nowMs - keepMs, PRUNE_BATCH)) < PRUNE_BATCH) break
  }
}

/** Creates a deliverer; it does nothing before `begin`. */
export const createDeliverer = <Row extends OutboxRow>(config: DelivererConfig<Row>): Deliverer =>
  new OutboxDeliverer(config)
