// The state machine of a sale takes an input in the past tense, which is evidence that the I/O code gathered, and the facts beside the
// row. `machine.ts` decides the transition.
import type { Outcome, SaleEventType, SaleReason } from '@tapboard/contract'
import type { Pace, SaleRow } from './row.ts'

/** Evidence about a sale. The numbers in comments are rules of the transition table (sale/README.md). */
export type SaleInput =
  // 2: a sender claimed the intent and is about to connect.
  | { readonly type: 'send_claimed' }
  // 3: the intent is old.
  | { readonly type: 'intent_expired' }
  // 4, 5: no byte was written, or a complete 429 came back.
  | {
      readonly type: 'not_sent'
      readonly reason: 'upstream-unreachable' | 'upstream-busy'
      readonly retryAfterMs: number
    }
  // 6: the answer named a session; `taken`: another sale already has it.
  | { readonly type: 'accepted'; readonly sessionId: string; readonly taken: boolean }
  // 7: a refusal proves that no session was started.
  | { readonly type: 'rejected'; readonly reason: SaleReason }
  // 8: the result of the send is unknown.
  | { readonly type: 'send_lost' }
  // 9, 10, 11, 15, 22, 23: an answer about our session, as `outcomeOf` judged it.
  | { readonly type: 'session_read'; readonly outcome: Outcome }
  // 12: the upstream answered `Session_not_found`.
  | { readonly type: 'session_missed' }
  // 24: a reread returned neither the same unpaid end nor an approval.
  | { readonly type: 'end_questioned' }
  // 13: 150 s passed in `started`.
  | { readonly type: 'soft_passed' }
  // 14: 300 s passed in `started`.
  | { readonly type: 'hard_passed' }
  // 16: a late answer or a look-up named the session of our external ID; also after the end (D-36).
  | { readonly type: 'session_found'; readonly sessionId: string; readonly taken: boolean }
  // 17: a look-up found no session.
  | { readonly type: 'look_up_missed' }
  // 18: a sender is about to send the same bytes again.
  | { readonly type: 'resend_claimed' }
  // 19: the fence of the device ended.
  | { readonly type: 'device_free_passed' }
  // 19, early: a device read shows no session of ours; `begunAtMs` is its start in store time.
  | { readonly type: 'device_idle'; readonly begunAtMs: number }
  // 20: a person attested that the customer paid.
  | {
      readonly type: 'attested_paid'
      readonly person: string
      readonly reference: string | null
      readonly approvalCode: string | null
    }
  // 21: a person attested that the customer did not pay.
  | { readonly type: 'attested_unpaid'; readonly person: string }
  // A page requested a cancel; the outcome still comes from reading.
  | { readonly type: 'cancel_requested' }
  // The payment service refused the cancel or did not answer; the sale continues.
  | { readonly type: 'cancel_failed' }

/** The `type` of a {@link SaleInput}. */
export type SaleInputType = SaleInput['type']

/** Facts beside the row and the input. */
export interface Facts {
  /** The time of the store, not of this process. */
  readonly nowMs: number
  /** Whether the same external ID may be sent again. */
  readonly repeat: 'unknown' | 'refuses' | 'replays'
  /** Whether a look-up without a result is proof. */
  readonly lookup: 'none' | 'authoritative'
  /** Whether a newer attempt of the order holds the order lock. */
  readonly orderHeldElsewhere: boolean
}

/** An action in the same transaction or after the commit. */
export type Effect =
  | { readonly type: 'alert'; readonly reason: SaleReason }
  /** Flag newer attempts of the order in the same transaction. */
  | { readonly type: 'flag_newer' }
  /** Schedule the follow-up after the end in the same transaction. */
  | { readonly type: 'follow_up'; readonly pace: Pace }

/** The members of a row that a transition updates. */
export type Changes = { readonly [Column in keyof SaleRow]?: SaleRow[Column] }

/** The result of the machine. */
export type Reduction =
  /** A transition, which appends one event to the sale. */
  | {
      readonly kind: 'moved'
      readonly changes: Changes
      readonly event: SaleEventType
      readonly effects: readonly Effect[]
    }
  /** Unconfirmed evidence is remembered; no event. */
  | { readonly kind: 'noted'; readonly changes: Changes }
  /** No change: the table has no such transition, or its guard rejects it. */
  | { readonly kind: 'refused'; readonly why: 'illegal' | 'guard'; readonly detail: string }
