// Session state machine (§3, D-09, D-15). Pure: no clock, randomness or store. Deadlines apply before events,
// so a card after the deadline is never charged; an existing payment takes precedence over every cancel.
import { FINAL_SESSION_STATUSES } from '@tapboard/contract'
import type { CardSeen, SessionProgress, SessionStatus, TransactionResult } from '@tapboard/contract'
import type { Timings } from '../../ports.ts'

/** State of a session. Times are milliseconds since 1970. */
export interface SessionState {
  readonly status: SessionStatus
  readonly progress: SessionProgress | null
  readonly card: CardSeen | null
  /** The processor's answer, or the reason why there is none. Callers see it once the session is final. */
  readonly result: TransactionResult | null
  /** Deadline for the terminal to show the prompt. */
  readonly promptByMs: number
  /** Deadline for a card, set when the prompt is shown. */
  readonly cardByMs: number | null
  /** Time of the processor's answer, or of the next request to an external one. */
  readonly authorizeAtMs: number | null
  /**
   * Requests to an external processor that may have arrived. While there is one, the session ends with its answer or with a
   * reversal.
   */
  readonly asks: number
  /** Deadline for the answer of an external processor, set by the first request. */
  readonly answerByMs: number | null
  /** Whether the processor has to reverse the charge, and whether it has confirmed that. */
  readonly reversal: 'pending' | 'done' | null
  readonly deadlineMs: number
}

export type SessionEvent =
  | { readonly type: 'prompt_shown' }
  | { readonly type: 'card_presented'; readonly card: CardSeen }
  | { readonly type: 'authorized'; readonly result: TransactionResult }
  /** An external processor is about to be asked. */
  | { readonly type: 'authorization_asked' }
  /** No byte of the request left. */
  | { readonly type: 'authorization_unsent' }
  /** The processor may have charged the card. */
  | { readonly type: 'authorization_unknown' }
  /** The processor rejected the request before it charged. */
  | { readonly type: 'authorization_refused' }
  /** An external processor is about to be asked for the reversal. */
  | { readonly type: 'reversal_asked' }
  /** The processor has not confirmed the reversal. */
  | { readonly type: 'reversal_unconfirmed' }
  | { readonly type: 'reversal_confirmed' }
  | { readonly type: 'result_shown' }
  | { readonly type: 'terminal_cancelled' }
  | { readonly type: 'api_cancelled' }
  | { readonly type: 'terminal_lost' }
  | { readonly type: 'time_passed' }

/** Whether a status is final. */
export const isFinal = (status: SessionStatus): boolean =>
  FINAL_SESSION_STATUSES.some((final) => final === status)

/** Initial state of a session. */
export const begin = (nowMs: number, timings: Timings): SessionState => ({
  status: 'INITIATING',
  progress: null,
  card: null,
  result: null,
  promptByMs: nowMs + timings.promptShownMs,
  cardByMs: null,
  authorizeAtMs: null,
  asks: 0,
  answerByMs: null,
  reversal: null,
  deadlineMs: nowMs + timings.sessionMs,
})

