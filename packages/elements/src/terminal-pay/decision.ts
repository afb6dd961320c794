// Sends a person's decision about the result of a sale. The file of the form gets it as an argument, because that file has no schema of a
// sale: `<terminal-pay>` and `<terminal-desk>` have it in the file that loads the form.
import { Sale, web, type Attestation } from '@tapboard/contract'
import type { Client } from '../shared/client.ts'
import type { Answer } from '../shared/fault.ts'

/** The answer to a decision. */
interface Decided {
  readonly answer: Answer<Sale>
  /** The sale as it is now, also after a refusal; `null` if the answer does not contain it. */
  readonly sale: Sale | null
}

/** Sends a decision about the sale with this ID. */
export async function sendDecision(
  client: Client,
  id: string,
  body: Attestation,
  signal: AbortSignal,
): Promise<Decided> {
  const answer = await client.call(web.resolveSale, { id, body, signal })
  return { answer, sale: answer.ok ? answer.value : (Sale.safeParse(answer.sale).data ?? null) }
}
