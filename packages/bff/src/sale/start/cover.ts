// Reads the sale that a refund pays back with all its refunds, for the grant, the checkout and the start of a refund.
import type { RefundedSale } from '@tapboard/contract'
import type { Refusal } from '../../refusal.ts'
import type { AttemptGroup } from '../../token/access.ts'
import type { RefundRequest } from '../../token/refund-grant.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { judgeRefund, sumMinor } from '../machine/check-refund.ts'
import type { SaleRow } from '../machine/row.ts'

/** A sale and all its refunds, newest first; `sale` is `null` if it does not exist. */
interface Cover {
  readonly sale: SaleRow | null
  readonly refunds: readonly SaleRow[]
}

/** Reads the sale of a refund's group. */
export async function readCover(ledger: Ledger, { merchant, order, refund }: AttemptGroup): Promise<Cover> {
  const of = refund?.of ?? ''
  const [sale, refunds] = await Promise.all([ledger.find(of), ledger.refunds(merchant, order)])
  return { sale, refunds: refunds.filter(({ refundOf }) => refundOf === of) }
}

/** Returns a refusal if the amount cannot be paid back under the reference of the grant, else `null`. */
export async function judgeGrant(ledger: Ledger, refund: RefundRequest): Promise<Refusal | null> {
  const { sale, refunds } = await readCover(ledger, refund)
  const { amountMinor, currency } = refund
  const judged = judgeRefund(sale, refunds, { group: refund, amountMinor, currency })
  return judged.ok ? null : judged
}

/** The refunded sale as the checkout shows it, or `null`. */
export async function readRefundedSale(ledger: Ledger, group: AttemptGroup): Promise<RefundedSale | null> {
  const { sale, refunds } = await readCover(ledger, group)
  if (sale === null) return null
  const { id: of, amountMinor: paidAmountMinor, card, reference } = sale
  const approved = refunds.filter(({ state }) => state === 'approved')
  return { of, paidAmountMinor, refundedAmountMinor: sumMinor(approved), card, reference }
}
