// Leases on rows: the members, the claim of due rows, and the release that compares the fence (INV-16). Types and constants;
// `sql-leases.ts` implements them.
import type { AgedLease, EndedLease } from '@tapboard/store'

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

/** The members of a row that no process holds. */
export const NO_LEASE = { leaseOwner: null, leaseUntilMs: null } as const

/** A claim of due rows. */
export interface LeaseClaim {
  readonly owner: string
  readonly leaseMs: number
  readonly limit: number
  /** The leases that this process observed to have ended; see `ClaimRequest.ended`. */
  readonly ended?: readonly EndedLease[] | undefined
  /** The claim excludes the rows of these merchants. */
  readonly exceptMerchants?: readonly string[]
}

/** Which rows a claim takes. */
export type ClaimedRows = Pick<LeaseClaim, 'ended' | 'exceptMerchants'>

/** Reads leases that are not renewed; `null` in an embedded store, where one clock decides. */
export type HeldLeases = (() => Promise<readonly AgedLease[]>) | null

interface LeaseEnd<Row> {
  readonly id: string
  readonly fence: number
  /** Further members to write with the release. */
  readonly set: Partial<Row>
}

/** The leases on the rows of one table. */
export interface Leases<Row> {
  /** The leases on due rows, for a claim with `ended`; `null` in an embedded store, where one clock decides. */
  readonly held: HeldLeases
  /** Takes leases on due rows, earliest first; only on rows in one of `states`, if given. */
  claim(claim: LeaseClaim, states?: readonly string[]): Promise<Row[]>
  /** Ends the leases of an owner, except on the rows with these keys; only on rows in one of `states`, if given. */
  releaseOthers(owner: string, except: readonly string[], states?: readonly string[]): Promise<void>
  /** Ends a lease if its fence is still that one; only of a row in one of `states`, if given. */
  release(end: LeaseEnd<Row>, states?: readonly string[]): Promise<void>
}
