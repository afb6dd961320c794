// The loop over due rows that serves sales, follow-ups, applications and outboxes. It claims rows every second and when woken, counts the
// works that the caller starts on them, and claims again while there is room. A row whose work fails keeps its lease; the lease expires
// and the row is claimed again.
import type { EndedLease } from '../claim.ts'
import type { Timer } from '../shared-types.ts'
import { settledWithin } from './alarm.ts'
import { createClaimGuard, type ClaimGuard } from './claim-guard.ts'
import { createLeaseLooks, type AgedLease, type LeaseLooks } from './lease-watch.ts'
import { Loop, type LoopReport } from './loop.ts'

/** The interval of claims, in ms. */
export const CLAIM_EVERY_MS = 1_000

/**
 * Starts the work on one row; `signal` aborts when the loop stops. The work counts until it settles, unless `isCounted` is false, or until
 * the result is called.
 */
export type StartWork<Row> = (
  row: Row,
  work: (signal: AbortSignal) => Promise<void>,
  isCounted?: boolean,
) => () => void

/** The rows of a loop and the work on them. */
export interface ClaimLoopConfig<Row> {
  /** Takes leases on at most `limit` due rows; `ended` as in `ClaimRequest`. */
  claim(limit: number, ended: readonly EndedLease[] | undefined): Promise<readonly Row[]>
  /** Reads the leases on due rows; `null` in an embedded store, where one clock decides. */
  readonly held: (() => Promise<readonly AgedLease[]>) | null
  /** Ends the leases of this loop, except on the rows with these keys. */
  releaseOthers(except: readonly string[]): Promise<void>
  /** Returns the primary key of a row. */
  keyOf(row: Row): string
  /** A lease that is unchanged for this time has ended: the longest lease on these rows, or less if their owners renew them. */
  readonly leaseMs: number
  /** Returns how many rows to claim now, none if not positive: `active` works run, `counted` of them count. */
  room(active: number, counted: number): number
  /** Calls `start` for each row to work on, and releases the others. */
  work(rows: readonly Row[], start: StartWork<Row>): Promise<void> | void
  /** Called when the work on a row failed with this error. */
  failed(error: unknown, row: Row): void
  readonly clock: Timer
  /** Receives the results of the claims. */
  readonly report: LoopReport
}

/** Claims rows from `begin` to `stop`. */
export class ClaimLoop<Row> {
  readonly #config: ClaimLoopConfig<Row>
  readonly #loop: Loop
  readonly #guard: ClaimGuard
  // D-194, D-199: observes the leases of other processes.
  readonly #leases: LeaseLooks
  readonly #stopping = new AbortController()
  /** The running works, each with the key of its row. */
  readonly #active = new Map<Promise<void>, string>()
  readonly #counted = new Set<Promise<void>>()

  constructor(config: ClaimLoopConfig<Row>) {
    const { clock, held, leaseMs, report } = config
    this.#config = config
    this.#leases = createLeaseLooks(held, leaseMs, clock)
    this.#guard = createClaimGuard(() => config.releaseOthers([...this.#active.values()]))
    this.#loop = new Loop({
      work: (progress) => this.#claim(progress),
      everyMs: CLAIM_EVERY_MS,
      clock,
      report,
    })
  }

  begin(): void {
    void this.#loop.begin()
  }

  /** Claims without waiting for the next second. */
  wake(): void {
    this.#loop.wake()
  }

  /** Stops claiming, waits for a claim that is under way, and releases the rows of one whose answer was lost; running works continue. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#loop.stop()
    // Without the store the rows wait for the end of their leases.
    await this.#guard.settle().catch(() => {})
  }

  /** Waits for the running works, at most `limitMs`. */
  async settled(limitMs = Number.POSITIVE_INFINITY): Promise<void> {
    const works = this.#active.keys()
    await (limitMs === Number.POSITIVE_INFINITY
      ? Promise.all(works)
      : settledWithin(limitMs, works, this.#config.clock))
  }

  /** Stops claiming and waits for the running works. */
  async drain(): Promise<void> {
    await this.stop()
    await this.settled()
  }

  /** Returns true if another process has a lease on the row that it changed lately. */
  isRenewed(key: string): boolean {
    return this.#leases.isRenewed(key)
  }

  /** Returns true if claims fail repeatedly, or if one does not end. */
  failing(): boolean {
    return this.#loop.failing()
  }

  async #claim(progress: () => void): Promise<void> {
    const { claim, work } = this.#config
    // First: the rows of a claim whose answer was lost would otherwise wait for the end of their leases.
    await this.#guard.settle()
    let isLast = false
    while (!isLast) {
      const limit = Math.max(0, this.#room())
      // Also without room: `isRenewed` must not answer from an old look.
      const ended = await this.#leases.ended(limit)
      if (limit === 0 || this.#stopping.signal.aborted) return
      await this.#guard.run(async () => {
        const rows = await claim(limit, ended)
        progress()
        await work(rows, this.#start)
        isLast = rows.length < limit && (ended ?? []).length < limit
      })
    }
  }

  readonly #start: StartWork<Row> = (row, work, isCounted = true) => {
    const working = work(this.#stopping.signal)
      .catch((error: unknown) => this.#config.failed(error, row))
      .finally(() =>
        this.#free(() => {
          this.#active.delete(working)
          this.#counted.delete(working)
        }),
      )
    this.#active.set(working, this.#config.keyOf(row))
    if (isCounted) this.#counted.add(working)
    return () => this.#free(() => this.#counted.delete(working))
  }

  #room(): number {
    return this.#config.room(this.#active.size, this.#counted.size)
  }

  /** Continues with a backlog without waiting for the next claim, if `change` makes room where there was none. */
  #free(change: () => void): void {
    const wasFull = this.#room() <= 0
    change()
    if (wasFull && this.#room() > 0) this.wake()
  }
}
