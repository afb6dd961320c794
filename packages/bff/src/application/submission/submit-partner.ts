// The part of a merchant's sign-up that submissions use: the boarding API, its tiers and its terms.
import type { Terms, TermsMode } from '@tapboard/contract'
import type { Refusal } from '../../refusal.ts'
import type { BoardingUpstream } from '../../upstream/boarding/boarding-port.ts'

/** A merchant's sign-up for submissions. */
export interface SubmitPartner {
  readonly environment: 'sandbox' | 'production'
  readonly termsMode: TermsMode
  /** Whether a "not found" of a look-up by token is conclusive. */
  readonly lookup: boolean
  readonly upstream: BoardingUpstream
  /** Returns the names of the tiers that the upstream offers now. */
  tierNames(): Promise<{ readonly ok: true; readonly names: readonly string[] } | Refusal>
  /** Returns the current terms of a tier; called in mode `service` only. */
  terms(tierName: string, locale: string): Promise<{ readonly ok: true; readonly terms: Terms } | Refusal>
}

/** Returns a merchant's sign-up, or `null` if it has none. */
export type SubmitPartners = (merchant: string) => SubmitPartner | null
