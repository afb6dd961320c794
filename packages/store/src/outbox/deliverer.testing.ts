/** A deliverer on an outbox in memory and a manual clock. */
import type { AgedLease } from '../loop/lease-watch.ts'
import { ManualClock } from '../testing.ts'
import { createDeliverer, type Deliverer, type DelivererConfig } from './deliverer.ts'
import {
  newOutboxRow,
  type DeliveryHandler,
  type DeliveryResult,
  type Outbox,
  type OutboxRow,
} from './outbox.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** A row with the name of its receiver. */
interface Job extends OutboxRow {
  readonly receiver: string
}

type Call = readonly [name: string, ...given: unknown[]]

/** An outbox that records its calls; `answers` replaces the answer of a call. */
export class MemoryOutbox implements Outbox<Job> {
  readonly calls: Call[] = []
  readonly answers = new Map<string, () => Promise<number>>()
  readonly #rows = new Map<string, Job>()
  readonly #clock: ManualClock
  heldLeases: (() => Promise<readonly AgedLease[]>) | null = null
  /** Calls of `postpone`, also of those without rows. */
  postponements = 0

  constructor(clock: ManualClock) {
    this.#clock = clock
  }

  /** Adds a row that is `ageMs` old and due. */
  put(id: string, { ageMs = 0, receiver = 'a', attempts = 0 } = {}): void {
    const nowMs = this.#clock.now()
    this.#rows.set(id, { ...newOutboxRow(id, nowMs - ageMs), nextAtMs: nowMs, receiver, attempts })
  }

  /** Calls with this name, without the name. */
  of(name: string): readonly unknown[][] {
    return this.calls.filter(([each]) => each === name).map(([, ...given]) => given)
  }

  now = async (): Promise<number> => this.#clock.now()

  claim = async (asked: { owner: string; leaseMs: number; limit: number }): Promise<Job[]> => {
    await this.#answer('claim', asked)
    const due = [...this.#rows.values()].filter(
      ({ nextAtMs: atMs, leaseOwner: owner }) => atMs !== null && atMs <= this.#clock.now() && owner === null,
    )
    return due.slice(0, asked.limit).map((row) => this.#change(row, { leaseOwner: asked.owner }))
  }

  releaseLeases = async (owner: string, except?: readonly string[]): Promise<void> => {
    await this.#answer('releaseLeases', owner, ...(except === undefined ? [] : [except]))
    for (const row of this.#rows.values())
      if (row.leaseOwner === owner && except?.includes(row.id) !== true)
        this.#change(row, { leaseOwner: null })
  }

  finish = async (row: Job, ...given: unknown[]): Promise<void> => {
    await this.#answer('finish', row.id, ...given)
    this.#change(row, { nextAtMs: null, leaseOwner: null })
  }

  release = async (row: Job, attempts: number, nextAtMs: number, ...given: unknown[]): Promise<void> => {
    await this.#answer('release', row.id, attempts, nextAtMs - this.#clock.now(), ...given)
    this.#change(row, { attempts, nextAtMs, leaseOwner: null })
  }

  postpone = async (rows: readonly { readonly row: Job; readonly nextAtMs: number }[]): Promise<void> => {
    this.postponements += 1
    for (const { row, nextAtMs } of rows) {
      await this.#answer('postpone', row.id, nextAtMs - this.#clock.now())
      this.#change(row, { nextAtMs, leaseOwner: null })
    }
  }

  abandon = (beforeMs: number, limit: number, atMs: number): Promise<number> =>
    this.#answer('abandon', this.#clock.now() - beforeMs, limit, this.#clock.now() - atMs)

  prune = (outcome: string, beforeMs: number, limit: number): Promise<number> =>
    this.#answer(`prune ${outcome}`, this.#clock.now() - beforeMs, limit)

  #change(row: Job, columns: Partial<Job>): Job {
    const changed = { ...row, ...columns }
    this.#rows.set(row.id, changed)
    return changed
  }

  async #answer(...call: Call): Promise<number> {
    this.calls.push(call)
    return (await this.answers.get(call[0])?.()) ?? 0
  }
}

/** A deliverer in a test. */
interface Harness {
  readonly clock: ManualClock
  readonly outbox: MemoryOutbox
  /** Attempts, faults and abandoned rows in their order. */
  readonly log: unknown[][]
  /** Returns how often the outbox was read. */
  worked(): number
  begin(
    handler: DeliveryHandler<Job> | null,
    options?: Partial<Pick<DelivererConfig<Job>, 'retryForMs' | 'concurrencyPerReceiver'>>,
  ): Deliverer
}

/** The random fraction is always 1/2, so that delays have no jitter and postponements are half of their range. */
export function harness(): Harness {
  const clock = new ManualClock()
  const outbox = new MemoryOutbox(clock)
  const log: unknown[][] = []
  let worked = 0
  return {
    clock,
    outbox,
    log,
    worked: () => worked,
    begin(handler, { retryForMs = DAY, ...options } = {}) {
      const deliverer = createDeliverer<Job>({
        outbox,
        receiverOf: ({ receiver }) => receiver,
        handlerFor: () => handler,
        retryForMs,
        ...options,
        unknownCode: 'no-handler',
        clock,
        random: () => Uint8Array.of(128, 0),
        log: {
          attempted: ({ id }, attempt) => void log.push([id, attempt]),
          fault: (code, row) => void log.push(['fault', code, row?.id ?? null]),
          works: () => void (worked += 1),
          abandoned: (rows) => void log.push(['abandoned', rows]),
        },
        instance: 'one',
      })
      deliverer.begin()
      return deliverer
    },
  }
}

/** The receiver does not answer. */
export const AWAY: DeliveryResult = { ok: false, code: 'away' }
/** The receiver answers that it does not take the row. */
export const REFUSED: DeliveryResult = { ...AWAY, refused: true }
export const away: DeliveryHandler<Job> = async () => AWAY
export const delivered: DeliveryHandler<Job> = async () => ({ ok: true })
/** An attempt without an end. */
export const never: DeliveryHandler<Job> = () => new Promise(() => {})