/** Result of a transaction → status of its session. */
export const ENDING = {
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

/** Ends a session without a charge; there is no reference, because the processor was not asked. */
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

/** Ends a session with the processor's result. */
const settle = (state: SessionState, result: TransactionResult): SessionState =>
  end(state, ENDING[result.status])

/**
 * Ends a session whose charge has no answer. Like a terminal in the field it asks for a reversal until the processor confirms one, so
 * that "not paid" becomes true whatever the processor decided.
 */
const giveUp = (state: SessionState, nowMs: number): SessionState => ({
  ...endUnpaid(
    state,
    'ERROR',
    nowMs,
    'The payment processor did not answer in time. If it charged the card, the charge is reversed.',
  ),
  asks: 0,
  authorizeAtMs: nowMs,
  reversal: 'pending',
})

/** Applies the deadlines to a live session; `null`: no deadline has passed. */
function expire(state: SessionState, nowMs: number): SessionState | null {
  const { result, card, cardByMs } = state
  if (result !== null) return nowMs >= state.deadlineMs ? settle(state, result) : null
  // The card may be charged: only the processor's answer or a reversal ends the session.
  if (state.asks > 0) return nowMs >= (state.answerByMs ?? Infinity) ? giveUp(state, nowMs) : null
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

/** Time until a processor without an answer is asked again; longer than the timeout of a request. */
const ASK_MS = 20_000
const BACKOFF_MIN_MS = 1_000
const BACKOFF_MAX_MS = 30_000

/** Schedules the next request to the processor: after 1 s, 2 s, 4 s … 30 s. */
const askLater = (state: SessionState, nowMs: number): SessionState => ({
  ...state,
  authorizeAtMs: nowMs + Math.min(BACKOFF_MIN_MS * 2 ** state.asks, BACKOFF_MAX_MS),
})

type AuthorizationEvent = Extract<SessionEvent, { readonly type: `authorization_${string}` }>

/** Handles the news of an external processor; `null` if the session waits for none. */
function reduceAuthorization(
  state: SessionState,
  { type }: AuthorizationEvent,
  nowMs: number,
  { answerMs }: Timings,
): SessionState | null {
  const { asks } = state
  if (state.card === null || state.result !== null) return null
  if (type === 'authorization_asked') {
    const answerByMs = state.answerByMs ?? nowMs + answerMs
    return { ...state, asks: asks + 1, authorizeAtMs: nowMs + ASK_MS, answerByMs }
  }
  if (asks === 0) return null
  switch (type) {
    case 'authorization_unsent': {
      const answerByMs = asks === 1 ? null : state.answerByMs
      return askLater({ ...state, asks: asks - 1, answerByMs }, nowMs)
    }
    case 'authorization_unknown':
      return askLater(state, nowMs)
    case 'authorization_refused':
      // A refusal says nothing about an earlier request, which may have charged the card.
      return asks === 1
        ? endUnpaid(state, 'ERROR', nowMs, 'The payment processor refused the request.')
        : askLater(state, nowMs)
  }
}

/** Handles the news about a reversal of a final session; `null` if none is pending. */
function reduceReversal(state: SessionState, { type }: SessionEvent, nowMs: number): SessionState | null {
  if (state.reversal !== 'pending') return null
  if (type === 'reversal_asked') return { ...state, asks: state.asks + 1, authorizeAtMs: nowMs + ASK_MS }
  if (type === 'reversal_unconfirmed') return askLater(state, nowMs)
  return type === 'reversal_confirmed' ? { ...state, reversal: 'done', authorizeAtMs: null } : null
}

/** Returns the state after an event, or `null` if it changes nothing (too late, too early or repeated). */
export function reduce(
  state: SessionState,
  event: SessionEvent,
  nowMs: number,
  timings: Timings,
): SessionState | null {
  if (isFinal(state.status)) return reduceReversal(state, event, nowMs)
  const expired = expire(state, nowMs)
  if (expired !== null) return expired
  const { card, result } = state
  switch (event.type) {
    case 'prompt_shown':
      return state.status === 'INITIATING' ? show(state, nowMs, timings) : null
    case 'card_presented':
      // A card implies a shown prompt, even if the message `prompt_shown` was lost.
      if (card !== null) return null
      return {
        ...show(state, nowMs, timings),
        progress: 'authorizing',
        card: event.card,
        authorizeAtMs: nowMs + timings.authorizeMs,
      }
    case 'authorized':
      return card === null || result !== null ? null : { ...state, result: event.result }
    case 'authorization_asked':
    case 'authorization_unsent':
    case 'authorization_unknown':
    case 'authorization_refused':
      return reduceAuthorization(state, event, nowMs, timings)
    case 'result_shown':
      return result === null ? null : settle(state, result)
    case 'terminal_cancelled':
      return result === null && state.asks === 0 ? end(state, 'USER_CANCELLED') : null
    case 'api_cancelled':
      return result === null && state.asks === 0 ? end(state, 'API_CANCELLED') : null
    case 'terminal_lost':
      return state.status === 'INITIATING'
        ? endUnpaid(state, 'ERROR', nowMs, 'The terminal was lost while starting.')
        : null
    case 'reversal_asked':
    case 'reversal_unconfirmed':
    case 'reversal_confirmed':
    case 'time_passed':
      return null
  }
}

/** Time of the next work: the processor's answer, a deadline, or a reversal; `null` without work. */
export function nextAt(state: SessionState): number | null {
  if (isFinal(state.status)) return state.reversal === 'pending' ? state.authorizeAtMs : null
  if (state.result !== null) return state.deadlineMs
  const authorizeAtMs = state.authorizeAtMs ?? state.deadlineMs
  if (state.asks > 0) return Math.min(authorizeAtMs, state.answerByMs ?? authorizeAtMs)
  if (state.card !== null) return Math.min(authorizeAtMs, state.deadlineMs)
  if (state.status === 'INITIATING') return Math.min(state.promptByMs, state.deadlineMs)
  return Math.min(state.cardByMs ?? state.deadlineMs, state.deadlineMs)
}

/** Whether the processor's answer is due (or overdue after a restart). */
export const authorizationDue = (state: SessionState, nowMs: number): boolean =>
  !isFinal(state.status) &&
  state.card !== null &&
  state.result === null &&
  (nowMs < state.deadlineMs || state.asks > 0) &&
  nowMs >= (state.authorizeAtMs ?? 0)

/** Whether the processor is to be asked for a reversal. */
export const reversalDue = (state: SessionState, nowMs: number): boolean =>
  state.reversal === 'pending' && nowMs >= (state.authorizeAtMs ?? 0)
