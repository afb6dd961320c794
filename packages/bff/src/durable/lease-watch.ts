// Decides which leases have ended without comparing clocks of two machines (D-194): a living owner renews its lease, so a lease that
// stays the same for long enough, on the clock of the process that observes it, has no owner. Pure; the caller reads the leases.
import type { AgedLease } from './lease.ts'

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
