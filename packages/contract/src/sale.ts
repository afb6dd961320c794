// A sale as the BFF reports it to the page: its snapshot, and the answers that contain one. The BFF decides the transitions.
import * as z from 'zod/mini'
import { AmountMinor, CurrencyCode } from './amount.ts'
import { CheckoutOutline } from './checkout-outline.ts'
import { SALE_KINDS, SALE_STATES } from './sale-state.ts'

/** Reasons for a state, where the state alone is ambiguous. */
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

/** Reason for a sale's state; see {@link SALE_REASONS}. */
export type SaleReason = (typeof SALE_REASONS)[number]

/** Progress of the terminal while a sale is `started`. */
export const SALE_PHASES = ['contacting', 'present_card', 'authorizing'] as const

/** The last committed snapshot of a sale or refund. Times are milliseconds since 1970 on the BFF's clock, `nowMs` included. */
export const Sale = z.object({
  id: z.string(),
  /** A refund has the states of a sale; its `approved` means that the amount was paid back. */
  kind: z._default(z.enum(SALE_KINDS), 'sale'),
  /** ID of the sale that a refund pays back; `null` for a sale. */
  refundOf: z._default(z.nullable(z.string()), null),
  /** The host's own reference of the refund; `null` for a sale. */
  refund: z._default(z.nullable(z.string()), null),
  order: z.string(),
  attempt: z.number(),
  state: z.enum(SALE_STATES),
  reason: z.nullable(z.enum(SALE_REASONS)),
  /** A sentence from the terminal's side, for example `Insufficient funds`; never the upstream's raw text. */
  message: z.nullable(z.string()),
  phase: z.enum(SALE_PHASES),
  stillWaiting: z.boolean(),
  cancelable: z.boolean(),
  /** Whether a check can ask the payment service for the outcome; if false, only a person can state it. */
  checkable: z._default(z.boolean(), false),
  amountMinor: AmountMinor,
  currency: CurrencyCode,
  device: z.object({ id: z.string(), name: z.string(), make: z.string(), serialEnding: z.string() }),
  /** The BFF's reference, sent upstream as xExternalRequestID. */
  externalId: z.string(),
  sessionId: z.nullable(z.string()),
  /** The xRefNum of the transaction; `null` before its result. */
  reference: z.nullable(z.string()),
  approvalCode: z.nullable(z.string()),
  card: z.nullable(z.string()),
  by: z.nullable(z.enum(['upstream', 'person'])),
  createdAtMs: z.number(),
  settledAtMs: z.nullable(z.number()),
  /**
   * An earlier attempt of the order that turned out to be paid: a person must decide before anything more is
   * charged. For a refund also the refunded sale, if its payment is no longer certain.
   */
  conflictWith: z._default(z.nullable(z.string()), null),
  /**
   * Until then the terminal may still ask for this card: the device stays held, and no person may state the
   * outcome. `null` if there is nothing to wait for.
   */
  deviceFreeAtMs: z.nullable(z.number()),
  /** A page requested a cancel; the outcome still comes from the payment service. */
  cancelRequested: z._default(z.boolean(), false),
  /**
   * Start of the period without news of this open sale, because the payment service or the store does not
   * answer; `null` while there is news. Set after 3 s without an answer.
   */
  staleSinceMs: z._default(z.nullable(z.number()), null),
  /**
   * Time of the next request for the result of a sale in doubt: the BFF asks without a person. A time in the past means that it is
   * asking. `null` if it cannot ask, and in other states.
   */
  nextAskAtMs: z._default(z.nullable(z.number()), null),
  /** Number of the last committed event. */
  version: z.number(),
  nowMs: z.number(),
})

export type Sale = z.infer<typeof Sale>

/** Body of `POST /v1/sales`; every member must match the token. */
export const StartSale = z.strictObject({
  order: /* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(64)),
  attempt: /* @__PURE__ */ z.int().check(z.minimum(1), z.maximum(999)),
  amountMinor: AmountMinor,
  currency: CurrencyCode,
  deviceId: /* @__PURE__ */ z.string().check(z.minLength(1), z.maxLength(64)),
  /**
   * Deadline on the BFF's clock: this start never reaches a terminal later. It is 15 s after the press, the
   * same in every retry. The BFF allows at most 15 s from the arrival, and exactly that if it is absent. The
   * idempotency key's comparison ignores it.
   */
  deadlineAtMs: z.optional(/* @__PURE__ */ z.int().check(z.minimum(0))),
})

export type StartSale = z.infer<typeof StartSale>

/** The sale that a refund pays back. */
export const RefundedSale = z.object({
  /** The ID of the sale that is paid back. */
  of: z.string(),
  paidAmountMinor: AmountMinor,
  /** Sum of the approved refunds of the sale; 0 if there are none. */
  refundedAmountMinor: z.number(),
  /** The masked number of the card that paid. */
  card: z.nullable(z.string()),
  /** The xRefNum of the paid transaction. */
  reference: z.nullable(z.string()),
})

export type RefundedSale = z.infer<typeof RefundedSale>

/** All data that `<terminal-pay>` shows, in one answer. */
export const Checkout = z.object({
  ...CheckoutOutline.shape,
  /** The sale that is refunded; `null` for a sale. */
  refund: z._default(z.nullable(RefundedSale), null),
  /**
   * The deciding attempt of the order, or of the refund: the newest, unless that is unpaid and an older one is
   * paid or needs a person.
   */
  sale: z.nullable(Sale),
})

export type Checkout = z.infer<typeof Checkout>

/** State of an order for the host's server. */
export const OrderState = z.object({
  order: z.string(),
  /**
   * True only if an attempt is approved with the due amount and currency, and with those of the request, if it
   * names them: the host may close the order. Not true for an attempt in review.
   */
  paid: z.boolean(),
  /** Amount of the approved attempt in minor units; 0 if none is approved. */
  paidAmountMinor: z.number(),
  /** Amount of the order's newest `sale` token in minor units; `null` if there is none. */
  dueAmountMinor: z.nullable(z.number()),
  /** Currency of the paid amount, or of the due amount if nothing was paid. */
  currency: CurrencyCode,
  /**
   * The deciding attempt: an approved one, otherwise the newest; if that is unpaid, an older one that needs a
   * person.
   */
  sale: Sale,
  /** Other attempts in `review`, newest first; one with `late_conflict` was paid after all. */
  reviews: z._default(z.array(Sale), () => []),
  /** Sum of the approved refunds of the order in minor units. */
  refundedAmountMinor: z._default(z.number(), 0),
  /** True while a refund is open, in doubt or in review: its amount may be paid back. */
  refundOpen: z._default(z.boolean(), false),
  /** All refunds of the order, newest first. */
  refunds: z._default(z.array(Sale), () => []),
})

export type OrderState = z.infer<typeof OrderState>
