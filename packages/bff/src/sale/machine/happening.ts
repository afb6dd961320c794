// What can happen to a sale, in the past tense, and what else the machine must know to judge it. Each is evidence that
// somebody at the edge gathered; which of the 23 transitions it makes, `machine.ts` decides.
import type { Outcome, SaleEventType, SaleReason } from '@tapboard/contract'
import type { Pace, SaleRow } from './row.ts'

/** Evidence about a sale. The numbers are those of the transition table. */
export type Happening =
  /** 2: a sender took the intent and is about to connect. */
  | { readonly type: 'send_claimed' }
  /** 3: the intent is old. */
  | { readonly type: 'intent_expired' }
  /** 4, 5: no byte was written, or a complete 429 came back. */
  | {
      readonly type: 'not_sent'
      readonly reason: 'upstream-unreachable' | 'upstream-busy'
      readonly retryAfterMs: number
    }
  /** 6: a session ID came back; `taken` when another sale already has it. */
  | { readonly type: 'accepted'; readonly sessionId: string; readonly taken: boolean }
  /** 7: a refusal that proves that nothing was started. */
  | { readonly type: 'rejected'; readonly reason: SaleReason }
  /** 8: nobody knows what became of the send. */
  | { readonly type: 'send_lost' }
  /** 9, 10, 11, 15, 22, 23: an answer about our session, as `outcomeOf` judged it. */
  | { readonly type: 'session_read'; readonly outcome: Outcome }
  /** 12: `Session_not_found`. */
  | { readonly type: 'session_missed' }
  /** 24: the upstream does not say again what ended the sale unpaid, and does not say paid either. */
  | { readonly type: 'end_questioned' }
  /** 13 */
  | { readonly type: 'soft_passed' }
  /** 14 */
  | { readonly type: 'hard_passed' }
  /** 16: a late answer or a look-up named the session of our external ID; after the end too (D-36). */
  | { readonly type: 'session_found'; readonly sessionId: string; readonly taken: boolean }
  /** 17: a look-up found nothing. */
  | { readonly type: 'look_up_missed' }
  /** 18: a sender is about to send the same bytes again. */
  | { readonly type: 'resend_claimed' }
  /** 19 */
  | { readonly type: 'device_free_passed' }
  /** 19, early: a read of the device, begun at this moment of the store, shows no session of ours. */
  | { readonly type: 'device_idle'; readonly begunAtMs: number }
  /** 20 */
  | {
      readonly type: 'attested_paid'
      readonly person: string
      readonly reference: string | null
      readonly approvalCode: string | null
    }
  /** 21 */
  | { readonly type: 'attested_unpaid'; readonly person: string }
  /** Somebody asked for a cancel; the outcome still comes from reading. */
  | { readonly type: 'cancel_requested' }
  /** The payment service refused the cancel, or did not answer: the sale goes on. */
  | { readonly type: 'cancel_failed' }

/** The name of a happening. */
export type HappeningType = Happening['type']

/** What the machine must know besides the row. */
export interface Facts {
  /** The store's time. */
  readonly nowMs: number
  /** Whether the upstream may be sent the same external ID again (rule 18). */
  readonly repeat: 'unknown' | 'refuses' | 'replays'
  /** Whether a look-up that finds nothing proves anything (rule 17). */
  readonly lookup: 'none' | 'authoritative'
  /** Whether a newer attempt of the order holds the order lock (rule 22). */
  readonly orderHeldElsewhere: boolean
}

/** Something to do with the commit or after it. */
export type Effect =
  /** A person must hear of it. */
  | { readonly type: 'alert'; readonly reason: SaleReason }
  /** Mark newer attempts of the order (rule 22); done in the same transaction. */
  | { readonly type: 'flag_newer' }
  /** Keep looking after the end (rules 22, 23; D-35); done in the same transaction. */
  | { readonly type: 'follow_up'; readonly pace: Pace }

/** Columns that change. */
export type Changes = { readonly [Column in keyof SaleRow]?: SaleRow[Column] }

/** What the machine says. */
export type Reduction =
  /** A transition: one event. */
  | {
      readonly kind: 'moved'
      readonly changes: Changes
      readonly event: SaleEventType
      readonly effects: readonly Effect[]
    }
  /** Evidence that does not count yet is remembered; no event. */
  | { readonly kind: 'noted'; readonly changes: Changes }
  /** Nothing changes: the table has no such transition, or its guard says no. */
  | { readonly kind: 'refused'; readonly why: 'illegal' | 'guard'; readonly detail: string }
