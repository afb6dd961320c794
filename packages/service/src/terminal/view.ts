// Derives the terminal's screen from the committed session row. Pure, so a reconnected channel or another
// process computes the same screen.
import { formatDecimal, type ToTerminal } from '@tapboard/contract'
import { isFinal } from '../cloud/session/machine.ts'
import type { SessionRow } from '../schema/schema.ts'

/** Screen of a live session. */
type ScreenStep = 'prompt' | 'authorizing' | 'authorization'

/** The last screen sent to a terminal. */
export interface Screen {
  readonly sessionId: string
  readonly step: ScreenStep
}

/** Screen that a live session requires. */
export const stepOf = (row: SessionRow): ScreenStep =>
  row.resultStatus !== null ? 'authorization' : row.cardBrand !== null ? 'authorizing' : 'prompt'

/** Creates the message for the current screen; `promptMs` is the full duration of a prompt. */
export function showMessage(row: SessionRow, nowMs: number, promptMs: number): ToTerminal {
  const step = stepOf(row)
  if (step === 'authorizing') return { type: 'authorizing', sessionId: row.id }
  if (step === 'authorization')
    return {
      type: 'authorization',
      sessionId: row.id,
      status: row.resultStatus ?? 'error',
      message: row.message ?? '',
      approvalCode: row.approvalCode,
    }
  const untilMs = Math.min(row.cardByMs ?? nowMs + promptMs, row.deadlineMs)
  return {
    type: 'prompt',
    sessionId: row.id,
    command: row.command,
    ...(row.creditLastFour === null ? {} : { saleCardLastFour: row.creditLastFour }),
    amount: formatDecimal(row.amountMinor, row.currency),
    currency: row.currency,
    remainingMs: Math.max(untilMs - nowMs, 0),
  }
}

const REASONS = {
  COMPLETED: 'completed',
  TIMEOUT: 'timeout',
  ERROR: 'error',
  USER_CANCELLED: 'user_cancelled',
  API_CANCELLED: 'api_cancelled',
} as const

/** Creates the end message of a final session; `null` while it is live. */
export function endMessage(row: SessionRow): ToTerminal | null {
  const { status } = row
  if (status === 'INITIATING' || status === 'IN_PROGRESS' || !isFinal(status)) return null
  return { type: 'end', sessionId: row.id, reason: REASONS[status] }
}
