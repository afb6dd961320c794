// The built-in processor: the cents of the amount select the result (.51 and .05 declined, .91 error, .98
// timeout, otherwise approved). Pure; the caller provides reference and approval code.
import type { CardSeen, TransactionResult, TransactionStatus } from '@tapboard/contract'

/** An authorization request with the references for its answer. */
interface Authorization {
  readonly amountMinor: number
  readonly card: CardSeen
  readonly reference: string
  readonly approvalCode: string
  readonly atMs: number
}

/** A result of the built-in processor. */
interface Verdict {
  readonly status: TransactionStatus
  /** `null` after a processor timeout. */
  readonly code: string | null
  readonly message: string
}

/** Last two digits of the minor units → result; all others are approved. */
export const RESULTS_BY_CENTS: Readonly<Record<number, Verdict>> = {
  51: { status: 'declined', code: '51', message: 'Insufficient funds' },
  5: { status: 'declined', code: '05', message: 'Do not honor' },
  91: { status: 'error', code: '91', message: 'Issuer unavailable' },
  98: { status: 'timeout', code: null, message: 'The processor did not answer in time' },
}

const APPROVED: Verdict = { status: 'approved', code: '00', message: 'Approved' }

/** Authorizes one card for one amount. */
export function authorize(asked: Authorization): TransactionResult {
  const verdict = RESULTS_BY_CENTS[asked.amountMinor % 100] ?? APPROVED
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
