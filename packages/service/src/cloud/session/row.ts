// Converts between session rows, the machine's state and the contract's Session. Pure.
import type { CardSeen, Session, SessionStatus, TransactionResult } from '@tapboard/contract'
import type { SessionRow } from '../../schema/schema.ts'
import { isFinal, nextAt, type SessionState } from './machine.ts'

/** The card of a session; `null` until the terminal has read one. */
export function cardOf(row: SessionRow): CardSeen | null {
  const { cardBrand: brand, cardLastFour: lastFour, cardEntry: entry } = row
  return brand === null || lastFour === null || entry === null ? null : { brand, lastFour, entry }
}

function resultOf(row: SessionRow): TransactionResult | null {
  if (row.resultStatus === null || row.completedAtMs === null) return null
  return {
    status: row.resultStatus,
    xRefNum: row.refNum,
    responseCode: row.responseCode,
    approvalCode: row.approvalCode,
    message: row.message,
    completedAtMs: row.completedAtMs,
    card: cardOf(row),
  }
}

/** Converts a row to the machine's state. */
export const stateOf = (row: SessionRow): SessionState => ({
  status: row.status,
  progress: row.progress,
  card: cardOf(row),
  result: resultOf(row),
  promptByMs: row.promptByMs,
  cardByMs: row.cardByMs,
  authorizeAtMs: row.authorizeAtMs,
  asks: row.asks,
  answerByMs: row.answerByMs,
  reversal: row.reversal,
  deadlineMs: row.deadlineMs,
})

/** Converts a state to the members of a row and releases the lease, because the due work is done. */
export const membersOf = (state: SessionState) =>
  ({
    status: state.status,
    progress: state.progress,
    promptByMs: state.promptByMs,
    cardByMs: state.cardByMs,
    authorizeAtMs: state.authorizeAtMs,
    asks: state.asks,
    answerByMs: state.answerByMs,
    reversal: state.reversal,
    deadlineMs: state.deadlineMs,
    cardBrand: state.card?.brand ?? null,
    cardLastFour: state.card?.lastFour ?? null,
    cardEntry: state.card?.entry ?? null,
    resultStatus: state.result?.status ?? null,
    refNum: state.result?.xRefNum ?? null,
    responseCode: state.result?.responseCode ?? null,
    approvalCode: state.result?.approvalCode ?? null,
    message: state.result?.message ?? null,
    completedAtMs: state.result?.completedAtMs ?? null,
    nextAtMs: nextAt(state),
    leaseUntilMs: null,
    leaseOwner: null,
  }) satisfies Partial<SessionRow>

/** Whether the session waits for the answer of an external processor. */
export const isAsking = (row: SessionRow): boolean =>
  row.asks > 0 && row.resultStatus === null && !isFinal(row.status)

/** Whether the processor has to confirm a reversal. */
export const isReversing = (row: SessionRow): boolean => row.reversal === 'pending' && row.asks > 0

// The specification names no state before IN_PROGRESS, so a strict service has none (D-09).
const statusOf = ({ status }: SessionRow, strict: boolean): SessionStatus =>
  strict && status === 'INITIATING' ? 'IN_PROGRESS' : status

/** Converts a row for callers: no result before the end, neither INITIATING nor progress from a strict service. */
export const sessionOf = (row: SessionRow, strict: boolean): Session => ({
  sessionId: row.id,
  deviceId: row.deviceId,
  command: row.command,
  amountMinor: row.amountMinor,
  currency: row.currency,
  externalId: row.externalId,
  status: statusOf(row, strict),
  progress: strict ? null : row.progress,
  result: isFinal(row.status) ? resultOf(row) : null,
  custom: JSON.parse(row.custom) as Readonly<Record<string, unknown>>,
})
