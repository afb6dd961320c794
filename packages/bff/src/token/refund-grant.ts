// Checks the grant of a `refund` token before it is minted (INV-22). The ledger implements the check.
import type { Currency } from '@tapboard/contract'
import type { Refusal } from '../refusal.ts'
import type { AttemptGroup, RefundTerms } from './access.ts'

/** The refund that a grant asks for. */
export interface RefundRequest extends AttemptGroup {
  readonly refund: Pick<RefundTerms, 'of' | 'reference'>
  readonly amountMinor: number
  readonly currency: Currency
}

/** The refunds as minting sees them. */
export interface RefundGrants {
  /** Returns a refusal if the amount of a sale cannot be paid back under the reference of this grant, else `null`. */
  judgeRefund(refund: RefundRequest): Promise<Refusal | null>
}
