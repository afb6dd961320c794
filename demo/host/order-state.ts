// Closes an order like a real host: its server reads the order's state from the BFF and never trusts the page.
import { formatDecimal, OrderState, web, type Currency } from '@tapboard/contract'
import { readFromBff } from './read-from-bff.ts'
import type { TokenSource } from './tokens.ts'

/** The current total of an order, which may have changed since its payment. */
interface OrderTotal {
  readonly amountMinor: number
  readonly currency: Currency
}

/**
 * Reads the order's state: `false` if no sale was started, `null` if the BFF is unreachable. With a total, `paid` is true only for a
 * payment of that total.
 */
export function readOrderState(
  source: TokenSource,
  order: string,
  total: OrderTotal | null = null,
): Promise<OrderState | false | null> {
  const path = web.getOrder.path.replace('{order}', encodeURIComponent(order))
  if (total === null) return readFromBff(source, path, OrderState)
  const { amountMinor, currency } = total
  const query = new URLSearchParams({ amount: formatDecimal(amountMinor, currency), currency })
  return readFromBff(source, `${path}?${query.toString()}`, OrderState)
}

/** The payment state of an order; `null` if the BFF is unreachable. */
export type Paid = { readonly reference: string | null; readonly approvalCode: string | null } | false | null

/** Whether the order is paid, from a state that was read with its current total. */
export function paidOf(state: OrderState | false | null): Paid {
  if (!state) return state
  const { paid, sale } = state
  return paid ? { reference: sale.reference, approvalCode: sale.approvalCode } : false
}
