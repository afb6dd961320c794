// Leases on rows: the members, the claim of due rows, and the release that compares the fence (INV-16). Types and constants;
// `sql-leases.ts` implements them.
import type { EndedLease } from '@tapboard/store'

/** A row that processes lease. */
export interface Leased {
  /** When the row is due; `null` = never. */
  readonly nextAtMs: number | null
  /** Names the process run that holds the lease. */
  readonly leaseOwner: string | null
  readonly leaseUntilMs: number | null
  /** Counts the leases; each write of a holder compares it. */
  readonly fence: number
}

/** A lease that may have ended, as this process read it. */
export interface AgedLease extends EndedLease {
  /** True if it has ended by the clock of the server that answered. */
  readonly isOver: boolean
}

/** The members of a row that no process holds. */
export const NO_LEASE = { leaseOwner: null, leaseUntilMs: null } as const

/** A claim of due rows. */
export interface LeaseClaim {
  readonly owner: string
  readonly leaseMs: number
  readonly limit: number
  /** The leases that this process observed to have ended; see `ClaimRequest.ended`. */
  readonly ended?: readonly EndedLease[]
}

interface LeaseEnd<Row> {
  readonly id: string
  readonly fence: number
  /** Further members to write with the release. */
  readonly set: Partial<Row>
}

/** The leases on the rows of one table. */
export interface Leases<Row> {
  /** Takes leases on due rows, earliest first; only on rows in one of `states`, if given. */
  claim(claim: LeaseClaim, states?: readonly string[]): Promise<Row[]>
  /** Ends a lease if its fence is still that one; only of a row in one of `states`, if given. */
  release(end: LeaseEnd<Row>, states?: readonly string[]): Promise<void>
}
