// Closes an order the way every host should: its server asks the BFF what became of it. What a page says is never asked.
import { OrderState } from '@tapboard/contract'
import type { TokenSource } from './tokens.ts'

/** Longer than this and the page is better off asking again. */
const TIMEOUT_MS = 3000

/** What the BFF says of an order: `false` when no sale of it was ever started, `null` when it could not be asked. */
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

/** What the host knows of a payment: `null` when the BFF could not be asked. */
export type Paid = { readonly reference: string | null; readonly approvalCode: string | null } | false | null

/** Is the order paid? Only with an approved sale of what the order costs now: its total may have changed since. */
export function paidOf(
  state: OrderState | false | null,
  total: { readonly amountMinor: number; readonly currency: string },
): Paid {
  if (!state) return state
  const { paid, paidAmountMinor, currency, sale } = state
  const isTotal = paidAmountMinor === total.amountMinor && currency === total.currency
  return paid && isTotal ? { reference: sale.reference, approvalCode: sale.approvalCode } : false
}
