// The order state for the host's server: the deciding attempt, and whether the paid amount equals the due amount (D-88).
// Pure.
import type { OrderState, Sale } from '@tapboard/contract'
import { isOpenRefund, sumMinor } from '../machine/check-refund.ts'
import { decidingAttempt } from '../machine/check-start.ts'
import type { OrderGrant } from '../../token/order-grant.ts'

/**
 * Returns the order's state from its attempts and refunds, newest first, and its newest grant. `null` if there is no
 * attempt. A refund changes nothing about the payment.
 */
export function orderState(
  order: string,
  attempts: readonly Sale[],
  granted: OrderGrant | null,
  refunds: readonly Sale[] = [],
): OrderState | null {
  const approved = attempts.find(({ state }) => state === 'approved')
  const sale = approved ?? decidingAttempt(attempts)
  if (sale === null) return null
  const isDue =
    granted === null || (sale.amountMinor === granted.amountMinor && sale.currency === granted.currency)
  return {
    order,
    paid: approved !== undefined && isDue,
    paidAmountMinor: approved?.amountMinor ?? 0,
    dueAmountMinor: granted?.amountMinor ?? null,
    currency: approved?.currency ?? granted?.currency ?? sale.currency,
    sale,
    reviews: attempts.filter((one) => one.state === 'review' && one.id !== sale.id),
    refundedAmountMinor: sumMinor(refunds.filter(({ state }) => state === 'approved')),
    refundOpen: refunds.some(isOpenRefund),
    refunds: [...refunds],
  }
}
