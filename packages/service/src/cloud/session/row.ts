// Converts between session rows, the machine's state and the contract's Session. Pure.
import type { CardSeen, Session, SessionStatus, TransactionResult } from '@tapboard/contract'
import type { Selectable, Updateable } from '@tapboard/store'
import type { SessionTable } from '../../schema/schema.ts'
import { isFinal, nextAt, type SessionState } from './machine.ts'

/** A session row as selected from the store. */
export type SessionRow = Selectable<SessionTable>

function cardOf(row: SessionRow): CardSeen | null {
  const { card_brand, card_last_four, card_entry } = row
  if (card_brand === null || card_last_four === null || card_entry === null) return null
  return { brand: card_brand, lastFour: card_last_four, entry: card_entry }
}

function resultOf(row: SessionRow): TransactionResult | null {
  if (row.result_status === null || row.completed_at_ms === null) return null
  return {
    status: row.result_status,
    xRefNum: row.ref_num,
    responseCode: row.response_code,
    approvalCode: row.approval_code,
    message: row.message,
    completedAtMs: row.completed_at_ms,
    card: cardOf(row),
  }
}

/** Converts a row to the machine's state. */
export const stateOf = (row: SessionRow): SessionState => ({
  status: row.status,
  progress: row.progress,
  card: cardOf(row),
  result: resultOf(row),
  promptByMs: row.prompt_by_ms,
  cardByMs: row.card_by_ms,
  authorizeAtMs: row.authorize_at_ms,
  asks: row.asks,
  answerByMs: row.answer_by_ms,
  reversal: row.reversal,
  deadlineMs: row.deadline_ms,
})

/** Converts a state to columns and releases the lease, because the due work is done. */
export const columnsOf = (state: SessionState) =>
  ({
    status: state.status,
    progress: state.progress,
    prompt_by_ms: state.promptByMs,
    card_by_ms: state.cardByMs,
    authorize_at_ms: state.authorizeAtMs,
    asks: state.asks,
    answer_by_ms: state.answerByMs,
    reversal: state.reversal,
    deadline_ms: state.deadlineMs,
    card_brand: state.card?.brand ?? null,
    card_last_four: state.card?.lastFour ?? null,
    card_entry: state.card?.entry ?? null,
    result_status: state.result?.status ?? null,
    ref_num: state.result?.xRefNum ?? null,
    response_code: state.result?.responseCode ?? null,
    approval_code: state.result?.approvalCode ?? null,
    message: state.result?.message ?? null,
    completed_at_ms: state.result?.completedAtMs ?? null,
    next_at_ms: nextAt(state),
    lease_until_ms: null,
    lease_owner: null,
  }) satisfies Updateable<SessionTable>

/** Whether the session waits for the answer of an external processor. */
export const isAsking = (row: SessionRow): boolean =>
  row.asks > 0 && row.result_status === null && !isFinal(row.status)

/** Whether the processor has to confirm a reversal. */
export const isReversing = (row: SessionRow): boolean => row.reversal === 'pending' && row.asks > 0

// The specification names no state before IN_PROGRESS, so a strict service has none (D-09).
const statusOf = ({ status }: SessionRow, strict: boolean): SessionStatus =>
  strict && status === 'INITIATING' ? 'IN_PROGRESS' : status

/** Converts a row for callers: no result before the end, neither INITIATING nor progress from a strict service. */
export const sessionOf = (row: SessionRow, strict: boolean): Session => ({
  sessionId: row.id,
  deviceId: row.device_id,
  command: row.command,
  amountMinor: row.amount_minor,
  currency: row.currency,
  externalId: row.external_id,
  status: statusOf(row, strict),
  progress: strict ? null : row.progress,
  result: isFinal(row.status) ? resultOf(row) : null,
  custom: JSON.parse(row.custom) as Readonly<Record<string, unknown>>,
})
