// Closes an order the way every host should: its server asks the BFF what became of it. What a page says is never asked.
import { OrderState } from '@tapboard/contract'
import type { TokenSource } from './tokens.ts'

/** Longer than this and the page is better off asking again. */
const TIMEOUT_MS = 3000

/** What the host knows of a payment: `null` when the BFF could not be asked. */
export type Paid = { readonly reference: string | null; readonly approvalCode: string | null } | false | null

/** Is this order paid? Only an approved sale says yes. */
export async function readPaid(source: TokenSource, order: string): Promise<Paid> {
  try {
    const answer = await source.fetch(`${source.bffUrl}/v1/orders/${encodeURIComponent(order)}`, {
      headers: { authorization: `Bearer ${source.secret}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.status === 404) return false
    const read = OrderState.safeParse(await answer.json())
    if (!read.success || answer.status !== 200) return null
    const { paid, sale } = read.data
    return paid ? { reference: sale.reference, approvalCode: sale.approvalCode } : false
  } catch {
    return null
  }
}
