// What a terminal should show for a session. Pure: the terminal follows the committed row, so that a channel that comes
// back, or that another process holds, is told the same.
import { formatDecimal, type ToTerminal } from '@tapboard/contract'
import { isFinal } from '../cloud/session/machine.ts'
import type { SessionRow } from '../cloud/session/row.ts'

/** How far a live session is, as its terminal shows it. */
export type ViewStep = 'prompt' | 'authorizing' | 'authorization'

/** What the terminal of a channel was told to show. */
export interface View {
  readonly sessionId: string
  readonly step: ViewStep
}

/** What a live session asks its terminal to show. */
export const stepOf = (row: SessionRow): ViewStep =>
  row.result_status !== null ? 'authorization' : row.card_brand !== null ? 'authorizing' : 'prompt'

/** The message that makes a terminal show the step; `promptMs` is the whole life of a prompt (D-15). */
export function showMessage(row: SessionRow, nowMs: number, promptMs: number): ToTerminal {
  const step = stepOf(row)
  if (step === 'authorizing') return { type: 'authorizing', sessionId: row.id }
  if (step === 'authorization')
    return {
      type: 'authorization',
      sessionId: row.id,
      status: row.result_status ?? 'error',
      message: row.message ?? '',
      approvalCode: row.approval_code,
    }
  const untilMs = Math.min(row.card_by_ms ?? nowMs + promptMs, row.deadline_ms)
  return {
    type: 'prompt',
    sessionId: row.id,
    command: row.command,
    amount: formatDecimal(row.amount_minor, row.currency),
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

/** The message that the session of a final row is over; `null` while it lives. */
export function endMessage(row: SessionRow): ToTerminal | null {
  const { status } = row
  if (status === 'INITIATING' || status === 'IN_PROGRESS' || !isFinal(status)) return null
  return { type: 'end', sessionId: row.id, reason: REASONS[status] }
}
