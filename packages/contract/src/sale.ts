// A sale as the BFF tells it to the page: states, events, snapshot (design: the sale's state machine). Who moves a sale
// from state to state, the BFF decides; here is only what may be said.
import * as z from 'zod/mini'
import { CURRENCIES, type Currency } from './currency.ts'

/** All states of a sale. */
export const SALE_STATES = [
  'intent',
  'sending',
  'started',
  'in_doubt',
  'review',
  'approved',
  'declined',
  'timed_out',
  'failed',
  'not_started',
  'abandoned',
  'closed_unpaid',
] as const

/** A state of a sale. */
export type SaleState = (typeof SALE_STATES)[number]

/** States that lock the order: no other attempt may exist beside one of these (INV-2). */
export const LOCKING_STATES = ['intent', 'sending', 'started', 'in_doubt', 'review', 'approved'] as const

/** States that are over without a payment: the order is free for the next attempt. */
export const UNPAID_STATES = [
  'declined',
  'timed_out',
  'failed',
  'not_started',
  'abandoned',
  'closed_unpaid',
] as const

/** States in which money is still open: the element follows the sale. */
export const OPEN_STATES = ['intent', 'sending', 'started', 'in_doubt', 'review'] as const

/** Is the order free again after this state? */
export const isUnpaid = (state: SaleState): boolean => (UNPAID_STATES as readonly string[]).includes(state)

/** Is this the end of the sale as far as the upstream goes (approved or unpaid)? */
export const isSettled = (state: SaleState): boolean => state === 'approved' || isUnpaid(state)

/** Why a sale is in its state, where the state alone does not say. */
export const SALE_REASONS = [
  'no_session',
  'session_lost',
  'overdue',
  'amount_mismatch',
  'identity_mismatch',
  'contradiction',
  'unknown_outcome',
  'late_conflict',
  'upstream-unreachable',
  'upstream-busy',
  'upstream-refused',
  'upstream-unauthorized',
  'device-not-found',
  'device-not-connected',
  'device-busy',
  'cancelled',
  'cancelled_here',
  'error',
  'expired',
] as const

/** See {@link SALE_REASONS}. */
export type SaleReason = (typeof SALE_REASONS)[number]

/** Events of a sale, past tense. All but the last seven name a transition. */
export const SALE_EVENTS = [
  'created',
  'claimed',
  'released',
  'started',
  'refused',
  'doubted',
  'reviewed',
  'approved',
  'declined',
  'timed_out',
  'failed',
  'abandoned',
  'attested_paid',
  'attested_unpaid',
  'still_waiting',
  'progressed',
  'device_released',
  'cancel_requested',
  'cancel_failed',
  'session_found',
  'flagged',
] as const

/** See {@link SALE_EVENTS}. */
export type SaleEventType = (typeof SALE_EVENTS)[number]

const CurrencyCode = z.enum(CURRENCIES as [Currency, ...Currency[]])

/** A whole number of minor units (INV-12). */
export const AmountMinor = /* @__PURE__ */ z.int().check(z.minimum(1), z.maximum(99_999_999))

/** How far the terminal is while a sale is `started`. */
export const SALE_PHASES = ['contacting', 'present_card', 'authorizing'] as const

/** A device as the page sees it: never its full serial number. */
export const DeviceView = z.object({
  id: z.string(),
  name: z.string(),
  make: z.string(),
  /** Last digits of the serial number. */
  serialEnding: z.string(),
  status: z.enum(['CONNECTED', 'DISCONNECTED', 'UNKNOWN']),
  /** Age of the status when it was answered, milliseconds. */
  ageMs: z.number(),
  /** Set while another sale holds the terminal (INV-3); `freeInMs` is known when the sale is in doubt (rule 19). */
  hold: z._default(z.nullable(z.object({ freeInMs: z.nullable(z.number()) })), null),
})

/** Shape of {@link DeviceView}. */
export type DeviceView = z.infer<typeof DeviceView>

/** The last committed snapshot of a sale. Times are milliseconds since 1970 on the BFF's clock, `nowMs` included. */
export const Sale = z.object({
  id: z.string(),
  order: z.string(),
  attempt: z.number(),
  state: z.enum(SALE_STATES),
  reason: z.nullable(z.enum(SALE_REASONS)),
  /** One sentence from the terminal's side, for example `Insufficient funds`; never upstream's raw text. */
  message: z.nullable(z.string()),
  phase: z.enum(SALE_PHASES),
  stillWaiting: z.boolean(),
  cancelable: z.boolean(),
  /** A check can ask the payment service what became of it; false where a person alone can say. */
  checkable: z._default(z.boolean(), false),
  amountMinor: AmountMinor,
  currency: CurrencyCode,
  device: z.object({ id: z.string(), name: z.string(), make: z.string(), serialEnding: z.string() }),
  /** Our own reference, sent upstream as xExternalRequestID. */
  externalId: z.string(),
  sessionId: z.nullable(z.string()),
  /** xRefNum of the transaction (§2.3). */
  reference: z.nullable(z.string()),
  approvalCode: z.nullable(z.string()),
  card: z.nullable(z.string()),
  by: z.nullable(z.enum(['upstream', 'person'])),
  createdAtMs: z.number(),
  settledAtMs: z.nullable(z.number()),
  /** An earlier attempt of the order that turned out paid (rule 22): ask a person before anything more is charged. */
  conflictWith: z._default(z.nullable(z.string()), null),
  /**
   * Until then the terminal may still be asking for this card: the device stays held (rule 19), and nobody may say what
   * became of the sale (rules 20, 21). `null` when there is nothing to wait for.
   */
  deviceFreeAtMs: z.nullable(z.number()),
  /** A cancel was requested from a page; the outcome still comes from the payment service (D-16). */
  cancelRequested: z._default(z.boolean(), false),
  /**
   * Since when the BFF has had no news of this open sale, because the payment service or the store does not answer; `null`
   * while it has. Set after 3 s without an answer.
   */
  staleSinceMs: z._default(z.nullable(z.number()), null),
  /** Number of the last committed event: the ETag of the snapshot. */
  version: z.number(),
  nowMs: z.number(),
})

