// Decides which leases have ended without comparing clocks of two machines (D-194, D-199): a living owner renews its lease, so a lease that
// stays the same for long enough, on the clock of the process that observes it, has no owner. Pure; the caller reads the leases.
import type { EndedLease } from '../claim.ts'
import type { Timer } from '../shared-types.ts'

/** A lease that may have ended, as this process read it. */
export interface AgedLease extends EndedLease {
  /** True if it has ended by the clock of the server that answered; also for a lease that no such clock judges. */
  readonly isOver: boolean
}

/** Time between two reads of the leases, in ms. */
const LOOK_EVERY_MS = 1_000

/** Two looks are about a second apart. A longer gap (a suspended process, a clock that was set) proves no more than this. */
const GAP_MAX_MS = 2_000

interface Seen {
  readonly lease: AgedLease
  /** Time for which it was observed unchanged. */
  readonly unchangedMs: number
}

/** The leases that one process observes. */
export interface LeaseWatch {
  /** Takes the result of a look at `nowMs` of this process's clock; returns the leases that have ended. */
  look(aged: readonly AgedLease[], nowMs: number): AgedLease[]
  /** Returns true if the row has a lease that was changed lately, so its owner lives. */
  isRenewed(id: string): boolean
}

/** Creates a watch that has seen no lease; one that is unchanged for `endedMs` has ended. */
export function createLeaseWatch(endedMs: number): LeaseWatch {
  let seen = new Map<string, Seen>()
  let lookedAtMs: number | null = null
  const hasEnded = ({ lease, unchangedMs }: Seen): boolean => lease.isOver && unchangedMs >= endedMs
  return {
    look(aged, nowMs) {
      const gapMs = Math.min(Math.max(nowMs - (lookedAtMs ?? nowMs), 0), GAP_MAX_MS)
      lookedAtMs = nowMs
      const before = seen
      seen = new Map(
        aged.map((lease) => {
          const last = before.get(lease.id)
          const isSame = last?.lease.fence === lease.fence && last.lease.leaseUntilMs === lease.leaseUntilMs
          return [lease.id, { lease, unchangedMs: isSame ? last.unchangedMs + gapMs : 0 }]
        }),
      )
      return [...seen.values()].filter(hasEnded).map(({ lease }) => lease)
    },
    isRenewed(id) {
      const row = seen.get(id)
      return row !== undefined && row.unchangedMs < endedMs
    },
  }
}

/** The leases of one table, as the claims of one process need them. */
export interface LeaseLooks {
  /**
   * At most `limit` leases that have ended, by default all; `undefined` in an embedded store, where one clock decides. Reads them at most
   * once a second; until then the next calls return the others of the last look, each once.
   */
  ended(limit?: number): Promise<readonly EndedLease[] | undefined>
  /** Returns true if another process has a lease on the row that it changed lately. */
  isRenewed(id: string): boolean
}

/**
 * Looks at the leases that `read` returns; `null` in an embedded store. One that is unchanged for `endedMs` has ended: for leases that
 * are not renewed, their duration.
 */
export function createLeaseLooks(
  read: (() => Promise<readonly AgedLease[]>) | null,
  endedMs: number,
  clock: Pick<Timer, 'now'>,
): LeaseLooks {
  const watch = createLeaseWatch(endedMs)
  let lookedAtMs = -Infinity
  let left: readonly EndedLease[] = []
  return {
    async ended(limit = Infinity) {
      if (read === null) return undefined
      const nowMs = clock.now()
      if (Math.abs(nowMs - lookedAtMs) >= LOOK_EVERY_MS) {
        lookedAtMs = nowMs
        left = watch.look(await read(), nowMs)
      }
      const taken = left.slice(0, limit)
      left = left.slice(limit)
      return taken
    },
    isRenewed: (id) => read !== null && watch.isRenewed(id),
  }
}
