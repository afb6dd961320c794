// What a submission needs of a merchant's sign-up: the boarding API, what it offers and asks to be agreed to now.
import type { Terms, TermsMode } from '@tapboard/contract'
import type { Refusal } from '../../refusal.ts'
import type { BoardingUpstream } from '../../upstream/boarding/boarding-port.ts'

/** A merchant's sign-up as a submission sees it. */
export interface SubmitPartner {
  readonly environment: 'sandbox' | 'production'
  readonly termsMode: TermsMode
  /** Is a "not found" of a look-up by token conclusive? */
  readonly lookup: boolean
  readonly upstream: BoardingUpstream
  /** Names of the tiers that the upstream offers now. */
  tierNames(): Promise<{ readonly ok: true; readonly names: readonly string[] } | Refusal>
  /** What a tier is agreed to with now; asked in mode `service` only. */
  terms(tierName: string, locale: string): Promise<{ readonly ok: true; readonly terms: Terms } | Refusal>
}

/** The merchant's sign-up, or `null` where it has none. */
export type SubmitPartners = (merchant: string) => SubmitPartner | null
