// What moves a session from one state to another (§3, D-09, D-15). Pure: no clock, no chance, no store. The clock is
// asked first, so that a card after the deadline is never charged; a payment that exists beats every cancel.
import { FINAL_SESSION_STATUSES } from '@tapboard/contract'
import type { CardSeen, SessionProgress, SessionStatus, TransactionResult } from '@tapboard/contract'
import type { Timings } from '../../ports.ts'

/** What the machine decides about. Times are milliseconds since 1970. */
export interface SessionState {
  readonly status: SessionStatus
  readonly progress: SessionProgress | null
  readonly card: CardSeen | null
  /** The processor's answer, or why there is none. Shown to callers once the session is final. */
  readonly result: TransactionResult | null
  /** Until then the terminal must have shown the prompt. */
  readonly promptByMs: number
  /** Until then a card must be presented; from the moment the prompt is shown. */
  readonly cardByMs: number | null
  /** When the processor answers about the card. */
  readonly authorizeAtMs: number | null
  /** End of the session, whatever happened. */
  readonly deadlineMs: number
}

/** What may happen to a session. */
export type SessionEvent =
  | { readonly type: 'prompt_shown' }
  | { readonly type: 'card_presented'; readonly card: CardSeen }
  | { readonly type: 'authorized'; readonly result: TransactionResult }
  | { readonly type: 'result_shown' }
  | { readonly type: 'terminal_cancelled' }
  | { readonly type: 'api_cancelled' }
  | { readonly type: 'terminal_lost' }
  | { readonly type: 'time_passed' }

/** Is this one of the five states that never change (D-09)? */
export const isFinal = (status: SessionStatus): boolean =>
  FINAL_SESSION_STATUSES.some((final) => final === status)

/** A session as it begins. */
export const begin = (nowMs: number, timings: Timings): SessionState => ({
  status: 'INITIATING',
  progress: null,
  card: null,
  result: null,
  promptByMs: nowMs + timings.promptShownMs,
  cardByMs: null,
  authorizeAtMs: null,
  deadlineMs: nowMs + timings.sessionMs,
})

const ENDING = {
  approved: 'COMPLETED',
  declined: 'COMPLETED',
  error: 'ERROR',
  timeout: 'TIMEOUT',
} as const satisfies Record<TransactionResult['status'], SessionStatus>

const end = (state: SessionState, status: SessionStatus): SessionState => ({
  ...state,
  status,
  progress: null,
})

/** An end without a charge: no reference, because the processor was never reached. */
const endUnpaid = (
  state: SessionState,
  status: 'ERROR' | 'TIMEOUT',
  nowMs: number,
  message: string,
): SessionState => ({
  ...end(state, status),
  result: {
    status: status === 'ERROR' ? 'error' : 'timeout',
    xRefNum: null,
    responseCode: null,
    approvalCode: null,
    message,
    completedAtMs: nowMs,
    card: state.card,
  },
})

/** The end that the result asks for. */
const settle = (state: SessionState, result: TransactionResult): SessionState =>
  end(state, ENDING[result.status])

/** What the clock alone does to a live session; `null` = nothing yet. */
function expire(state: SessionState, nowMs: number): SessionState | null {
  const { result, card, cardByMs } = state
  if (result !== null) return nowMs >= state.deadlineMs ? settle(state, result) : null
  if (nowMs >= state.deadlineMs)
    return endUnpaid(state, 'TIMEOUT', nowMs, 'The session was not completed in time.')
  if (state.status === 'INITIATING' && nowMs >= state.promptByMs)
    return endUnpaid(state, 'ERROR', nowMs, 'The terminal did not show the prompt.')
  if (card === null && cardByMs !== null && nowMs >= cardByMs)
    return endUnpaid(state, 'TIMEOUT', nowMs, 'No card was presented in time.')
  return null
}

const show = (state: SessionState, nowMs: number, timings: Timings): SessionState => ({
  ...state,
  status: 'IN_PROGRESS',
  progress: 'waiting_for_card',
  cardByMs: state.cardByMs ?? nowMs + timings.promptMs,
})

/** The state after an event, or `null` when it changes nothing: too late, too early, or said before. */
export function reduce(
  state: SessionState,
  event: SessionEvent,
  nowMs: number,
  timings: Timings,
): SessionState | null {
  if (isFinal(state.status)) return null
  const expired = expire(state, nowMs)
  if (expired !== null) return expired
  const { card, result } = state
  switch (event.type) {
    case 'prompt_shown':
      return state.status === 'INITIATING' ? show(state, nowMs, timings) : null
    case 'card_presented':
      // A card implies that the prompt was shown, even if the word of it was lost.
      if (card !== null) return null
      return {
        ...show(state, nowMs, timings),
        progress: 'authorizing',
        card: event.card,
        authorizeAtMs: nowMs + timings.authorizeMs,
      }
    case 'authorized':
      return card === null || result !== null ? null : { ...state, result: event.result }
    case 'result_shown':
      return result === null ? null : settle(state, result)
    case 'terminal_cancelled':
      return result === null ? end(state, 'USER_CANCELLED') : null
    case 'api_cancelled':
      return result === null ? end(state, 'API_CANCELLED') : null
    case 'terminal_lost':
      return state.status === 'INITIATING'
        ? endUnpaid(state, 'ERROR', nowMs, 'The terminal was lost while starting.')
        : null
    case 'time_passed':
      return null
  }
}

/** When the clock has something to do next; `null` = never again. */
export function nextAt(state: SessionState): number | null {
  if (isFinal(state.status)) return null
  if (state.result !== null) return state.deadlineMs
  if (state.card !== null) return Math.min(state.authorizeAtMs ?? state.deadlineMs, state.deadlineMs)
  if (state.status === 'INITIATING') return Math.min(state.promptByMs, state.deadlineMs)
  return Math.min(state.cardByMs ?? state.deadlineMs, state.deadlineMs)
}

/** Is the processor's answer due (or overdue, after a restart)? */
export const authorizationDue = (state: SessionState, nowMs: number): boolean =>
  !isFinal(state.status) &&
  state.card !== null &&
  state.result === null &&
  nowMs < state.deadlineMs &&
  nowMs >= (state.authorizeAtMs ?? 0)
