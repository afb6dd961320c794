// Closes an order like a real host: its server reads the order's state from the BFF and never trusts the page.
import { OrderState, web } from '@tapboard/contract'
import { readFromBff } from './read-from-bff.ts'
import type { TokenSource } from './tokens.ts'

/** Reads the order's state: `false` if no sale was started, `null` if the BFF is unreachable. */
export const readOrderState = (source: TokenSource, order: string): Promise<OrderState | false | null> =>
  readFromBff(source, web.getOrder.path.replace('{order}', encodeURIComponent(order)), OrderState)

/** The payment state of an order; `null` if the BFF is unreachable. */
export type Paid = { readonly reference: string | null; readonly approvalCode: string | null } | false | null

/** Whether the order is paid: only with an approved sale of its current total, which may have changed since. */
export function paidOf(
  state: OrderState | false | null,
  total: { readonly amountMinor: number; readonly currency: string },
): Paid {
  if (!state) return state
  const { paid, paidAmountMinor, currency, sale } = state
  const isTotal = paidAmountMinor === total.amountMinor && currency === total.currency
  return paid && isTotal ? { reference: sale.reference, approvalCode: sale.approvalCode } : false
}
