/**
 * Delivers the rows of an outbox at least once. Claims rows on start, every second and after a wake-up,
 * retries each until its deadline, pauses a failing receiver, deletes old rows. The handler makes one
 * attempt.
 */
import type { EndedLease } from '../claim.ts'
import { faultCode, type FaultCode } from '../errors.ts'
import type { Timer } from '../shared-types.ts'
import { CLAIM_EVERY_MS, ClaimLoop, type StartWork } from '../loop/claim-loop.ts'
import { Loop } from '../loop/loop.ts'
import type { Outbox, OutboxRow, DeliveryHandler, DeliveryResult } from './outbox.ts'
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
  fault(code: FaultCode, row: Row | null): void
  /** A claim succeeded, also without rows. */
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
  /** Returns `length` random bytes, which spread the delays of retries. */
  readonly random: (length: number) => Uint8Array
  readonly log: DeliveryLog<Row>
  /**
   * Unique name of this process in leases, stable across restarts, so that a restart retries the rows of a
   * killed run at once.
   */
  readonly instance: string
}

/** The loop that delivers due rows until it is stopped. */
export interface Deliverer {
  begin(): void
  /** Checks for new rows now. */
  wake(): void
  /** Stops claiming, waits for running attempts (bounded), releases the other rows. */
  drain(): Promise<void>
}

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

class OutboxDeliverer<Row extends OutboxRow> implements Deliverer {
  readonly #config: DelivererConfig<Row>
  readonly #outbox: Outbox<Row>
  readonly #aborting = new AbortController()
  readonly #claims: ClaimLoop<Row>
  readonly #pruning: Loop
  readonly #receivers: Receivers
  readonly #random: () => number
  #hasReleasedLeases = false
  #isStopping = false

  constructor(config: DelivererConfig<Row>) {
    const { clock, concurrencyPerReceiver, instance, log, outbox } = config
    this.#config = config
    this.#outbox = outbox
    this.#random = () => randomFraction(config.random)
    this.#receivers = new Receivers({
      clock,
      random: this.#random,
      concurrency: concurrencyPerReceiver ?? CONCURRENCY_PER_RECEIVER,
      busyMs: CLAIM_EVERY_MS,
    })
    const failed = (code: FaultCode): void => log.fault(code, null)
    this.#claims = new ClaimLoop<Row>({
      claim: (limit, ended) => this.#claim(limit, ended),
      held: outbox.heldLeases,
      releaseOthers: (except) => outbox.releaseLeases(instance, except),
      keyOf: ({ id }) => id,
      leaseMs: LEASE_MS,
      room: (active, counted) => Math.min(CONCURRENCY - counted, CONCURRENCY_TOTAL - active),
      work: (rows, start) => this.#distribute(rows, start),
      // After a failure the lease expires and the row is retried (at least once).
      failed: (error, row) => log.fault(faultCode(error), row),
      clock,
      report: { works: () => log.works(), failed },
    })
    this.#pruning = new Loop({
      work: () => this.#prune(),
      everyMs: PRUNE_MS,
      clock,
      report: { works() {}, failed },
    })
  }

  begin(): void {
    this.#claims.begin()
    void this.#pruning.begin()
  }

  wake(): void {
    this.#claims.wake()
  }

  async drain(): Promise<void> {
    this.#isStopping = true
    await Promise.all([this.#claims.stop(), this.#pruning.stop()])
    await this.#claims.settled(DRAIN_MS)
    this.#aborting.abort()
    await this.#claims.settled()
  }

  async #claim(limit: number, ended: readonly EndedLease[] | undefined): Promise<readonly Row[]> {
    const { instance, log } = this.#config
    if (!this.#hasReleasedLeases) {
      this.#hasReleasedLeases = true
      // Once per run and without blocking: leases that it cannot end expire by themselves.
      await this.#outbox.releaseLeases(instance).catch((error: unknown) => log.fault(faultCode(error), null))
    }
    return this.#outbox.claim({ owner: instance, leaseMs: LEASE_MS, limit, ended })
  }

  /** Starts the attempts of claimed rows; postpones rows that this process cannot deliver now. */
  async #distribute(rows: readonly Row[], start: StartWork<Row>): Promise<void> {
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
      else if (handler !== null) this.#start(row, handler, start)
    }
    if (postponed.length > 0) await this.#outbox.postpone(postponed)
  }

  /** Starts an attempt. It counts for {@link SLOW_MS}, that of a failing receiver never. */
  #start(row: Row, handler: DeliveryHandler<Row>, start: StartWork<Row>): void {
    const receiver = this.#receivers.begin(this.#config.receiverOf(row))
    if (receiver.failures > 0) {
      start(row, () => this.#deliver(row, handler, receiver), false)
      return
    }
    let slow = 0
    const cancel = this.#config.clock.after(SLOW_MS, () => {
      uncount()
      slow = 1
      receiver.slow += slow
    })
    const uncount = start(row, () =>
      this.#deliver(row, handler, receiver).finally(() => {
        cancel()
        receiver.slow -= slow
      }),
    )
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
      for (let batch = 0; batch < PRUNE_BATCHES && !this.#isStopping; batch += 1)
        if ((await this.#outbox.prune(outcome, nowMs - keepMs, PRUNE_BATCH)) < PRUNE_BATCH) break
  }
}

/** Creates a deliverer; it does nothing before `begin`. */
export const createDeliverer = <Row extends OutboxRow>(config: DelivererConfig<Row>): Deliverer =>
  new OutboxDeliverer(config)
