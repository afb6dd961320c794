// What the host's server learns of an order: the attempt that decides, and whether what was paid is what is due (D-88).
// Pure.
import type { OrderState, Sale } from '@tapboard/contract'
import { standing } from '../machine/check-start.ts'
import type { OrderGrant } from '../../token/order-grant.ts'

/** The state of an order, given its attempts, newest first, and its newest grant; `null` when no attempt was started. */
export function orderState(
  order: string,
  attempts: readonly Sale[],
  granted: OrderGrant | null,
): OrderState | null {
  const approved = attempts.find(({ state }) => state === 'approved')
  const sale = approved ?? standing(attempts)
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
  }
}
