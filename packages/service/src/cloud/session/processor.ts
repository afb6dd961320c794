// The built-in processor: the amount's cents decide (.51 and .05 declined, .91 error, .98 timeout, everything else
// approved). Pure; reference and approval code are given by the caller.
import type { CardSeen, TransactionResult, TransactionStatus } from '@tapboard/contract'

/** What the processor is asked, with the references it will answer with. */
export interface Authorization {
  readonly amountMinor: number
  readonly card: CardSeen
  readonly reference: string
  readonly approvalCode: string
  readonly atMs: number
}

interface Verdict {
  readonly status: TransactionStatus
  /** `null`: the processor did not answer. */
  readonly code: string | null
  readonly message: string
}

/** Last two digits of the minor units → what the processor says. */
const MAGIC: Readonly<Record<number, Verdict>> = {
  51: { status: 'declined', code: '51', message: 'Insufficient funds' },
  5: { status: 'declined', code: '05', message: 'Do not honor' },
  91: { status: 'error', code: '91', message: 'Issuer unavailable' },
  98: { status: 'timeout', code: null, message: 'The processor did not answer in time' },
}

const APPROVED: Verdict = { status: 'approved', code: '00', message: 'Approved' }

/** Decides about one card and one amount. */
export function authorize(asked: Authorization): TransactionResult {
  const verdict = MAGIC[asked.amountMinor % 100] ?? APPROVED
  return {
    status: verdict.status,
    xRefNum: asked.reference,
    responseCode: verdict.code,
    approvalCode: verdict.status === 'approved' ? asked.approvalCode : null,
    message: verdict.message,
    completedAtMs: asked.atMs,
    card: asked.card,
  }
}