/** Shape of {@link Sale}. */
export type Sale = z.infer<typeof Sale>

/** One frame of the event stream: what happened and the sale after it (INV-8 … INV-10). */
export const SaleFrame = z.object({
  number: z.number(),
  type: z.enum(SALE_EVENTS),
  atMs: z.number(),
  sale: Sale,
})

/** Shape of {@link SaleFrame}. */
export type SaleFrame = z.infer<typeof SaleFrame>

/** A frame that is no event of the sale: since when the BFF has had no news of it, or that it has news again. */
export const StaleFrame = z.object({ staleSinceMs: z.nullable(z.number()), nowMs: z.number() })

/** Shape of {@link StaleFrame}. */
export type StaleFrame = z.infer<typeof StaleFrame>

/** One frame of an order's stream: the attempt that decides, and whether the token's grant is still the newest. */
export const OrderFrame = z.object({
  order: z.string(),
  /** The attempt that decides, as in {@link Checkout}; `null` before the first one. */
  sale: z.nullable(Sale),
  /** The host granted the order anew with other terms: ask `getToken` for a new token. */
  superseded: z.boolean(),
  nowMs: z.number(),
})

/** Shape of {@link OrderFrame}. */
export type OrderFrame = z.infer<typeof OrderFrame>

/** Body of `POST /v1/sales`: must agree with the token in every member (INV-13). */
export const StartSale = z.strictObject({
  order: /* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(64)),
  attempt: /* @__PURE__ */ z.int().check(z.minimum(1), z.maximum(999)),
  amountMinor: AmountMinor,
  currency: CurrencyCode,
  deviceId: /* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(64)),
  /**
   * Moment on the BFF's clock after which this start never reaches a terminal: 15 s after the press, the same in every
   * repeat. The BFF allows at most 15 s from the arrival, and exactly that when it is absent. Not part of the
   * idempotency key's request.
   */
  deadlineAtMs: z.optional(/* @__PURE__ */ z.int().check(z.minimum(0))),
})

/** Shape of {@link StartSale}. */
export type StartSale = z.infer<typeof StartSale>

/** Everything `<terminal-pay>` needs to draw, in one answer. */
export const Checkout = z.object({
  merchant: z.object({ id: z.string(), name: z.string() }),
  environment: z.enum(['sandbox', 'production']),
  order: z.string(),
  amountMinor: AmountMinor,
  currency: CurrencyCode,
  devices: z.array(DeviceView),
  /** The order's newest attempt, whatever its state. */
  sale: z.nullable(Sale),
  /** Number of the attempt that a start would make. */
  nextAttempt: z.number(),
  features: z.object({ cancel: z.boolean(), details: z.boolean() }),
  nowMs: z.number(),
})

/** Shape of {@link Checkout}. */
export type Checkout = z.infer<typeof Checkout>

/** What the host's server learns of one of its orders. */
export const OrderState = z.object({
  order: z.string(),
  /**
   * True only when an attempt is approved and its amount and currency are those that are due: the order may be closed. An
   * attempt in review is not.
   */
  paid: z.boolean(),
  /** Amount of the approved attempt in minor units; 0 when none is approved. */
  paidAmountMinor: z.number(),
  /** Amount of the newest `sale` token of this order, minor units; `null` when none was minted. */
  dueAmountMinor: z.nullable(z.number()),
  /** Currency of what was paid; of what is due, when nothing was paid. */
  currency: CurrencyCode,
  /** The attempt that decides: an approved one, else the newest; an older one that needs a person where that is unpaid. */
  sale: Sale,
  /** Other attempts that need a person (`review`), newest first; one with `late_conflict` was paid after all. */
  reviews: z._default(z.array(Sale), () => []),
})

/** Shape of {@link OrderState}. */
export type OrderState = z.infer<typeof OrderState>

/** Label and value rows of the reporting answer for one transaction (§1.4 step 6). */
export const TransactionDetails = z.object({
  reference: z.string(),
  rows: z.array(z.object({ name: z.string(), value: z.string() })),
})

/** Shape of {@link TransactionDetails}. */
export type TransactionDetails = z.infer<typeof TransactionDetails>
