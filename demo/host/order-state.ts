// Closes an order like a real host: its server reads the order's state from the BFF and never trusts the page.
import { OrderState } from '@tapboard/contract'
import type { TokenSource } from './tokens.ts'

/** Request timeout; afterwards the page retries. */
const TIMEOUT_MS = 3000

/** Reads the order's state: `false` if no sale was started, `null` if the BFF is unreachable. */
export async function readOrderState(source: TokenSource, order: string): Promise<OrderState | false | null> {
  try {
    const answer = await source.fetch(`${source.bffUrl}/v1/orders/${encodeURIComponent(order)}`, {
      headers: { authorization: `Bearer ${source.secret}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.status === 404) return false
    const read = OrderState.safeParse(await answer.json())
    return read.success && answer.status === 200 ? read.data : null
  } catch {
    return null
  }
}

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
